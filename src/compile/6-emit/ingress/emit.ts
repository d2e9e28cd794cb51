import type { Artefact } from '../../../model/artefact.js';
import type { Reporter } from '../../../model/diagnostic.js';
import type { IngressController } from '../../../model/ingress-controller.js';
import type { ExposeIntent } from '../../../model/intent/expose.js';
import { createByteWriter, toChunks } from '../../../std/byte-writer.js';
import { countBy, resourceText } from '../shared/provenance.js';
import { writeBackend } from '../../../haproxy/backend.js';
import { listFiles } from '../../../haproxy/files.js';
import { writeFrontends } from '../../../haproxy/frontends.js';
import { writeGlobal } from '../../../haproxy/global.js';
import { writeMaps } from '../../../haproxy/maps.js';
import { routeKey } from '../../../haproxy/names.js';
import { reportOtherCertificates } from './other-certificates.js';
import { reportRefusals, reportRoundedWeights } from './refusals.js';

/**
 * Writes for each ingress controller the proxy configuration, the maps, and the list of the other files. Reports
 * configuration that the proxy rejects.
 */
export function emitIngress(
  intents: readonly ExposeIntent[],
  controllers: readonly IngressController[],
  report: Reporter,
): readonly Artefact[] {
  return controllers.flatMap((controller) => {
    const own = intents
      .filter((intent) => intent.controller === controller.name)
      .map((intent) => ({ intent, key: routeKey(intent) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ intent }) => intent);
    for (const intent of own) {
      reportRefusals(intent, controller, report);
      reportRoundedWeights(intent, report);
    }
    reportOtherCertificates(own, controller, report);
    return emitController(own, controller);
  });
}

function emitController(intents: readonly ExposeIntent[], controller: IngressController): Artefact[] {
  const folder = `ingress/${controller.name}`;
  const sources = [...new Set(intents.map(({ cause }) => resourceText(cause)))].sort();
  const configuration = createByteWriter();
  configuration.write(writeGlobal(controller));
  configuration.write(writeFrontends(controller));
  for (const intent of intents) configuration.write(writeBackend(intent, controller));
  const counts = countBy(intents, ({ termination }) => termination);
  const maps = Object.entries(writeMaps(intents, controller)).map(([name, text]): Artefact => ({
    path: `${folder}/${name}.map`,
    content: toChunks(text),
    sources,
    counts: { lines: text.split('\n').length - 1 },
  }));
  const files = listFiles(intents);
  return [
    { path: `${folder}/haproxy.config`, content: configuration.finish(), sources, counts },
    ...maps,
    {
      path: `${folder}/files.json`,
      content: toChunks(`${JSON.stringify(files, null, 2)}\n`),
      sources,
      counts: { files: Object.keys(files).length },
    },
  ];
}
