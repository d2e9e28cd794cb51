import { type Diagnostic, type Findings, SEVERITIES } from '../model/diagnostic.js';
import { groupBy } from '../std/group-by.js';
import { addOmitted } from './omitted.js';

/** Findings with equal texts: the first in file order, and the others. */
export interface FindingGroup {
  readonly first: Diagnostic;
  readonly others: readonly Diagnostic[];
}

/** Findings in groups, as a terminal shows them, and the same findings without groups. */
export interface GroupedFindings {
  readonly groups: readonly FindingGroup[];
  readonly findings: Findings;
}

/**
 * Groups findings of equal code, severity, message and help, and returns the first `most` groups (0: all), the most severe
 * first and else in the order of the findings. The findings of other groups are only counted, by code.
 */
export function groupFindings(findings: Findings, most: number): GroupedFindings {
  const equal = groupBy(findings.diagnostics, ({ code, severity, message, help }) =>
    JSON.stringify([code, severity, message, help]),
  );
  const all = [...equal.values()].flatMap(([first, ...others]) => (first ? [{ first, others }] : []));
  const sorted = SEVERITIES.flatMap((severity) => all.filter(({ first }) => first.severity === severity));
  const groups = most === 0 ? sorted : sorted.slice(0, most);
  const omitted = addOmitted(findings.omitted, sorted.slice(groups.length).flatMap(membersOf));
  return { groups, findings: { ...findings, diagnostics: groups.flatMap(membersOf), omitted } };
}

function membersOf({ first, others }: FindingGroup): Diagnostic[] {
  return [first, ...others];
}
