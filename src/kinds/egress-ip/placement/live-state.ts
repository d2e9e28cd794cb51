import type { Manifest } from '../../../model/manifest.js';
import { readMark } from './marks.js';
import { memoizeWeak } from '../../../std/memoize.js';
import { type Json, isObject } from '../../../std/json.js';
import { API_VERSION } from '../../../ovn-kubernetes/api.js';

/** An entry of `status.items`. */
export interface StatusItem {
  readonly egressIP: string;
  readonly node: string;
  /** Its index in the status of the object. Unset for an object that was only observed. */
  readonly index?: number;
}

/** Observed state of the live cluster, by EgressIP. Marks include those of EgressIPs without a status. */
export interface LiveState {
  readonly items: ReadonlyMap<string, readonly StatusItem[]>;
  readonly marks: ReadonlyMap<string, number>;
}

/**
 * Returns the assignments and marks of the live cluster: from the objects in the inventory, which are not validated,
 * else from what the manifests themselves carry of a cluster they were read from.
 */
export function readLiveState(manifests: readonly Manifest[], observed: readonly Manifest[]): LiveState {
  const items = new Map<string, readonly StatusItem[]>();
  const marks = new Map<string, number>();
  const read = (manifest: Manifest, own: boolean): void => {
    const { name, object } = manifest;
    // A mark in a manifest without a status was written by a person.
    const mark = own && object.status === undefined ? undefined : readMark(manifest);
    if (mark !== undefined && !marks.has(name)) marks.set(name, mark);
    if (object.status !== undefined && !items.has(name)) items.set(name, (own ? ownItems : observedItems)(manifest));
  };
  for (const manifest of observed) {
    if (manifest.kind === 'EgressIP' && manifest.apiVersion === API_VERSION) read(manifest, false);
  }
  for (const manifest of manifests) read(manifest, true);
  return { items, marks };
}

/** Remembered with the object, because claims and placements read it. */
const ownItems = memoizeWeak(({ object }: Manifest) => readItems(object.status, true));
const observedItems = memoizeWeak(({ object }: Manifest) => readItems(object.status, false));

function readItems(status: Json | undefined, own: boolean): readonly StatusItem[] {
  const items = isObject(status) ? status.items : undefined;
  return (Array.isArray(items) ? items : []).flatMap((item, index) => {
    const { egressIP, node } = isObject(item) ? item : {};
    if (typeof egressIP !== 'string' || typeof node !== 'string') return [];
    return [{ egressIP, node, ...(own ? { index } : {}) }];
  });
}
