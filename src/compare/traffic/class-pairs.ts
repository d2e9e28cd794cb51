import type { Family } from '../../net/address.js';
import { connectClasses } from '../../traffic/policies/connections.js';
import { type ClassType, type ClassTypes, selectionsOfClass, sortClasses } from './class-types.js';
import type { ComparisonLimits } from './limits.js';
import { type PairChangeFinder, NO_CHANGES, type PairChanges, createPairChanges } from './pair-changes.js';
import type { LastingClass, PolicySides } from './policy-sides.js';

/** Two types of classes whose pods have the same changes of their connections, except for single pairs of classes. */
export interface Cell {
  readonly from: ClassType;
  readonly to: ClassType;
  /** Never empty. */
  readonly changes: PairChanges;
}

/** Two classes whose changes differ from those of their types. */
export interface PairException {
  readonly from: LastingClass;
  readonly to: LastingClass;
  readonly changes: PairChanges;
  /** The cell of their types. If unset, the connections of the types do not change. */
  readonly cell?: Cell;
}

/** The connections between classes that are opened or closed. */
export interface ClassPairs {
  readonly cells: readonly Cell[];
  readonly exceptions: readonly PairException[];
  /** Number of pairs that were not compared because there are too many. */
  readonly unexplored: number;
}

/**
 * Returns the changes between all classes. Classes whose rules treat all others alike are compared together. Single
 * pairs are compared only if a rule picks few classes.
 */
export function compareClasses(
  policies: PolicySides,
  families: readonly Family[],
  limits: ComparisonLimits,
): ClassPairs {
  const { classes, vocabulary } = policies;
  const changed = classes.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return { cells: [], exceptions: [], unexplored: 0 };
  const types = sortClasses(classes, families, limits);
  if (!types) return { cells: [], exceptions: [], unexplored: changed.length * classes.length };
  const finder = createPairChanges(families, vocabulary, limits.changes);
  const grid = compareTypes(types, families, policies, finder, limits.pairs);
  const cellOf = (from: LastingClass, to: LastingClass): Cell | undefined => {
    const [sender, receiver] = [types.senderOf.get(from), types.receiverOf.get(to)];
    return sender && receiver && grid.cellOf(sender, receiver);
  };
  const { pairs, unlisted } = listPairs(classes, changed, types, limits.pairs);
  const exceptions: PairException[] = [];
  let unexplored = grid.unexplored + unlisted;
  const add = (from: LastingClass, to: LastingClass, changes: PairChanges): void => {
    const cell = cellOf(from, to);
    if (changes !== (cell?.changes ?? NO_CHANGES)) exceptions.push({ from, to, changes, ...(cell && { cell }) });
  };
  for (const [from, all] of pairs) {
    for (const to of all) {
      if (finder.isFull()) unexplored++;
      else if (!isSelf(from, to)) add(from, to, comparePair(from, to, families, policies, finder));
    }
  }
  for (const one of classes) if (isSelf(one, one)) add(one, one, NO_CHANGES);
  return { cells: grid.cells, exceptions, unexplored };
}

/** Returns true for a pod and itself, because a pod does not filter its packets to itself. */
export function isSelf(from: LastingClass, to: LastingClass): boolean {
  return from === to && from.pods.length === 1;
}

/** Compares each type of senders with each type of receivers, if one of the two has changed. */
function compareTypes(
  { senders, receivers }: ClassTypes,
  families: readonly Family[],
  { vocabulary }: PolicySides,
  finder: PairChangeFinder,
  most: number,
) {
  const cells: Cell[] = [];
  const found = new Map<ClassType, Map<ClassType, Cell>>();
  let [count, unexplored] = [0, 0];
  const connectTypes = (from: ClassType, to: ClassType, side: 'before' | 'after') =>
    families.map((_, index) =>
      vocabulary.intersect(
        from[side].vector[to[side].block]?.[index] ?? [],
        to[side].vector[from[side].block]?.[index] ?? [],
      ),
    );
  const changedReceivers = receivers.filter(({ isChanged }) => isChanged);
  for (const from of senders) {
    for (const to of from.isChanged ? receivers : changedReceivers) {
      if (++count > most || finder.isFull()) {
        unexplored += from.classes.length * to.classes.length;
        continue;
      }
      const changes = finder.find(connectTypes(from, to, 'before'), connectTypes(from, to, 'after'));
      if (changes.length === 0) continue;
      const cell = { from, to, changes };
      cells.push(cell);
      found.set(from, (found.get(from) ?? new Map<ClassType, Cell>()).set(to, cell));
    }
  }
  return { cells, unexplored, cellOf: (from: ClassType, to: ClassType) => found.get(from)?.get(to) };
}

type Pairs = ReadonlyMap<LastingClass, ReadonlySet<LastingClass>>;

/** Returns the pairs of a changed class and another class that a light selection in a rule of either picks. */
function listPairs(
  classes: readonly LastingClass[],
  changed: readonly LastingClass[],
  { isLight }: ClassTypes,
  most: number,
): { readonly pairs: Pairs; readonly unlisted: number } {
  const picked = new Map<number, LastingClass[]>();
  const users = { ingress: new Map<number, LastingClass[]>(), egress: new Map<number, LastingClass[]>() };
  for (const one of classes) {
    for (const selection of lightOf(one, selectionsOfClass, isLight)) push(picked, selection, one);
    for (const direction of ['ingress', 'egress'] as const) {
      for (const selection of lightOf(one, (side) => side[direction].selections, isLight))
        push(users[direction], selection, one);
    }
  }
  const pairs = new Map<LastingClass, Set<LastingClass>>();
  let [count, unlisted] = [0, 0];
  const add = (from: LastingClass, to: LastingClass): void => {
    const own = pairs.get(from) ?? new Set<LastingClass>();
    if (own.has(to)) return;
    if (count >= most) unlisted++;
    else {
      count++;
      pairs.set(from, own.add(to));
    }
  };
  for (const one of changed) {
    const looks = lightOf(one, selectionsOfClass, isLight);
    for (const selection of lightOf(one, ({ egress }) => egress.selections, isLight))
      for (const other of picked.get(selection) ?? []) add(one, other);
    for (const selection of looks) for (const other of users.ingress.get(selection) ?? []) add(one, other);
    for (const selection of lightOf(one, ({ ingress }) => ingress.selections, isLight))
      for (const other of picked.get(selection) ?? []) add(other, one);
    for (const selection of looks) for (const other of users.egress.get(selection) ?? []) add(other, one);
  }
  return { pairs, unlisted };
}

/** Returns the light selections of a class on either side. */
function lightOf(
  { before, after }: LastingClass,
  selections: (side: LastingClass['before']) => Iterable<number>,
  isLight: ClassTypes['isLight'],
): ReadonlySet<number> {
  return new Set([...selections(before), ...selections(after)].filter(isLight));
}

function push<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function comparePair(
  from: LastingClass,
  to: LastingClass,
  families: readonly Family[],
  { vocabulary }: PolicySides,
  finder: PairChangeFinder,
): PairChanges {
  const connectOn = (side: 'before' | 'after') =>
    families.map((family) => connectClasses({ pod: from[side] }, { pod: to[side] }, family, vocabulary));
  return finder.find(connectOn('before'), connectOn('after'));
}
