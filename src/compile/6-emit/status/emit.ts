import type { Artefact } from '../../../model/artefact.js';
import type { StatusIntent } from '../../../model/intent/kubernetes-object.js';
import { toChunks } from '../../../std/byte-writer.js';
import { countBy, resourceText } from '../provenance.js';
import { writeYaml } from '../yaml-text.js';

/**
 * `cluster/status.yaml`: a list of status patches, each with the object and the endpoint it goes to. No file where there
 * is no patch.
 */
export function emitStatus(intents: readonly StatusIntent[]): Artefact[] {
  if (intents.length === 0) return [];
  const items = intents.map(({ cause, subresource, status }) => {
    const { apiVersion, kind, namespace, name } = cause;
    const target = { apiVersion, kind, ...(namespace === '' ? {} : { namespace }), name };
    return `- ${writeYaml({ target, subresource, patch: { status } }, 2)}\n`;
  });
  return [
    {
      path: 'cluster/status.yaml',
      content: toChunks(items.join('')),
      sources: [...new Set(intents.map(({ cause }) => resourceText(cause)))].sort(),
      counts: countBy(intents, ({ cause }) => cause.kind),
    },
  ];
}
