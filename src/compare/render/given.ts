import { listNames } from '../../std/list-text.js';
import type { GivenChange } from '../../traffic/change.js';
import type { Bounds } from './bounds.js';
import type { Block } from './document.js';

/** One for each address and namespace, or selector of those to come. */
export function countGiven(given: readonly GivenChange[]): number {
  return given.reduce((sum, { namespaces }) => sum + Math.max(1, namespaces.length), 0);
}

/** Who gets a source address. */
export function givenBlock(given: GivenChange, { facts }: Bounds): Block {
  const { address, owner } = given;
  return { title: `${owner}: ${address}`, facts: [{ mark: '+', text: `${namesOfGiven(given, facts)} leave with it` }] };
}

/** The same without what they get, and with so many names at most. */
export function namesOfGiven({ namespaces, selector }: GivenChange, most: number): string {
  if (selector === undefined) return `pods to come of ${listNames(namespaces, most)}`;
  return selector === '' ? 'all namespaces to come' : `namespaces to come with ${selector}`;
}
