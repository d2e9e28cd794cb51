import { quote } from '../std/quote.js';

/** Returns a value of the input with the article and name of its type: `the number 3`, `a list`, `null`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the string ${quote(value)}`;
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`;
  return 'an object';
}

/** Returns a scalar of the input as a message shows it, without naming its type. */
export function showValue(value: unknown): string {
  return typeof value === 'string' ? quote(value) : describeValue(value).replace(/^the \w+ /, '');
}
