import type { NodeState, OwnedRecord } from '../../../model/node-state.js';
import { addressText, routeKey, ruleLine } from './own.js';

/** Records of what is ours at the three points of a change. */
export interface OwnedBySteps {
  readonly before: OwnedRecord;
  /** While the change is made, and wherever it stops. */
  readonly between: OwnedRecord;
  readonly after: OwnedRecord;
}

/**
 * Tells what is ours before, in and after a change. Rules and routes that are desired as they are become ours; an address
 * is ours only if Weir makes it: what was there before a host needed it stays when no host needs it any more.
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
    routes: sorted(routes.map(routeKey)),
    addresses: sorted(addresses.map(addressText).filter(isOwnAddress)),
  };
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
