import { kinds } from '../kinds/index.js';
import type { Reporter } from '../model/diagnostic.js';
import type { Manifest } from '../model/manifest.js';
import type { Unread } from '../model/unread.js';
import { type JsonObject, asObject } from '../std/json.js';
import { messages } from './1-read/messages.js';
import { type ReadResult, compareManifests } from './1-read/read.js';
import { CLUSTER_SCOPED } from './3-index/cluster.js';
import { DEFAULT_NAMESPACE } from './3-index/planned-pods.js';

/** Assumptions of a query about its objects. */
export interface Assumed {
  /** Number of objects without a namespace. */
  readonly withoutNamespace: number;
  /** Number of objects that omit required fields. */
  readonly incomplete: number;
  /** Unread objects that affect traffic. */
  readonly unread: readonly Unread[];
}

export const NOTHING_ASSUMED: Assumed = { withoutNamespace: 0, incomplete: 0, unread: [] };

/**
 * Completes objects for a query. Each gets a namespace, as with `kubectl apply`, and the implied fields of its kind. A
 * status that its kind does not have is removed. A NetworkPolicy had one in Kubernetes 1.24 to 1.27, and tools still
 * write it.
 */
export function assumeMissing(found: ReadResult): { readonly found: ReadResult; readonly assumed: Assumed } {
  let [withoutNamespace, incomplete] = [0, 0];
  const complete = (manifest: Manifest): Manifest => {
    const object = KINDS.get(manifest.kind)?.complete?.(manifest.object);
    if (!object || JSON.stringify(object) === JSON.stringify(manifest.object)) return manifest;
    incomplete++;
    return { ...manifest, object };
  };
  const place = (manifest: Manifest): Manifest => {
    if (manifest.namespace !== '' || !isNamespaced(manifest)) return manifest;
    withoutNamespace++;
    return inNamespace(manifest, DEFAULT_NAMESPACE);
  };
  return {
    found: {
      ...found,
      compiled: found.compiled.map(leaveOutStatus).map(complete).map(place).sort(compareManifests),
      inventory: found.inventory.map(place).sort(compareManifests),
      observed: found.observed.map(complete).map(place).sort(compareManifests),
    },
    assumed: { withoutNamespace, incomplete, unread: found.unread },
  };
}

/**
 * Puts objects without a namespace into that of their source. Objects with a different namespace are reported and left
 * unchanged.
 */
export function placeBySource(found: ReadResult, report: Reporter): ReadResult {
  const place = (manifest: Manifest): Manifest => {
    const { namespace } = manifest.origin.file;
    if (namespace === undefined || manifest.namespace === namespace || !isNamespaced(manifest)) return manifest;
    if (manifest.namespace === '') return inNamespace(manifest, namespace);
    const finding = messages.otherNamespace(manifest.kind, manifest.namespace, namespace);
    report({ ...finding, location: { origin: manifest.origin, pointer: '/metadata/namespace' } });
    return manifest;
  };
  const isPlaced = ({ origin }: Manifest): boolean => origin.file.namespace !== undefined;
  if (!found.compiled.some(isPlaced) && !found.inventory.some(isPlaced)) return found;
  return {
    ...found,
    compiled: found.compiled.map(place).sort(compareManifests),
    inventory: found.inventory.map(place).sort(compareManifests),
  };
}

function inNamespace(manifest: Manifest, namespace: string): Manifest {
  const metadata = { ...asObject(manifest.object.metadata), namespace };
  return { ...manifest, namespace, object: { ...manifest.object, metadata } };
}

const KINDS = new Map(kinds.map((kind) => [kind.kind, kind]));

function isNamespaced({ kind }: Manifest): boolean {
  return KINDS.get(kind)?.namespaced ?? !CLUSTER_SCOPED.has(kind);
}

function leaveOutStatus(manifest: Manifest): Manifest {
  const { status, ...object }: JsonObject = manifest.object;
  const fields = asObject(KINDS.get(manifest.kind)?.schema.properties);
  return status === undefined || (fields && 'status' in fields) ? manifest : { ...manifest, object };
}
