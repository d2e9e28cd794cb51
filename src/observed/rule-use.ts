import type { Cause } from '../model/intent/cause.js';
import { titleOf } from '../model/kubernetes-object.js';
import { memoizeWeak } from '../std/memoize.js';
import { findUsedRules } from '../traffic/policies/connections.js';
import type { RuleSource } from '../traffic/policies/stage-rules.js';
import type { FlowDecider } from './decide-flow.js';
import type { ObservedFlow, ObservedFlows } from './observe.js';

/** Use of a rule by observed flows. */
export interface RuleUseCounts {
  /** Number of records. */
  readonly count: number;
  /** Milliseconds since 1970. NaN if unknown. */
  readonly last: number;
  /** If true, the records may use it, which depends on the unknown answers of a name. */
  readonly isPossible?: boolean;
}

/** Returns the use of a rule by observed flows, or undefined if none uses it. */
export type FindObservedUse = (rule: Cause) => RuleUseCounts | undefined;

/** Finds the rules that observed flows use: those that decide, pass on or mark their packets. */
export function countRuleUse({ flows }: ObservedFlows, { resolve, markOf, nameRulesOf }: FlowDecider): FindObservedUse {
  const keyOf = memoizeWeak(keyOfRule);
  const [certain, possible] = [new Map<string, RuleUseCounts>(), new Map<string, RuleUseCounts>()];
  const add = (counts: Map<string, RuleUseCounts>, causes: readonly Cause[], { count, last }: ObservedFlow): void => {
    for (const key of new Set(causes.map(keyOf))) {
      const known = counts.get(key);
      const isLater = known === undefined || !(known.last >= last || Number.isNaN(last));
      counts.set(key, { count: (known?.count ?? 0) + count, last: isLater ? last : known.last });
    }
  };
  for (const flow of flows) {
    const resolved = resolve(flow);
    if (!resolved || resolved.isFromOwnNode) continue;
    const { from, family, targets } = resolved;
    add(
      possible,
      nameRulesOf(resolved).flatMap(({ source }) => causesOf(source)),
      flow,
    );
    const sources = targets.flatMap(({ to, place }) => findUsedRules(from, to, family, place));
    const mark = markOf(flow);
    add(certain, [...sources.flatMap(causesOf), ...(mark ? [mark.cause] : [])], flow);
  }
  return (rule) => {
    const found = possible.get(keyOf(rule));
    return certain.get(keyOf(rule)) ?? (found && { ...found, isPossible: true });
  };
}

function causesOf(source: RuleSource): Cause[] {
  switch (source.type) {
    case 'rule':
    case 'untracked':
      return [source.rule.cause];
    case 'filter':
      return [source.filter.cause];
    case 'policy':
    case 'icmp':
    case 'lost-replies':
      return [];
  }
}

/** Rules of filters are created on demand, so they are compared by their location. */
function keyOfRule(cause: Cause): string {
  return `${titleOf(cause.kind, cause)} ${cause.origin.pointer}${cause.pointer}`;
}
