import type { Direction } from '../../model/intent/policy.js';
import type { ReportAt } from '../../model/report-at.js';
import { asObject } from '../../std/json.js';
import { messages } from './messages.js';
import type { ResolvedPolicy } from './resolved.js';

/** Reports rules, and empty lists of rules, of a direction that the policy does not isolate. */
export function reportDirection(
  direction: Direction,
  { manifest, spec: { types, rules } }: ResolvedPolicy,
  reportAt: ReportAt,
): void {
  if (types.includes(direction)) return;
  const field = direction.toLowerCase();
  const pointer = `/spec/${field}`;
  if (rules[direction].length > 0) reportAt(messages.rulesWithoutType(direction, types), pointer);
  else if (Array.isArray(asObject(manifest.object.spec)?.[field]))
    reportAt(messages.emptyListWithoutType(direction, types), pointer);
}
