import type { Artefact } from '../../../model/artefact.js';
import type { DerivedObjectIntent } from '../../../model/intent/kubernetes-object.js';
import { nameOf, pathOfName, textOf } from '../../../model/kubernetes-object.js';
import { toChunks } from '../../../std/byte-writer.js';
import { compareText } from '../../../std/compare-text.js';
import { countBy, resourceText } from '../shared/provenance.js';
import { writeYaml } from '../shared/yaml-text.js';

/**
 * Writes `ingress/routes.yaml`: the Routes that the live controller creates from Ingresses, for information. Writes no
 * file if there are none.
 */
export function emitDerivedRoutes(intents: readonly DerivedObjectIntent[]): Artefact[] {
  if (intents.length === 0) return [];
  const sorted = intents
    .map(({ object }) => ({ object, key: pathOfName(nameOf(object)) }))
    .sort((a, b) => compareText(a.key, b.key));
  const text = sorted.map(({ object }) => `${writeYaml(object, 0)}\n`).join('---\n');
  return [
    {
      path: 'ingress/routes.yaml',
      content: toChunks(text),
      sources: [...new Set(intents.map(({ cause }) => resourceText(cause)))].sort(),
      counts: countBy(intents, ({ object }) => textOf(object.kind)),
    },
  ];
}
