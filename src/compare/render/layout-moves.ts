import { familyOfText } from '../../net/address.js';
import type { AssignmentMove } from '../../traffic/change.js';
import type { Block, Fact } from './document.js';

/** An address that replaces another one of the same object. */
interface Replacement {
  readonly gone: AssignmentMove;
  readonly come: AssignmentMove;
}

/** Returns a block for each address or host that moves. An address that replaces another is one line. */
export function moveBlocks(moves: readonly AssignmentMove[]): Block[] {
  const replacementOf = pairReplacements(moves);
  return moves.flatMap((move): Block[] => {
    const replacement = replacementOf.get(move);
    if (!replacement) return [describeMove(move)];
    return replacement.gone === move ? [describeReplacement(replacement)] : [];
  });
}

/**
 * Pairs, object by object, the first removed address with the first added address of its family. Keyed by both moves.
 */
function pairReplacements(moves: readonly AssignmentMove[]): ReadonlyMap<AssignmentMove, Replacement> {
  const waiting = new Map<string, AssignmentMove[]>();
  for (const move of moves) {
    if (move.address === undefined || move.from !== undefined) continue;
    const key = keyOf(move, move.address);
    const others = waiting.get(key);
    if (others) others.push(move);
    else waiting.set(key, [move]);
  }
  for (const others of waiting.values()) others.reverse();
  const pairs = new Map<AssignmentMove, Replacement>();
  for (const gone of moves) {
    if (gone.address === undefined || gone.to !== undefined) continue;
    const come = waiting.get(keyOf(gone, gone.address))?.pop();
    if (come) pairs.set(gone, { gone, come }).set(come, { gone, come });
  }
  return pairs;
}

function keyOf({ kind, name }: AssignmentMove, address: string): string {
  return `${kind} ${name} ${familyOfText(address)}`;
}

function describeReplacement({ gone, come }: Replacement): Block {
  const describe = (address = '', node = ''): string => `${address} on ${node}`;
  return {
    title: `${gone.kind} ${gone.name}`,
    facts: [
      { mark: '~', text: `${describe(gone.address, gone.from)} → ${describe(come.address, come.to)}` },
      ...[...new Set([gone.why, come.why])].map((text): Fact => ({ mark: 'note', text })),
    ],
  };
}

function describeMove({ kind, name, address, from, to, why }: AssignmentMove): Block {
  return {
    title: `${kind} ${name}${address === undefined ? '' : `: ${address}`}`,
    facts: [
      { mark: '~', text: `${from ?? 'no node'} → ${to ?? 'no node'}` },
      { mark: 'note', text: why },
    ],
  };
}
