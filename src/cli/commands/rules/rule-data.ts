import type { Position } from '../../../model/diagnostic.js';
import { formatTime } from '../../../observed/format-time.js';
import type { ObservedFlows } from '../../../observed/observe.js';
import type { FindObservedUse } from '../../../observed/rule-use.js';
import type { FindUse, WrittenList } from '../../../report/rules.js';
import type { RuleData } from '../../../report/data.js';
import type { Cause } from '../../../model/intent/cause.js';

/** A rule of an object that filters or marks packets, in JSON. */
export interface ListedRule {
  readonly kind: string;
  /** '' for a cluster-wide object. */
  readonly namespace: string;
  readonly name: string;
  readonly rule: string;
  readonly at?: Pick<Position, 'file' | 'line' | 'column'>;
  readonly use: RuleData['use'];
  /** If set, why the rule has no effect, and the fix. */
  readonly why?: string;
  /** Use by observed flows. If unset, no flows were given. */
  readonly observed?: ObservedUse;
}

/** Number of records of observed flows that use a rule. Times are RFC 3339. */
export interface ObservedUse {
  readonly count: number;
  /** If true, the records may use it, which depends on the unknown answers of a name. */
  readonly isPossible?: boolean;
  /** The last use, if known. */
  readonly last?: string;
  /** Start of the observed period, if no flow in it uses the rule. */
  readonly unusedSince?: string;
}

/** Observed flows that rules are compared with. */
export interface ObservedRules {
  readonly flows: ObservedFlows;
  readonly find: FindObservedUse;
}

/** Lists rules in their order of precedence, object by object. */
export function listRules(
  lists: readonly WrittenList[],
  placeOf: (cause: Cause) => Position | undefined,
  findUse: FindUse,
  observed: ObservedRules | undefined,
): ListedRule[] {
  return lists.flatMap(({ cause: { kind, namespace, name }, rules }) =>
    rules.map(({ text, cause }): ListedRule => {
      const at = placeOf(cause);
      return {
        ...{ kind, namespace, name, rule: text },
        ...(at ? { at: { file: at.file, line: at.line, column: at.column } } : {}),
        ...findUse(cause),
        ...(observed ? { observed: observedUseOf(cause, observed) } : {}),
      };
    }),
  );
}

function observedUseOf(cause: Cause, { flows: { first }, find }: ObservedRules): ObservedUse {
  const found = find(cause);
  if (!found) return { count: 0, ...(Number.isNaN(first) ? {} : { unusedSince: formatTime(first) }) };
  const { count, isPossible } = found;
  return {
    count,
    ...(isPossible ? { isPossible } : {}),
    ...(Number.isNaN(found.last) ? {} : { last: formatTime(found.last) }),
  };
}
