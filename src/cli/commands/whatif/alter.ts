import type { ReadResult } from '../../../compile/1-read/read.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import type { Manifest } from '../../../model/manifest.js';
import { type Json, type JsonObject, asList, asObject } from '../../../std/json.js';

/** Applies a change to the objects of an input. */
export type Alter = (found: ReadResult) => ReadResult;

/** Returns `<Kind>/<namespace>/<name>`, or `<Kind>/<name>`. */
export function pathOf({ kind, namespace, name }: Manifest): string {
  return `${kind}/${pathOfName({ namespace, name })}`;
}

/** Changes each object, or drops it if the result is undefined. */
export function mapObjects(
  { compiled, inventory, observed, ...rest }: ReadResult,
  change: (one: Manifest) => Manifest | undefined,
): ReadResult {
  const apply = (list: readonly Manifest[]): readonly Manifest[] => list.flatMap((one) => change(one) ?? []);
  return { ...rest, compiled: apply(compiled), inventory: apply(inventory), observed: apply(observed) };
}

/** Returns a manifest with another object. */
export function withObject(manifest: Manifest, object: JsonObject): Manifest {
  return { ...manifest, object };
}

/**
 * Returns a slice of a Service, or its Endpoints, without some endpoints. Returns the same manifest if it has none of
 * them, or is of another kind.
 */
export function withoutEndpoints(manifest: Manifest, isGone: (endpoint: JsonObject) => boolean): Manifest {
  const { kind, object } = manifest;
  const keep = (list: Json | undefined): Json[] => asList(list).filter((one) => !isGone(asObject(one) ?? {}));
  if (kind === 'EndpointSlice') {
    const endpoints = keep(object.endpoints);
    return endpoints.length === asList(object.endpoints).length
      ? manifest
      : withObject(manifest, { ...object, endpoints });
  }
  if (kind !== 'Endpoints') return manifest;
  const subsets = asList(object.subsets).map((subset): Json => {
    const own = asObject(subset) ?? {};
    return { ...own, addresses: keep(own.addresses) };
  });
  return withObject(manifest, { ...object, subsets });
}
