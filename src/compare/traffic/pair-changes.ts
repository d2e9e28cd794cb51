import type { Family } from '../../net/address.js';
import type { ConnectionChange } from '../../traffic/change.js';
import { type TransportSet, subtractTransport } from '../../traffic/filters/transport-set.js';
import type { Vocabulary } from '../../traffic/policies/vocabulary.js';

/** A change between two classes of pods. */
export interface PairChange {
  readonly change: ConnectionChange['change'];
  readonly transport: TransportSet;
  /** Families of the change, never empty, in the order of the comparison. */
  readonly families: readonly Family[];
}

/** All changes between two classes. Equal lists are the same object. */
export type PairChanges = readonly PairChange[];

export const NO_CHANGES: PairChanges = [];

/** Finds the changes between classes. Equal results are the same objects. */
export interface PairChangeFinder {
  /**
   * Returns the changes between two states of connections. Each state has a set for each family, in the order of the
   * families.
   */
  readonly find: (was: readonly TransportSet[], now: readonly TransportSet[]) => PairChanges;
  /** Returns true if more distinct changes were found than the limit. */
  readonly isFull: () => boolean;
}

/** Creates a finder for sets of the vocabulary. */
export function createPairChanges(families: readonly Family[], { setOf }: Vocabulary, most: number): PairChangeFinder {
  const numbers = new Map<unknown, number>();
  const numberOf = (one: unknown): number => {
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return number;
  };
  const known = new Map<string, PairChanges>();
  const changes = new Map<string, PairChange>();
  const lists = new Map<string, PairChanges>([['', NO_CHANGES]]);
  const find = (was: readonly TransportSet[], now: readonly TransportSet[]): PairChanges => {
    const found = new Map<string, { change: PairChange['change']; transport: TransportSet; families: Family[] }>();
    for (const [index, family] of families.entries()) {
      const [old = [], other = []] = [was[index], now[index]];
      for (const change of ['opened', 'closed'] as const) {
        const [more, less] = change === 'opened' ? [other, old] : [old, other];
        const transport = more === less ? [] : setOf(subtractTransport(more, less));
        if (transport.length === 0) continue;
        const key = `${change} ${numberOf(transport)}`;
        const same = found.get(key);
        if (same) same.families.push(family);
        else found.set(key, { change, transport, families: [family] });
      }
    }
    const ids = [...found].map(([key, one]) => {
      const id = `${key} ${one.families.join()}`;
      if (!changes.has(id)) changes.set(id, one);
      return id;
    });
    const list = lists.get(ids.join(';')) ?? ids.flatMap((id) => changes.get(id) ?? []);
    lists.set(ids.join(';'), list);
    return list;
  };
  const findOnce: PairChangeFinder['find'] = (was, now) => {
    if (was.every((set, index) => set === now[index])) return NO_CHANGES;
    const key = [...was, '>', ...now].map((one) => (one === '>' ? one : numberOf(one))).join();
    let result = known.get(key);
    if (!result) known.set(key, (result = find(was, now)));
    return result;
  };
  return { find: findOnce, isFull: () => changes.size > most };
}
