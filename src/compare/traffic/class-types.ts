import type { Family } from '../../net/address.js';
import { NO_TRANSPORT, type TransportSet } from '../../traffic/filters/transport-set.js';
import type { PodClass } from '../../traffic/policies/model.js';
import { NO_PORTS, type PeerView, type PodPorts } from '../../traffic/policies/peer.js';
import type { Profile } from '../../traffic/policies/profiles.js';
import type { ComparisonLimits } from './limits.js';
import type { LastingClass } from './policy-sides.js';

/**
 * Types of classes of pods. Classes of one type treat others, and are treated, alike, except by light selections, those
 * that pick few classes.
 */
export interface ClassTypes {
  /** Returns true if a selection picks few classes. */
  readonly isLight: (selection: number) => boolean;
  readonly senders: readonly ClassType[];
  readonly receivers: readonly ClassType[];
  readonly senderOf: ReadonlyMap<LastingClass, ClassType>;
  readonly receiverOf: ReadonlyMap<LastingClass, ClassType>;
}

/** Classes that are alike as senders, or as receivers. */
export interface ClassType {
  readonly classes: readonly LastingClass[];
  readonly isChanged: boolean;
  readonly before: TypeOnSide;
  readonly after: TypeOnSide;
}

/** Transports that the pods of a type allow to or from each block, and the block of the type. */
interface TypeOnSide {
  readonly block: number;
  readonly vector: readonly (readonly TransportSet[])[];
}

/** Classes that rules cannot distinguish, except by light selections. */
interface Block {
  readonly sample: PodClass;
  readonly selections: ReadonlySet<number>;
}

/** Returns the types of classes. Returns undefined if there are too many combinations of profiles and blocks. */
export function sortClasses(
  classes: readonly LastingClass[],
  families: readonly Family[],
  limits: ComparisonLimits,
): ClassTypes | undefined {
  const heavy = findHeavy(classes, limits);
  const { blocks, blockOf } = collectBlocks(classes, heavy);
  const vectors = createVectors(blocks, families, limits.pairs);
  const sort = (direction: 'egress' | 'ingress') => {
    const types = new Map<string, ClassType & { readonly classes: LastingClass[] }>();
    const typeOf = new Map<LastingClass, ClassType>();
    for (const one of classes) {
      const [before, after] = [vectors.find(one.before, direction), vectors.find(one.after, direction)];
      if (!before || !after) return undefined;
      const [was, is] = [blockOf.get(one.before) ?? 0, blockOf.get(one.after) ?? 0];
      const key = [before.number, was, after.number, is].join();
      let type = types.get(key);
      if (!type) {
        const isChanged = before.number !== after.number || was !== is;
        const sides = { before: { block: was, vector: before.vector }, after: { block: is, vector: after.vector } };
        types.set(key, (type = { classes: [], isChanged, ...sides }));
      }
      type.classes.push(one);
      typeOf.set(one, type);
    }
    return { types: [...types.values()], typeOf };
  };
  const [senders, receivers] = [sort('egress'), sort('ingress')];
  if (!senders || !receivers) return undefined;
  return {
    isLight: (selection) => !heavy.has(selection),
    senders: senders.types,
    receivers: receivers.types,
    senderOf: senders.typeOf,
    receiverOf: receivers.typeOf,
  };
}

/** Groups the classes of both sides into blocks. */
function collectBlocks(classes: readonly LastingClass[], heavy: ReadonlySet<number>) {
  const blocks: Block[] = [];
  const numbers = new Map<string, number>();
  const blockOf = new Map<PodClass, number>();
  for (const one of new Set(classes.flatMap(({ before, after }) => [before, after]))) {
    const selections = [...selectionsOfClass(one)].filter((selection) => heavy.has(selection));
    const key = `${selections.join()}${seenBesidesSelections(one)}`;
    const number = numbers.get(key) ?? blocks.push({ sample: one, selections: new Set(selections) }) - 1;
    numbers.set(key, number);
    blockOf.set(one, number);
  }
  return { blocks, blockOf };
}

/** Transports that the pods of a class allow to or from each block, and the number of this list among all lists. */
interface Vector {
  readonly number: number;
  readonly vector: TypeOnSide['vector'];
}

/** Creates a finder that evaluates the profiles of classes for all blocks, once for each profile and ports. */
function createVectors(blocks: readonly Block[], families: readonly Family[], most: number) {
  const views = blocks.map((block) => families.map((family) => viewOf(block, family)));
  const setNumbers = new Map<TransportSet, number>();
  const numberOf = (set: TransportSet): number => {
    const number = setNumbers.get(set) ?? setNumbers.size;
    setNumbers.set(set, number);
    return number;
  };
  const vectors = new Map<string, Vector>();
  const known = new Map<string, Vector>();
  const ask = (profile: Profile, ports?: PodPorts): Vector => {
    const vector = views.map((own, block) =>
      own.map((view) => (view ? profile.pass(view, ports ?? blocks[block]?.sample.ports ?? NO_PORTS) : NO_TRANSPORT)),
    );
    const key = vector.map((sets) => sets.map(numberOf).join()).join(';');
    const found = vectors.get(key) ?? { number: vectors.size, vector };
    vectors.set(key, found);
    return found;
  };
  return {
    /** Returns undefined if the number of evaluations exceeds `most`. */
    find: (podClass: PodClass, direction: 'egress' | 'ingress'): Vector | undefined => {
      const profile = podClass[direction];
      // A connection goes to the ports of the receiver.
      const ports = direction === 'ingress' ? podClass.ports : undefined;
      const key = `${direction} ${profile.number} ${ports?.key ?? ''}`;
      let vector = known.get(key);
      if (!vector) {
        if ((known.size + 1) * blocks.length > most) return undefined;
        known.set(key, (vector = ask(profile, ports)));
      }
      return vector;
    },
  };
}

/** Returns the addresses and the names of ports, as text. */
function seenBesidesSelections({ seen }: PodClass): string {
  return seen.slice(seen.indexOf(' '));
}

/** Returns the selections that pick a class. */
export function selectionsOfClass({ views }: PodClass): ReadonlySet<number> {
  return (views.IPv4 ?? views.IPv6)?.selections ?? NO_SELECTIONS;
}

const NO_SELECTIONS: ReadonlySet<number> = new Set();

/** Returns the selections that pick many classes. */
function findHeavy(classes: readonly LastingClass[], limits: ComparisonLimits): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { before, after } of classes) {
    for (const one of new Set([...selectionsOfClass(before), ...selectionsOfClass(after)]))
      counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const least = Math.max(limits.heavy, Math.ceil(Math.sqrt(classes.length)));
  return new Set([...counts].flatMap(([selection, count]) => (count >= least ? [selection] : [])));
}

function viewOf({ sample, selections }: Block, family: Family): PeerView | undefined {
  const view = sample.views[family];
  return view && { ...view, selections };
}
