import type { PortChange, RedirectionChange } from '../../traffic/change.js';
import type { Block, Fact } from './document.js';
import { sideNotes } from './layout-traffic.js';

/**
 * Returns a block for each router whose redirections change. Shows at most `most` changes of a block, and one packet.
 */
export function layOutRedirections(changes: readonly RedirectionChange[], most: number): Block[] {
  return changes.map(({ router, ports, exits, example }) => {
    const facts = [
      ...exits.map(({ what, ...sides }) => changeFact(what, sides)),
      ...ports.map(({ before, after, ...place }) =>
        changeFact(describePlace(place), {
          ...(before === undefined ? {} : { before }),
          ...(after === undefined ? {} : { after }),
        }),
      ),
    ];
    const more = facts.length - most;
    const notes: Fact[] = [
      ...(more > 0 ? [{ mark: 'note' as const, text: `and ${more} more` }] : []),
      ...(example ? [{ mark: 'note' as const, text: `example: ${example.packet}` }, ...sideNotes(example)] : []),
    ];
    return {
      title: `EgressRouter ${router}`,
      facts: [...facts.slice(0, most), ...notes],
    };
  });
}

/** Returns a fact: `+` for an addition, `-` for a removal, `~` with both values for a change. */
function changeFact(what: string, { before, after }: Pick<PortChange, 'before' | 'after'>): Fact {
  if (before === undefined) return { mark: '+', text: `${what} → ${after ?? ''}` };
  if (after === undefined) return { mark: '-', text: `${what} → ${before}` };
  return { mark: '~', text: `${what}: ${before} → ${after}` };
}

function describePlace({ protocol, port, family }: Pick<PortChange, 'protocol' | 'port' | 'family'>): string {
  return protocol === undefined ? `all other ${family} ports` : `${protocol} port ${port ?? ''}`;
}
