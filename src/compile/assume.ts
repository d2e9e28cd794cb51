import { kinds } from '../kinds/index.js';
import { knownKinds } from '../kinds/known.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import type { Unread } from '../model/unread.js';
import { type JsonObject, asObject } from '../std/json.js';
import { inNamespace } from './1-read/place-by-source.js';
import { type ReadResult, compareManifests } from './1-read/read.js';
import { DEFAULT_NAMESPACE } from './3-index/planned-pods.js';

/** Assumptions of a query about its objects. */
export interface Assumed {
  /** Number of objects without a namespace. */
  readonly withoutNamespace: number;
  /** Number of objects that omit required fields. */
  readonly incomplete: number;
  /** Unread objects that affect traffic. */
  readonly unread: readonly Unread[];
  /** Kind → number of objects of the inventory that no manifest has, and that therefore have no effect. */
  readonly onlyObserved: ReadonlyMap<string, number>;
}

export const NOTHING_ASSUMED: Assumed = { withoutNamespace: 0, incomplete: 0, unread: [], onlyObserved: new Map() };

/** Returns true if a query assumes something, or its results lack some objects. */
export function isLimited({ withoutNamespace, incomplete, unread, onlyObserved }: Assumed): boolean {
  return withoutNamespace + incomplete + unread.length + onlyObserved.size > 0;
}

/**
 * Completes objects for a query. Each gets a namespace, as with `kubectl apply`, and the implied fields of its kind. A
 * status that its kind does not have is removed. A NetworkPolicy had one in Kubernetes 1.24 to 1.27, and tools still
 * write it.
 */
export function assumeMissing(found: ReadResult): { readonly found: ReadResult; readonly assumed: Assumed } {
  let [withoutNamespace, incomplete] = [0, 0];
  const complete = (manifest: Manifest): Manifest => {
    const object = KINDS.get(manifest.kind)?.definition.complete?.(manifest.object);
    if (!object || JSON.stringify(object) === JSON.stringify(manifest.object)) return manifest;
    incomplete++;
    return { ...manifest, object };
  };
  const place = (manifest: Manifest): Manifest => {
    if (manifest.namespace !== '' || !knownKinds.isNamespaced(manifest.kind)) return manifest;
    withoutNamespace++;
    return inNamespace(manifest, DEFAULT_NAMESPACE);
  };
  const completed = {
    ...found,
    compiled: found.compiled.map(leaveOutStatus).map(complete).map(place).sort(compareManifests),
    inventory: found.inventory.map(place).sort(compareManifests),
    observed: found.observed.map(complete).map(place).sort(compareManifests),
  };
  const onlyObserved = countOnlyObserved(completed);
  return { found: completed, assumed: { withoutNamespace, incomplete, unread: found.unread, onlyObserved } };
}

/** Counts by kind the objects of the inventory that only manifests could give an effect, and that no manifest has. */
function countOnlyObserved({ compiled, observed }: ReadResult): ReadonlyMap<string, number> {
  const known = new Set(compiled.map((manifest) => titleOf(manifest.kind, manifest)));
  const counts = new Map<string, number>();
  for (const manifest of observed) {
    const kind = KINDS.get(manifest.kind);
    if (!kind?.rows || kind.countsInInventory === true || known.has(titleOf(manifest.kind, manifest))) continue;
    counts.set(manifest.kind, (counts.get(manifest.kind) ?? 0) + 1);
  }
  return counts;
}

const KINDS = new Map(kinds.map((kind) => [kind.kind, kind]));

function leaveOutStatus(manifest: Manifest): Manifest {
  const { status, ...object }: JsonObject = manifest.object;
  const fields = asObject(KINDS.get(manifest.kind)?.definition.schema.properties);
  return status === undefined || (fields && 'status' in fields) ? manifest : { ...manifest, object };
}
