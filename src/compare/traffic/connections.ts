import type { Pod } from '../../model/cluster.js';
import { memoizeWeak } from '../../std/memoize.js';
import type { Both, Side } from '../../traffic/side.js';
import type { ConnectionChange, ConnectionChanges } from '../../traffic/change.js';
import { compareClasses } from './class-pairs.js';
import { decideBetween } from './deciding.js';
import { sharedFamilies } from './families.js';
import { COMPARISON_LIMITS } from './limits.js';
import { type PairGroup, groupPairs } from './pair-groups.js';
import type { LastingClass, PolicySides } from './policy-sides.js';
import { compareReceived } from './received.js';

/** Returns the connections between pods, and from addresses to pods, that are opened or closed. */
export function compareConnections(
  policies: PolicySides,
  sides: Both<Side>,
  limits = COMPARISON_LIMITS,
): ConnectionChanges {
  const families = sharedFamilies(sides);
  const pairs = compareClasses(policies, families, limits);
  const podsOf = memoizeWeak((classes: readonly LastingClass[]) => classes.flatMap(({ pods }) => pods));
  const between = groupPairs(pairs, policies.classes, limits.singles).map((group): ConnectionChange => {
    const { change, from, to, except } = group;
    const [family = 'IPv4', ...others] = change.families;
    const ends = pickPods(group);
    return {
      ...{ change: change.change, transport: change.transport, addresses: [] },
      ...decideBetween(ends.from, ends.to, family, change.transport, policies),
      ...(families.length > 1 && others.length === 0 ? { family } : {}),
      ...{ from: podsOf(from), to: podsOf(to), ends },
      ...(except.length > 0 ? { except: except.map((one) => ({ from: podsOf(one.from), to: podsOf(one.to) })) } : {}),
    };
  });
  return { changes: [...between, ...compareReceived(policies, families)], unexplored: pairs.unexplored };
}

/** Returns two pods of the example. */
function pickPods({ example: { from, to } }: PairGroup): { readonly from: Pod; readonly to: Pod } {
  const [source, ...others] = from.pods;
  const target = from === to ? others[0] : to.pods[0];
  if (!source || !target) throw new Error('no two pods');
  return { from: source, to: target };
}
