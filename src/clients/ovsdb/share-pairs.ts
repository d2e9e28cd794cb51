import { type Atom, type OvsdbRow, type OvsdbValue, entriesOf } from './notation.js';

type Pair = readonly [Atom, Atom];

/** Maximum keys, and values of each key, that are shared. Texts that never recur are not worth a place. */
const MOST = 100;

/**
 * Creates a function that returns a row in which the pairs of maps that other rows have, too, are the same objects as
 * there. Most `external_ids` of a hundred thousand rows are the same few pairs, and a server sends each as texts of its own.
 */
export function createPairSharing(): (row: OvsdbRow) => OvsdbRow {
  const known = new Map<Atom, { readonly key: Atom; readonly pairs: Map<Atom, Pair> }>();
  const share = (pair: Pair): Pair => {
    const [key, value] = pair;
    const ofKey = known.get(key) ?? { key, pairs: new Map<Atom, Pair>() };
    if (ofKey.pairs.size === 0) {
      if (known.size >= MOST) return pair;
      known.set(key, ofKey);
    }
    const shared = ofKey.pairs.get(value);
    if (shared) return shared;
    const own: Pair = [ofKey.key, value];
    if (ofKey.pairs.size < MOST) ofKey.pairs.set(value, own);
    return own;
  };
  const shareIn = (value: OvsdbValue): OvsdbValue => {
    const pairs = entriesOf(value);
    return pairs.length === 0 ? value : ['map', pairs.map(share)];
  };
  return (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shareIn(value)]));
}
