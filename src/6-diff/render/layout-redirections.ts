import type { RedirectionChange } from '../traffic/change.js';
import type { Block, Fact } from './document.js';

/** Routers that pass on something else, a block each; `most` facts of a block are shown. */
export function layOutRedirections(changes: readonly RedirectionChange[], most: number): Block[] {
  return changes.map(({ router, added, removed }) => {
    const facts: Fact[] = [
      ...removed.map((text): Fact => ({ mark: '-', text })),
      ...added.map((text): Fact => ({ mark: '+', text })),
    ];
    const more = facts.length - most;
    const shown = facts.slice(0, most);
    return {
      title: `EgressRouter ${router}`,
      facts: more > 0 ? [...shown, { mark: 'note', text: `and ${more} more` }] : shown,
    };
  });
}
