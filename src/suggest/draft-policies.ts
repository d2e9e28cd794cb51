import type { LabelSelector } from '../model/label-selector.js';
import type { Direction } from '../model/intent/policy.js';
import { groupBy } from '../std/group-by.js';
import { type DraftRule, draftRules } from './draft-rules.js';
import { distinguishUnits } from './distinguish-units.js';
import { openOutside } from './outside-plan.js';
import type { PathIndex } from './path-index.js';
import type { PodUnit } from './pod-units.js';
import type { SuggestContext } from './suggest-context.js';

/** A NetworkPolicy to suggest. */
export interface DraftPolicy {
  readonly namespace: string;
  /** Name of the workload that it selects. If unset, it selects all pods of the namespace. */
  readonly workload?: string;
  readonly podSelector: LabelSelector;
  readonly directions: readonly Direction[];
  /** Rules of the only direction. Empty for a policy that denies everything. */
  readonly rules: readonly DraftRule[];
}

const DIRECTIONS = ['Ingress', 'Egress'] as const;

/**
 * Returns policies for the pods of namespaces by which the paths of an index pass and nothing else does: one for each
 * workload and direction, and one that denies the rest if some workload needs nothing in a direction. `isByFirewall`
 * returns true for namespaces whose EgressFirewall limits the destinations outside.
 */
export function draftPolicies(
  namespaces: readonly string[],
  index: PathIndex,
  context: SuggestContext,
  isByFirewall: (namespace: string) => boolean,
): DraftPolicy[] {
  return namespaces.flatMap((namespace) => {
    const sides = DIRECTIONS.map((direction) =>
      draftDirection(namespace, direction, index, context, isByFirewall(namespace)),
    );
    const closed = sides.filter(({ isClosed }) => isClosed).map(({ direction }) => direction);
    const deny: DraftPolicy = { namespace, podSelector: {}, directions: closed, rules: [] };
    const kept = sides.flatMap(({ isClosed, policies }) =>
      // Without the policy that denies the rest, pods for which everything passes need no policy.
      isClosed ? policies : policies.filter(({ rules }) => !rules.some(isForEverything)),
    );
    return closed.length > 0 ? [deny, ...kept] : kept;
  });
}

function isForEverything({ peers, ports }: DraftRule): boolean {
  return peers.length + ports.length === 0;
}

interface DirectionDraft {
  readonly direction: Direction;
  /** True if some pods need nothing, so that a policy must deny it. */
  readonly isClosed: boolean;
  readonly policies: readonly DraftPolicy[];
}

function draftDirection(
  namespace: string,
  direction: Direction,
  { pathsOf, keyOf }: PathIndex,
  context: SuggestContext,
  isByFirewall: boolean,
): DirectionDraft {
  const units = context.units.byNamespace.get(namespace) ?? [];
  const [own, other] = direction === 'Egress' ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const needy = units.filter((unit) => keyOf(unit, own) !== '');
  const subjects = subjectsOf(needy, units, (unit) => keyOf(unit, own));
  const policies = subjects.map(({ podSelector, members, workload }): DraftPolicy => {
    const [first] = members;
    const needed = first ? pathsOf(first, own) : [];
    const demands = needed.map((path) => ({ peers: path[other], transport: path.transport }));
    const open = isByFirewall && direction === 'Egress' ? openOutside(demands, context.world) : demands;
    const rules = draftRules(open, members, direction, context);
    return { namespace, podSelector, directions: [direction], rules, ...(workload === undefined ? {} : { workload }) };
  });
  // A pod that only needs packets to itself needs no rule.
  const needed = policies.filter(({ rules }) => rules.length > 0);
  return { direction, isClosed: needy.length < units.length || needed.length < policies.length, policies: needed };
}

interface Subject {
  readonly podSelector: LabelSelector;
  readonly members: readonly PodUnit[];
  readonly workload?: string;
}

/**
 * Returns the subjects of the policies: all pods of a namespace if they need the same, else the pods of a workload that
 * need the same.
 */
function subjectsOf(open: readonly PodUnit[], all: readonly PodUnit[], needsOf: (unit: PodUnit) => string): Subject[] {
  const needs = new Set(open.map(needsOf));
  if (open.length === all.length && open.length > 1 && needs.size === 1) return [{ podSelector: {}, members: open }];
  const groups = [...groupBy(open, (unit) => `${unit.workload} ${needsOf(unit)}`).values()];
  return groups.flatMap((members): Subject[] => {
    const podSelector = distinguishUnits(members, all);
    const name = members[0]?.name ?? '';
    if (podSelector) return [{ podSelector, members, workload: name }];
    return members.map((unit) => ({
      podSelector: distinguishUnits([unit], all) ?? {},
      members: [unit],
      workload: unit.name,
    }));
  });
}
