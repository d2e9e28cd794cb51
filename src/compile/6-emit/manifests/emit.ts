import type { Artefact, ManifestObject } from '../../../model/artefact.js';
import { toChunks } from '../../../std/byte-writer.js';
import { countBy, resourceText } from '../shared/provenance.js';
import { writeYaml } from '../shared/yaml-text.js';
import { type Json, type JsonObject, isObject } from '../../../std/json.js';

/**
 * Writes `cluster/manifests.yaml`: the objects to apply, one document each, in byte order of kind, namespace and name.
 * Writes no file if there are none.
 */
export function emitManifests(wanted: readonly ManifestObject[]): Artefact[] {
  if (wanted.length === 0) return [];
  const objects = wanted
    .map(({ object }) => ({ object, place: placeOf(object) }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ object }) => object);
  return [
    {
      path: 'cluster/manifests.yaml',
      content: toChunks(objects.map((object) => `${writeYaml(object, 0)}\n`).join('---\n')),
      sources: [...new Set(wanted.flatMap(({ causes }) => causes.map(resourceText)))].sort(),
      counts: countBy(objects, ({ kind }) => textOf(kind)),
    },
  ];
}

/** Returns the sort key of an object. A zero character sorts before all others, and no name contains one. */
function placeOf({ apiVersion, kind, metadata }: JsonObject): string {
  const { namespace, name } = isObject(metadata) ? metadata : {};
  return [kind, apiVersion, namespace, name].map(textOf).join('\0');
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
