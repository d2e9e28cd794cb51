import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { asObject } from '../../std/json.js';
import type { KnownKinds } from './known-kinds.js';
import { messages } from './messages.js';
import type { FoundObject } from './objects.js';

/**
 * Puts objects without a namespace into that of their file, as `kubectl --namespace` does. Objects with a different
 * namespace are reported and left unchanged.
 */
export function placeBySource(
  found: FoundObject,
  namespace: string | undefined,
  { isNamespaced }: KnownKinds,
  report: Reporter,
): FoundObject {
  if (namespace === undefined) return found;
  const place = (manifest: Manifest): Manifest => {
    if (manifest.namespace === namespace || !isNamespaced(manifest.kind)) return manifest;
    if (manifest.namespace === '') return inNamespace(manifest, namespace);
    const finding = messages.otherNamespace(manifest.kind, manifest.namespace, namespace);
    report({ ...finding, location: { origin: manifest.origin, pointer: '/metadata/namespace' } });
    return manifest;
  };
  return { ...found, compiled: found.compiled.map(place), inventory: found.inventory.map(place) };
}

/** Returns an object in a namespace. */
export function inNamespace(manifest: Manifest, namespace: string): Manifest {
  const metadata = { ...asObject(manifest.object.metadata), namespace };
  return { ...manifest, namespace, object: { ...manifest.object, metadata } };
}
