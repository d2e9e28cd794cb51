import { listNames } from '../../std/list-text.js';
import type { GivenChange } from '../../traffic/change.js';
import type { Bounds } from './bounds.js';
import type { Block } from './document.js';

/**
 * Returns the number of changes: one for each address and existing namespace, or for each address with a selector of
 * later namespaces.
 */
export function countGiven(given: readonly GivenChange[]): number {
  return given.reduce((sum, { namespaces }) => sum + Math.max(1, namespaces.length), 0);
}

/** Returns a block with the recipients of a source address. */
export function givenBlock(given: GivenChange, { facts }: Bounds): Block {
  const { address, owner } = given;
  return {
    title: `${owner}: ${address}`,
    facts: [{ mark: '+', text: `source address of ${namesOfGiven(given, facts)}` }],
  };
}

/** Returns the recipients of a source address, with at most `most` names. */
export function namesOfGiven({ namespaces, selector }: GivenChange, most: number): string {
  if (selector === undefined) return `future pods in ${listNames(namespaces, most)}`;
  return selector === '' ? 'all future namespaces' : `future namespaces with ${selector}`;
}
