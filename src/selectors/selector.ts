import type { Labels } from '../model/cluster.js';
import type { LabelSelector } from '../model/label-selector.js';
import { labelKeyProblems, labelValueProblems } from './syntax.js';

export type { LabelSelector } from '../model/label-selector.js';

/** A compiled selector. `isEmpty` is true if it has no requirement and matches everything. */
export interface Selector {
  readonly matches: (labels: Labels) => boolean;
  readonly isEmpty: boolean;
}

/** Problem of a selector: the live controllers' words, and the pointer inside the selector. */
export interface SelectorProblem {
  readonly text: string;
  readonly pointer: string;
}

/** Formats the values of a requirement for an error. */
export type ValuesText = (values: readonly string[]) => string;

type Requirement = (labels: Labels) => boolean;

/**
 * Compiles a label selector to a test, or returns the problem of its first invalid requirement. Labels are checked in
 * byte order of their keys, then expressions in theirs.
 *
 * All requirements must be met. `NotIn` and `DoesNotExist` are met if the key is missing. An empty selector matches
 * everything. `valuesText` formats the values in the problem. If unset, they are JSON. See apimachinery's
 * `LabelSelectorAsSelector`.
 */
export function compileSelector(
  selector: LabelSelector,
  valuesText: ValuesText = valuesAsJSON,
): Selector | SelectorProblem {
  const requirements: Requirement[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = requirementProblem(key, 'In', [value], valuesText);
    if (text !== undefined) return { text, pointer: '/matchLabels' };
    requirements.push((labels) => Object.hasOwn(labels, key) && labels[key] === value);
  }
  for (const [index, { key, operator, values = [] }] of (selector.matchExpressions ?? []).entries()) {
    const text = requirementProblem(key, operator, values, valuesText);
    if (text !== undefined) return { text, pointer: `/matchExpressions/${index}` };
    requirements.push(expressionTest(key, operator, new Set(values)));
  }
  const [only] = requirements;
  if (!only) return EVERYTHING;
  if (requirements.length === 1) return { matches: only, isEmpty: false };
  return { matches: (labels) => requirements.every((holds) => holds(labels)), isEmpty: false };
}

/** The selector without a requirement. */
export const EVERYTHING: Selector = { matches: () => true, isEmpty: true };

export function isSelectorProblem(selector: object): selector is SelectorProblem {
  return 'text' in selector;
}

function expressionTest(key: string, operator: string, values: ReadonlySet<string>): Requirement {
  switch (operator) {
    case 'In':
      return (labels) => Object.hasOwn(labels, key) && values.has(labels[key] ?? '');
    case 'NotIn':
      return (labels) => !Object.hasOwn(labels, key) || !values.has(labels[key] ?? '');
    case 'Exists':
      return (labels) => Object.hasOwn(labels, key);
    default:
      return (labels) => !Object.hasOwn(labels, key);
  }
}

function valuesAsJSON(values: readonly string[]): string {
  return values.length === 0 ? 'null' : JSON.stringify(values);
}

function requirementProblem(
  key: string,
  operator: string,
  values: readonly string[],
  valuesText: ValuesText,
): string | undefined {
  if (!['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator)) {
    return `${JSON.stringify(operator)} is not a valid label selector operator`;
  }
  const problems: string[] = [];
  const invalid = (path: string, value: string, detail: string): void => {
    problems.push(`${path}: Invalid value: ${value}: ${detail}`);
  };
  const keyProblems = labelKeyProblems(key);
  if (keyProblems.length > 0) invalid('key', JSON.stringify(key), keyProblems.join('; '));
  if ((operator === 'In' || operator === 'NotIn') && values.length === 0) {
    invalid('values', valuesText(values), "for 'in', 'notin' operators, values set can't be empty");
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0) {
    invalid('values', valuesText(values), 'values set must be empty for exists and does not exist');
  }
  for (const [index, value] of values.entries()) {
    const valueProblems = labelValueProblems(value);
    if (valueProblems.length > 0) invalid(`values[${index}][${key}]`, JSON.stringify(value), valueProblems.join('; '));
  }
  return problems.length > 1 ? `[${problems.join(', ')}]` : problems[0];
}
