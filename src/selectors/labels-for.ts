import type { Labels } from '../model/cluster.js';
import type { LabelSelector } from '../model/label-selector.js';
import { groupBy } from '../std/group-by.js';
import { compileSelector, isSelectorProblem } from './selector.js';

type Expression = NonNullable<LabelSelector['matchExpressions']>[number];

/** Returns the smallest set of labels that a selector matches. Returns undefined if it is invalid, or matches none. */
export function labelsFor(selector: LabelSelector): Labels | undefined {
  const compiled = compileSelector(selector);
  if (isSelectorProblem(compiled)) return undefined;
  const labels: Record<string, string> = { ...selector.matchLabels };
  for (const [key, own] of groupBy(selector.matchExpressions ?? [], (one) => one.key)) {
    if (Object.hasOwn(labels, key) || !own.some(isForPresent)) continue;
    const value = valueFor(key, own);
    if (value === undefined) return undefined;
    labels[key] = value;
  }
  return compiled.matches(labels) ? labels : undefined;
}

function isForPresent({ operator }: Expression): boolean {
  return operator === 'In' || operator === 'Exists';
}

/** Returns a value of a key that satisfies all expressions for the key. */
function valueFor(key: string, expressions: readonly Expression[]): string | undefined {
  const own = compileSelector({ matchExpressions: expressions });
  if (isSelectorProblem(own)) return undefined;
  const choices = expressions.find(({ operator }) => operator === 'In')?.values ?? valuesBeside(expressions);
  return choices.find((value) => own.matches({ [key]: value }));
}

/** Returns values at least one of which is not excluded by any expression. */
function valuesBeside(expressions: readonly Expression[]): string[] {
  const excluded = expressions.reduce((sum, { values = [] }) => sum + values.length, 0);
  return ['', ...Array.from({ length: excluded }, (_, index) => `x${index}`)];
}
