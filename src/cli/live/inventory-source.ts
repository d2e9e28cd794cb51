import { setMaxListeners } from 'node:events';
import type { KubernetesClient } from '../../clients/kubernetes/client.js';
import type { Response } from '../../clients/kubernetes/answer.js';
import type { Resource } from '../../clients/kubernetes/discovery.js';
import type { ObjectList } from '../../clients/kubernetes/list.js';
import type { NamedObjects } from '../../clients/kubernetes/object-store.js';
import { type Reflector, type ReflectorTimes, createReflector } from '../../clients/kubernetes/reflector.js';
import { kinds as customKinds } from '../../kinds/index.js';
import { type Failure, fail } from '../../model/change.js';
import { nameOf, pathOfName } from '../../model/kubernetes-object.js';
import { firstFrom } from '../../std/find-sorted.js';
import { memoizeLast, once } from '../../std/memoize.js';
import type { PulledKind } from '../inventory/kinds.js';
import { type InventoryFile, asInventory, fileOf, pullInventory, titleOfKind } from '../inventory/pull.js';
import { retainObject } from '../inventory/reduce.js';
import { listCounted } from '../inventory/shortage.js';
import { type NameSet, type ObjectNames, findInventoryProblem } from './inventory-problem.js';
import { type BelievedInventory, readBelievedInventory, readConfirmed } from './read-twice.js';
import { sameItems } from '../../std/same-items.js';

/** Called after a change. A change is urgent if traffic fails until it is applied. */
export type RingChange = (isUrgent?: boolean) => void;

/** Kinds whose objects have assignments. */
const ASSIGNED: ReadonlySet<string> = new Set(customKinds.filter(({ placement }) => placement).map(({ kind }) => kind));

/** Source of the inventory of a cluster. */
export interface InventorySource {
  /** Returns the current inventory. `before`: names of the last one. An equal inventory may be the same object. */
  readonly read: (before: ObjectNames | undefined) => Promise<BelievedInventory | Failure>;
  /** Calls `ring` after each change. If unset, changes are only known after a read. */
  readonly follow?: (ring: RingChange) => void;
  /** Returns the nodes that no probe reaches, as of the last read. If unset, nodes are not probed. */
  readonly unreachable?: () => readonly string[];
  readonly close: () => void;
}

/** Creates a source that lists all objects for each read. */
export function createPulledSource(client: KubernetesClient, kinds: readonly PulledKind[]): InventorySource {
  return {
    read: (before) => readBelievedInventory(() => pullInventory(client, kinds, before === undefined), before),
    close: () => undefined,
  };
}

/**
 * Creates a source that follows the objects of a cluster by watches, from the first read on. A read fails as a whole
 * while any kind cannot be followed. A list with a sudden loss is read twice, as with a pulled source. Losses by events
 * are believed.
 */
export function createFollowedSource(
  client: KubernetesClient,
  kinds: readonly PulledKind[],
  times?: Partial<ReflectorTimes>,
): InventorySource {
  const end = new AbortController();
  // Each kind has a watch, or a pause before the next attempt.
  setMaxListeners(kinds.length, end.signal);
  let ring: RingChange = () => undefined;
  const create = (kind: PulledKind): Reflector =>
    createReflector(client, {
      apiVersion: kind.apiVersion,
      kind: kind.kind,
      retain: (object) => retainObject(object, kind),
      list: (resource, known) => listConfirmed(client, kind, resource, known),
      onChange: () => {
        ring(ASSIGNED.has(kind.kind));
      },
      signal: end.signal,
      times,
    });
  const followed = once(() =>
    kinds.map((kind) => ({
      kind,
      reflector: create(kind),
      follow: memoizeLast((objects: NamedObjects) => followedWith(kind, objects)),
    })),
  );
  const join = createJoin();
  return {
    read: async (before) => {
      const states = await Promise.all(
        followed().map(async ({ reflector, ...one }) => ({ ...one, state: await reflector.read() })),
      );
      const followedKinds: FollowedKind[] = [];
      const notServed: string[] = [];
      for (const { kind, follow, state } of states) {
        if (state.result === 'failed') return state;
        if (state.result === 'missing') notServed.push(titleOfKind(kind));
        else followedKinds.push(follow(state.objects));
      }
      const joined = join(followedKinds, notServed);
      if (joined.result === 'failed') return joined;
      const problem = findInventoryProblem(joined.names, before);
      return problem === undefined ? joined : fail(problem, true);
    },
    follow: (given) => {
      ring = given;
    },
    close: () => {
      end.abort();
    },
  };
}

/** The objects of a kind that is followed. */
interface FollowedKind {
  readonly file: InventoryFile;
  readonly names: NameSet;
}

function followedWith({ kind }: PulledKind, objects: NamedObjects): FollowedKind {
  return { file: { path: fileOf(kind), objects: objects.map(({ object }) => object) }, names: namesIn(objects) };
}

/** Returns the names of a sorted list, without a copy of them. */
function namesIn(objects: NamedObjects): NameSet {
  return {
    size: objects.length,
    has: (name) => objects[firstFrom(objects, name)]?.key === name,
    keys: () => new Set(objects.map(({ key }) => key)).keys(),
  };
}

/** Creates a function that returns the inventory of followed kinds: the same while they are. */
function createJoin(): (kinds: readonly FollowedKind[], notServed: readonly string[]) => BelievedInventory | Failure {
  let last: { readonly kinds: readonly FollowedKind[]; readonly joined: BelievedInventory } | undefined;
  return (kinds, notServed) => {
    if (last && sameItems(last.kinds, kinds)) return last.joined;
    const inventory = asInventory(
      kinds.map(({ file }) => file),
      notServed,
    );
    if (inventory.result === 'failed') return inventory;
    const joined = {
      result: 'ok',
      inventory,
      names: new Map(kinds.map(({ file, names }) => [file.path, names])),
    } as const;
    last = { kinds, joined };
    return joined;
  };
}

/**
 * Lists the objects of a kind. A first list is compared with the number of objects. After a sudden loss, lists the objects
 * again, see `readConfirmed`.
 */
async function listConfirmed(
  client: KubernetesClient,
  { kind }: PulledKind,
  resource: Resource,
  known: NamedObjects | undefined,
): Promise<Response<ObjectList>> {
  if (!known) return listCounted(client, resource, () => client.listVersioned(resource), sizeOfList);
  const path = fileOf(kind);
  const seen = { isMissing: false };
  const read = async () => {
    const listed = await client.listVersioned(resource);
    seen.isMissing = listed.result === 'missing';
    if (listed.result === 'failed') return listed;
    if (listed.result !== 'ok') return fail(`cannot list ${resource.plural}`, true);
    const names = new Set(listed.value.objects.map((object) => pathOfName(nameOf(object))));
    return { result: 'ok' as const, value: listed.value, names: new Map([[path, names]]) };
  };
  const found = await readConfirmed(read, new Map([[path, namesIn(known)]]));
  return seen.isMissing ? { result: 'missing' } : found;
}

function sizeOfList({ objects }: ObjectList): number {
  return objects.length;
}
