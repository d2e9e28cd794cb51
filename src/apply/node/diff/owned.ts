import type { NodeState, OwnedRecord } from '../../../model/node-state.js';
import { addressText, hostRouteKey, ruleLine } from './own.js';

/** Records of owned objects before, during and after a change. */
export interface OwnedBySteps {
  readonly before: OwnedRecord;
  /** Record during the change, valid if it is interrupted at any point. */
  readonly between: OwnedRecord;
  readonly after: OwnedRecord;
}

/**
 * Returns the owned objects before, during and after a change. Desired rules and routes become owned. An address
 * becomes owned only if Weir creates it, so that an address from before stays when it is no longer desired.
 */
export function recordOwned(live: NodeState, desired: NodeState, record: OwnedRecord): OwnedBySteps {
  const made = new Set(record.addresses);
  const there = live.addresses.map(addressText);
  const others = new Set(there.filter((text) => !made.has(text)));
  const before = toRecord(live, (text) => made.has(text));
  const after = toRecord(desired, (text) => !others.has(text));
  const between = {
    rules: sorted([...before.rules, ...after.rules]),
    routes: sorted([...before.routes, ...after.routes]),
    addresses: sorted([...before.addresses, ...after.addresses]),
  };
  return { before, between, after };
}

function toRecord({ rules, routes, addresses }: NodeState, isOwnAddress: (text: string) => boolean): OwnedRecord {
  return {
    rules: sorted(rules.map(ruleLine)),
    routes: sorted(routes.map(hostRouteKey)),
    addresses: sorted(addresses.map(addressText).filter(isOwnAddress)),
  };
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
