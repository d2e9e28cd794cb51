import type { Artefact } from '../../model/artefact.js';
import type { Intent, NodeLabelIntent } from '../../model/intent.js';
import type { Json, JsonObject } from '../../model/manifest.js';
import { toChunks } from '../../text/byte-writer.js';
import { countBy, resourceText } from '../provenance.js';
import { writeYaml } from '../yaml-text.js';

/**
 * `cluster/manifests.yaml`: the objects to apply, one document each, in byte order of kind, namespace and name. The labels
 * of a node are one object with nothing else, for server-side apply. No file where there is none.
 */
export function emitManifests(intents: readonly Intent[]): Artefact[] {
  const wanted = intents.filter((intent) => intent.effect === 'object');
  const labels = intents.filter((intent) => intent.effect === 'label');
  if (wanted.length + labels.length === 0) return [];
  const objects = [...wanted.map(({ object }) => object), ...labelledNodes(labels)]
    .map((object) => ({ object, place: placeOf(object) }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ object }) => object);
  return [
    {
      path: 'cluster/manifests.yaml',
      content: toChunks(objects.map((object) => `${writeYaml(object, 0)}\n`).join('---\n')),
      sources: [...new Set([...wanted, ...labels].map(({ cause }) => resourceText(cause)))].sort(),
      counts: countBy(objects, ({ kind }) => textOf(kind)),
    },
  ];
}

/** A Node for each node that gets labels, which are in byte order. */
function labelledNodes(intents: readonly NodeLabelIntent[]): JsonObject[] {
  const byNode = new Map<string, Map<string, string>>();
  for (const { node, label, value } of intents) {
    const known = byNode.get(node.name) ?? new Map<string, string>();
    byNode.set(node.name, known.set(label, value));
  }
  return [...byNode].map(([name, labels]) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: Object.fromEntries([...labels].sort(([a], [b]) => (a < b ? -1 : 1))) },
  }));
}

/** A zero character sorts before all others, and no name holds one. */
function placeOf({ apiVersion, kind, metadata }: JsonObject): string {
  const { namespace, name } = isObject(metadata) ? metadata : {};
  return [kind, apiVersion, namespace, name].map(textOf).join('\0');
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
