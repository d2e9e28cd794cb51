import { type Json, asList, asObject } from '../std/json.js';
import { textOf } from '../model/kubernetes-object.js';
import type { WrittenSelector } from './namespaces.js';
import {
  type LabelSelector,
  type Selector,
  type SelectorProblem,
  compileSelector,
  isSelectorProblem,
} from './selector.js';

type Expression = NonNullable<LabelSelector['matchExpressions']>[number];

/** `key in (a, b)` and `key notin (a, b)`. */
const SET = /^(\S+)\s+(in|notin)\s*\(([^()]*)\)$/;
/** `key=value`, `key==value` and `key!=value`. */
const EQUALITY = /^([^\s=!]+)\s*(==|=|!=)\s*(\S*)$/;

/**
 * Compiles a selector that is one text, as `kubectl -l` and environment variables have it: requirements with commas between
 * them (apimachinery's `labels.Parse`, without `<` and `>`).
 */
export function compileSelectorText(text: string): Selector | SelectorProblem {
  const read = readSelectorText(text);
  return isSelectorProblem(read) ? read : read.compiled;
}

/** Returns such a text also as a `metav1.LabelSelector`. */
export function readSelectorText(text: string): WrittenSelector | SelectorProblem {
  const expressions: Expression[] = [];
  for (const requirement of splitRequirements(text)) {
    const expression = readRequirement(requirement);
    if (!expression) return { text: `${JSON.stringify(requirement)} is not a requirement on a label`, pointer: '' };
    expressions.push(expression);
  }
  const written = { matchExpressions: expressions };
  const compiled = compileSelector(written);
  return isSelectorProblem(compiled) ? compiled : { written, compiled };
}

/** Returns the parts between commas outside of parentheses. */
function splitRequirements(text: string): string[] {
  if (text.trim() === '') return [];
  const parts: string[] = [''];
  let isInside = false;
  for (const character of text) {
    if (character === '(') isInside = true;
    if (character === ')') isInside = false;
    if (character === ',' && !isInside) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  return parts.map((part) => part.trim());
}

function readRequirement(text: string): Expression | undefined {
  const set = SET.exec(text);
  if (set) {
    const [, key = '', word, list = ''] = set;
    return { key, operator: word === 'in' ? 'In' : 'NotIn', values: list.split(',').map((value) => value.trim()) };
  }
  const equality = EQUALITY.exec(text);
  if (equality) {
    const [, key = '', sign, value = ''] = equality;
    return { key, operator: sign === '!=' ? 'NotIn' : 'In', values: [value] };
  }
  const absent = text.startsWith('!');
  const key = (absent ? text.slice(1) : text).trim();
  return /^\S+$/.test(key) ? { key, operator: absent ? 'DoesNotExist' : 'Exists' } : undefined;
}

/**
 * Returns a `metav1.LabelSelector` as text for `compileSelectorText`: labels, then expressions, each in their order.
 * Returns '' for no selector.
 */
export function writeSelector(selector: Json | undefined): string {
  const { matchLabels, matchExpressions } = asObject(selector) ?? {};
  const labels = Object.entries(asObject(matchLabels) ?? {}).map(([key, value]) => `${key}=${textOf(value)}`);
  return [...labels, ...asList(matchExpressions).map(writeExpression)].join(',');
}

function writeExpression(expression: Json): string {
  const { key, operator, values } = asObject(expression) ?? {};
  const [name, list] = [textOf(key), asList(values).map(textOf).join(',')];
  switch (operator) {
    case 'In':
      return `${name} in (${list})`;
    case 'NotIn':
      return `${name} notin (${list})`;
    case 'DoesNotExist':
      return `!${name}`;
    default:
      return name;
  }
}
