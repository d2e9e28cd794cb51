import { type Cell, type ClassPairs, isSelf } from './class-pairs.js';
import type { ClassType } from './class-types.js';
import { NO_CHANGES, type PairChange } from './pair-changes.js';
import type { LastingClass } from './policy-sides.js';

/** Connections from many classes to many. Equal lists of different groups are one list. */
interface ManyToMany {
  readonly from: readonly LastingClass[];
  readonly to: readonly LastingClass[];
}

/** Connections with the same change. */
export interface PairGroup extends ManyToMany {
  readonly change: PairChange;
  /** Connections that do not have the change. */
  readonly except: readonly ManyToMany[];
  /** A connection that has the change. */
  readonly example: Pair;
}

interface Pair {
  readonly from: LastingClass;
  readonly to: LastingClass;
}

interface Single extends Pair {
  readonly change: PairChange;
}

/** Groups the changes between classes, up to `most` pairs one by one. `classes` contains all classes, in order. */
export function groupPairs(pairs: ClassPairs, classes: readonly LastingClass[], most: number): readonly PairGroup[] {
  const count = pairs.cells.reduce((sum, { from, to }) => sum + from.classes.length * to.classes.length, 0);
  const places = new Map(classes.map((one, place) => [one, place]));
  const inOrder = (singles: readonly Single[]): readonly Single[] => {
    const placeOf = (one: LastingClass): number => places.get(one) ?? 0;
    return singles.toSorted((a, b) => placeOf(a.from) - placeOf(b.from) || placeOf(a.to) - placeOf(b.to));
  };
  const numberOf = (one: LastingClass): number => places.get(one) ?? 0;
  if (count <= most) return joinSingles(inOrder(listSingles(pairs)), numberOf);
  const others = pairs.exceptions.flatMap(({ from, to, changes, cell }) =>
    changes.flatMap((change): Single[] => (cell?.changes.includes(change) === true ? [] : [{ from, to, change }])),
  );
  return [...groupTypes(pairs, numberOf), ...joinSingles(inOrder(others), numberOf)];
}

/** Returns all pairs that change, one by one. */
function listSingles({ cells, exceptions }: ClassPairs): Single[] {
  const isException = createPairCheck(exceptions);
  const usual = cells.flatMap(({ from, to, changes }) =>
    from.classes.flatMap((sender) =>
      to.classes.flatMap((receiver) =>
        isException(sender, receiver) ? [] : changes.map((change): Single => ({ change, from: sender, to: receiver })),
      ),
    ),
  );
  const others = exceptions.flatMap(({ from, to, changes }) => changes.map((change): Single => ({ change, from, to })));
  return [...usual, ...others];
}

/** Creates a check whether a pair is in a list. */
function createPairCheck(pairs: readonly Pair[]): (from: LastingClass, to: LastingClass) => boolean {
  const known = new Map<LastingClass, Set<LastingClass>>();
  for (const { from, to } of pairs) known.set(from, (known.get(from) ?? new Set<LastingClass>()).add(to));
  return (from, to) => known.get(from)?.has(to) ?? false;
}

/** Joins pairs that differ only in their sources, then those that differ only in their destinations. */
function joinSingles(singles: readonly Single[], numberOf: (one: LastingClass) => number): PairGroup[] {
  const changes = new Map<PairChange, Map<LastingClass, LastingClass[]>>();
  for (const { change, from, to } of singles) {
    const sources = changes.get(change) ?? new Map<LastingClass, LastingClass[]>();
    const own = sources.get(to);
    if (own) own.push(from);
    else changes.set(change, sources.set(to, [from]));
  }
  return [...changes].flatMap(([change, sources]) => {
    const joined = new Map<string, ManyToMany & { readonly to: LastingClass[] }>();
    for (const [to, from] of sources) {
      const key = from.map(numberOf).join();
      const known = joined.get(key);
      if (known) known.to.push(to);
      else joined.set(key, { from, to: [to] });
    }
    return [...joined.values()].flatMap((one): PairGroup[] => {
      const example = findExample(one, () => false);
      return example ? [{ change, ...one, except: [], example }] : [];
    });
  });
}

interface TypeGroup {
  readonly cells: Cell[];
  readonly missing: Pair[];
}

/** Groups the changes by type, those to types with the same senders together. */
function groupTypes({ cells, exceptions }: ClassPairs, numberOf: (one: LastingClass) => number): PairGroup[] {
  const groups = new Map<PairChange, Map<ClassType, TypeGroup>>();
  const groupOf = (change: PairChange, to: ClassType): TypeGroup => {
    const own = groups.get(change) ?? new Map<ClassType, TypeGroup>();
    groups.set(change, own);
    const group = own.get(to) ?? { cells: [], missing: [] };
    own.set(to, group);
    return group;
  };
  for (const cell of cells) for (const change of cell.changes) groupOf(change, cell.to).cells.push(cell);
  for (const { from, to, changes, cell } of exceptions) {
    for (const change of cell?.changes ?? NO_CHANGES)
      if (cell && !changes.includes(change)) groupOf(change, cell.to).missing.push({ from, to });
  }
  const lists = new Map<string, readonly LastingClass[]>();
  return [...groups].flatMap(([change, byReceiver]) => {
    const joined = new Map<string, { from: readonly LastingClass[]; to: LastingClass[]; missing: Pair[] }>();
    for (const [receivers, { cells: own, missing }] of byReceiver) {
      const key = own
        .map(({ from }) => from.classes[0])
        .map((one) => one && numberOf(one))
        .join();
      const from = lists.get(key) ?? own.flatMap((cell) => cell.from.classes);
      lists.set(key, from);
      const known = joined.get(key) ?? { from, to: [], missing: [] };
      joined.set(key, known);
      for (const one of receivers.classes) known.to.push(one);
      for (const one of missing) known.missing.push(one);
    }
    return [...joined.values()].flatMap(({ from, to, missing }): PairGroup[] => {
      const example = findExample({ from, to }, createPairCheck(missing));
      if (!example) return [];
      // A pod never filters its packets to itself, so that pair is not listed.
      const told = missing.flatMap((one): Single[] => (isSelf(one.from, one.to) ? [] : [{ ...one, change }]));
      return [{ change, from, to, except: joinSingles(told, numberOf), example }];
    });
  });
}

/** Returns a connection between two pods that `isLeftOut` does not exclude. Returns undefined if none exists. */
function findExample({ from, to }: ManyToMany, isLeftOut: (from: LastingClass, to: LastingClass) => boolean) {
  for (const sender of from) {
    for (const receiver of to) {
      if (!isSelf(sender, receiver) && !isLeftOut(sender, receiver)) return { from: sender, to: receiver };
    }
  }
  return undefined;
}
