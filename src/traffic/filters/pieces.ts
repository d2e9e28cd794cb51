import { sortUnique } from '../../std/sort-unique.js';
import { NO_RULE, type Spans, indexOf } from './sweep.js';

/**
 * The borders of what some rules match, as ascending indexes of atoms from 0 to `size`: between two neighbours, a piece, none of
 * these rules tells transports apart. A few rules make a few pieces, however many atoms the rules of a list have together.
 */
export function bordersOf(active: readonly (readonly number[])[], spans: readonly Spans[], size: number): number[] {
  const borders = [0];
  for (let list = 0; list < active.length; list++) {
    for (const rule of active[list] ?? []) {
      // Both ends of everything, which most rules are for, are borders anyway.
      for (const index of spans[list]?.[rule] ?? []) if (index !== 0 && index !== size) borders.push(index);
      if (borders.length >= size) return Array.from({ length: size + 1 }, (_, index) => index);
    }
  }
  borders.push(size);
  return borders.length === 2 ? borders : sortUnique(borders);
}

/** For each piece between the borders the first of the rules that matches it, or NO_RULE. */
export function decidePieces(rules: readonly number[], spans: Spans, borders: readonly number[]): Int32Array {
  const deciders = new Int32Array(borders.length - 1).fill(NO_RULE);
  let open = deciders.length;
  for (const rule of rules) {
    if (open === 0) break;
    const span = spans[rule] ?? [];
    for (let at = 0; at < span.length; at += 2) {
      const end = indexOf(borders, span[at + 1] ?? 0);
      for (let piece = indexOf(borders, span[at] ?? 0); piece < end; piece++) {
        if (deciders[piece] !== NO_RULE) continue;
        deciders[piece] = rule;
        open--;
      }
    }
  }
  return deciders;
}
