import type { Artefact } from '../model/artefact.js';
import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Reporter } from '../model/diagnostic.js';
import type { Intent } from '../model/intent.js';
import { createRowChecker } from '../ovsdb/check.js';
import { createDowngrade } from '../ovsdb/downgrade.js';
import { collectHostEgress } from './host/egress.js';
import { emitManifests } from './manifests/emit.js';
import { messages } from './messages.js';
import { emitNftables } from './nftables/emit.js';
import { emitZoneFiles } from './ovn-nb/artefacts.js';
import { createZoneEmitter } from './ovn-nb/emit.js';
import { emitRouters } from './router/emit.js';
import { emitRoutes } from './routes/emit.js';
import { emitStatus } from './status/emit.js';

/**
 * Renders the intents for every target. Rows that the Northbound database would refuse, or that do not mean the same in
 * the target's version, are reported as errors.
 */
export function emit(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
): readonly Artefact[] {
  const { ovnSchemaVersion: schemaVersion, topology } = configuration;
  const sharedRows = cluster.zones.size > 1;
  const emitZone = createZoneEmitter(intents, cluster, configuration);
  const checkRows = createRowChecker({
    schemaVersion,
    baseRows: topology === 'managed' ? 'none' : 'external',
    sharedRows,
  });
  const downgrade = createDowngrade(schemaVersion);
  const texts = sharedRows ? new WeakMap() : undefined;
  const zones = [...cluster.zones.keys()].flatMap((name) => {
    const { zone, problems } = downgrade(emitZone(name));
    const emitted = emitZoneFiles(zone, checkRows, texts);
    for (const { cause, table, key, message } of [...problems, ...emitted.problems]) {
      const place = cause
        ? { target: { origin: cause.origin, pointer: cause.pointer }, resource: cause }
        : { target: { path: '' } };
      report({ ...messages.unsoundRow(table, key, message), ...place });
    }
    return emitted.artefacts;
  });
  const routers = emitRouters(
    intents.filter((intent) => intent.effect === 'redirect'),
    configuration,
  );
  return [
    ...zones,
    ...emitNodes(intents, configuration, report),
    ...routers.artefacts,
    ...emitManifests([...intents.filter((intent) => intent.effect === 'object'), ...routers.objects]),
    ...emitStatus(intents.filter((intent) => intent.effect === 'status')),
  ];
}

/** The files of the nodes whose hosts have something to do. */
function emitNodes(intents: readonly Intent[], configuration: Configuration, report: Reporter): Artefact[] {
  if (!configuration.features.has('egressIP')) return [];
  const translations = intents.filter((intent) => intent.effect === 'translate');
  return collectHostEgress(translations, configuration, report).flatMap((egress) => [
    emitNftables(egress, configuration),
    ...emitRoutes(egress, configuration),
  ]);
}
