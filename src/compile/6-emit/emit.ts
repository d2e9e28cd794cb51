import type { Artefact, FileOwner, MadeArtefact } from '../../model/artefact.js';
import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import { intentsWith } from '../../model/intents-by-effect.js';
import { emitCloudPlan } from './cloud-plan/emit.js';
import { collectHosts } from './host/host.js';
import { emitDerivedRoutes } from './ingress/derived-routes.js';
import { emitIngress } from './ingress/emit.js';
import { collectObjects } from './manifests/collect.js';
import { emitManifests } from './manifests/emit.js';
import { emitNftables } from './nftables/emit.js';
import { emitRouters } from './router/emit.js';
import { emitRoutes } from './routes/emit.js';
import { emitStatus } from './status/emit.js';
import { type EmitOptions, emitZones } from './zones.js';

/**
 * Renders the intents for every target. Reports an error for rows that the Northbound database would reject, or that
 * mean something else in the target's version. Texts that only artefacts need are skipped if the run has another
 * purpose. Rows from templates are checked only if the run is for findings. Problems may be reported after parts have
 * been stored.
 */
export function emit(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
  options: EmitOptions,
): readonly MadeArtefact[] {
  const { owner } = options;
  const isWanted = (role: FileOwner['role']): boolean => owner === undefined || owner.role === role;
  return [
    ...(isWanted('zone') ? emitZones({ intents, cluster, configuration }, report, options) : []),
    ...(isWanted('node') ? emitNodes(intents, cluster, configuration, report, owner) : []),
    ...(isWanted('cluster') ? emitObjects(intents, cluster, configuration, report, options) : []),
  ];
}

/** Renders the intents for the API server, the cloud and routers. */
function emitObjects(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
  { purpose, engine }: EmitOptions,
): readonly MadeArtefact[] {
  const cloudAddresses = intentsWith(intents, 'cloud-address');
  const cloudOwners = intentsWith(intents, 'cloud-owner').map(({ owner }) => owner);
  const routers = emitRouters(intentsWith(intents, 'redirect'), configuration);
  return [
    ...routers.artefacts,
    ...emitManifests([...collectObjects(intents, report), ...routers.objects]),
    ...emitCloudPlan(cloudAddresses, new Set(cloudOwners), cluster, configuration.platform),
    ...emitIngress(intentsWith(intents, 'expose'), cluster.ingressControllers, report),
    ...emitDerivedRoutes(intentsWith(intents, 'derived-object')),
    ...(purpose === 'artefacts' ? emitStatus(intentsWith(intents, 'status'), engine) : []),
  ];
}

/** Returns the files of the nodes whose hosts have rules, routes or translations, or of one of them. */
export function emitNodes(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
  owner?: FileOwner,
): Artefact[] {
  return collectHosts(intents, cluster, configuration, report)
    .filter(({ node }) => owner === undefined || owner.name === node.name)
    .flatMap((host) => [...emitNftables(host, configuration), ...emitRoutes(host, configuration)]);
}
