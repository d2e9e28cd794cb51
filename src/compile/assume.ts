import { kinds } from '../kinds/index.js';
import type { Manifest } from '../model/manifest.js';
import { type JsonObject, asObject } from '../std/json.js';
import { type ReadResult, compareManifests } from './1-read/read.js';
import { CLUSTER_SCOPED } from './3-index/cluster.js';

/** What a question takes for granted where objects do not say it. */
export interface Assumptions {
  /** The namespace of objects that name none, as `kubectl -n` has it. */
  readonly namespace: string;
}

/** What was read, completed. */
export interface Assumed {
  readonly found: ReadResult;
  /** How many objects name no namespace. */
  readonly withoutNamespace: number;
}

/**
 * Completes objects for a question about them: each is in a namespace, and none has a status that its kind does not have
 * (a NetworkPolicy had one in Kubernetes 1.24 to 1.27, and tools still write it).
 */
export function assumeMissing(found: ReadResult, { namespace }: Assumptions): Assumed {
  let withoutNamespace = 0;
  const place = (manifest: Manifest): Manifest => {
    if (manifest.namespace !== '' || !isNamespaced(manifest)) return manifest;
    withoutNamespace++;
    const metadata = { ...asObject(manifest.object.metadata), namespace };
    return { ...manifest, namespace, object: { ...manifest.object, metadata } };
  };
  return {
    found: {
      ...found,
      compiled: found.compiled.map(leaveOutStatus).map(place).sort(compareManifests),
      inventory: found.inventory.map(place).sort(compareManifests),
      observed: found.observed.map(place).sort(compareManifests),
    },
    withoutNamespace,
  };
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
