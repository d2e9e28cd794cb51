import type { LabelSelector } from '../model/label-selector.js';

/** Requirement of a selector on one label. */
interface Requirement {
  readonly operator: string;
  readonly values: readonly string[];
}

/**
 * Returns true if every set of labels that matches `narrow` also matches `wide`: each requirement of `wide` follows
 * from one of `narrow` on the same key. Both must be valid.
 */
export function implies(narrow: LabelSelector, wide: LabelSelector): boolean {
  if (narrow === wide) return true;
  for (const [key, value] of Object.entries(wide.matchLabels ?? {})) {
    if (!isRequired(narrow, key, { operator: 'In', values: [value] })) return false;
  }
  return (wide.matchExpressions ?? []).every(({ key, operator, values = [] }) =>
    isRequired(narrow, key, { operator, values }),
  );
}

/** Returns the values that a selector allows for a label, or undefined if it allows any. */
export function valuesOf(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  key: string,
): readonly string[] | undefined {
  if (Object.hasOwn(matchLabels, key)) return [matchLabels[key] ?? ''];
  return matchExpressions.find((own) => own.key === key && own.operator === 'In')?.values;
}

function isRequired(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  key: string,
  asked: Requirement,
): boolean {
  if (Object.hasOwn(matchLabels, key) && follows({ operator: 'In', values: [matchLabels[key] ?? ''] }, asked))
    return true;
  return matchExpressions.some(
    ({ key: own, operator, values = [] }) => own === key && follows({ operator, values }, asked),
  );
}

/** Returns true if a requirement on a label implies another one on it. */
function follows({ operator, values }: Requirement, asked: Requirement): boolean {
  switch (asked.operator) {
    case 'In':
      return operator === 'In' && values.every((value) => asked.values.includes(value));
    case 'Exists':
      return operator === 'In' || operator === 'Exists';
    case 'NotIn':
      if (operator === 'In') return !values.some((value) => asked.values.includes(value));
      return (
        operator === 'DoesNotExist' || (operator === 'NotIn' && asked.values.every((value) => values.includes(value)))
      );
    default:
      return operator === 'DoesNotExist';
  }
}
