import { familyOfText } from '../../net/address.js';
import { groupBy } from '../../std/group-by.js';
import type { KindInput } from '../contract/kind-context.js';
import type { Loss, FailoverResult } from '../contract/kind-placement.js';
import { assessNodeImpact } from '../shared/node-impact.js';
import type { Placement } from './resolve.js';
import { placingOf } from './what-if.js';

/** Text for an EgressIP without any assigned address. */
const NOWHERE = 'none of its addresses is placed; see `weir check`';

/** Returns the EgressIPs that lack an address of a requested family, now or after the failure of any one node. */
export function assessSurvival({ manifests, context }: KindInput): FailoverResult {
  const placing = placingOf(manifests);
  const silent = { ...context, report: () => undefined };
  const placement = placing.place(silent);
  const addresses = [...placing.list(placement, silent), ...listUnusable(placement)];
  const asked = groupBy(addresses, ({ item }) => keyOf(item));
  const listed = new Set(Array.from(asked.values(), ([first]) => first?.item.egressIP));
  const placeOf = new Map(manifests.map(({ name, origin }) => [name, { origin, pointer: '/spec' }]));
  const found: Omit<Loss, 'place'>[] = [
    ...manifests.flatMap(({ name }) => (listed.has(name) ? [] : [{ name, address: '', reason: NOWHERE }])),
    ...[...asked.values()].flatMap((all) => {
      const [first] = all;
      if (!first || !('reason' in first) || all.some((one) => 'node' in one)) return [];
      return [{ name: first.item.egressIP, address: first.item.address, reason: first.reason }];
    }),
  ];
  const countPlaced = (key: string): number => (asked.get(key) ?? []).filter((one) => 'node' in one).length;
  for (const { node, stranded } of assessNodeImpact(placing, context, (nodes) => nodes).losses) {
    for (const [key, own] of groupBy(stranded, keyOf)) {
      const [first] = own;
      if (!first || own.length < countPlaced(key)) continue;
      found.push({ name: first.egressIP, address: first.address, node, reason: first.reason });
    }
  }
  const losses = found.flatMap((loss): Loss[] => {
    const place = placeOf.get(loss.name);
    return place ? [{ ...loss, place }] : [];
  });
  return { names: manifests.map(({ name }) => name).sort(), losses };
}

/** Returns the addresses that are asked for and never placed: a family with no others has nothing. */
function listUnusable({ placed }: Placement) {
  return placed.flatMap(({ parsed: { name, refused, special } }) =>
    [...refused.keys(), ...special.keys()].map((address) => ({
      item: { egressIP: name, address },
      reason: `no node may have ${address}; see \`weir check\``,
    })),
  );
}

/** Returns the addresses of one family of an EgressIP. */
function keyOf({ egressIP, address }: { readonly egressIP: string; readonly address: string }): string {
  return `${egressIP} ${familyOfText(address)}`;
}
