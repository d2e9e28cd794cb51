import { sortUnique } from '../../std/sort-unique.js';
import { NO_RULE, type Spans, indexOf } from './sweep.js';

/**
 * Returns the boundaries of some rules as ascending indexes of atoms from 0 to `size`. Between two neighbours, a piece,
 * the rules are constant. A few rules make a few pieces, however many atoms the whole list has.
 */
export function boundariesOf(active: readonly (readonly number[])[], spans: readonly Spans[], size: number): number[] {
  const boundaries = [0];
  for (let list = 0; list < active.length; list++) {
    for (const rule of active[list] ?? []) {
      // The ends of the whole range, which most rules have, are boundaries anyway.
      for (const index of spans[list]?.[rule] ?? []) if (index !== 0 && index !== size) boundaries.push(index);
      if (boundaries.length >= size) return Array.from({ length: size + 1 }, (_, index) => index);
    }
  }
  boundaries.push(size);
  return boundaries.length === 2 ? boundaries : sortUnique(boundaries);
}

/** Returns the first matching rule of each piece, or NO_RULE. */
export function decidePieces(rules: readonly number[], spans: Spans, boundaries: readonly number[]): Int32Array {
  const count = boundaries.length - 1;
  const deciders = new Int32Array(count).fill(NO_RULE);
  // Decided pieces are skipped, independent of the number of matching rules. Each links to an open piece, or to the
  // end.
  const next = Int32Array.from({ length: count + 1 }, (_, piece) => piece);
  let open = count;
  for (const rule of rules) {
    if (open === 0) break;
    const span = spans[rule] ?? [];
    for (let at = 0; at < span.length; at += 2) {
      const end = indexOf(boundaries, span[at + 1] ?? 0);
      for (let piece = findOpen(next, indexOf(boundaries, span[at] ?? 0)); piece < end; piece = findOpen(next, piece)) {
        deciders[piece] = rule;
        next[piece] = piece + 1;
        open--;
      }
    }
  }
  return deciders;
}

/** Returns the first open piece at or after an index, and halves the path for later calls. */
function findOpen(next: Int32Array, from: number): number {
  let piece = from;
  for (let after = next[piece] ?? piece; after !== piece; after = next[piece] ?? piece) {
    next[piece] = next[after] ?? after;
    piece = next[piece] ?? piece;
  }
  return piece;
}
