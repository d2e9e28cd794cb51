import type { Cluster, Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import { intentsWith } from '../../../model/intents-by-effect.js';
import type { Reporter } from '../../../model/diagnostic.js';
import type { Intent } from '../../../model/intent.js';
import { type HostTranslation, collectHostEgress } from './egress.js';
import { type ServiceTranslation, type TableRule, collectHostServices } from './services.js';

/** Everything that a node's host does for the traffic of pods. At least one of the lists is not empty. */
export interface HostArtefacts {
  readonly node: Node;
  /** Translations for egress addresses in secondary networks. */
  readonly translations: readonly HostTranslation[];
  readonly serviceTranslations: readonly ServiceTranslation[];
  readonly tableRules: readonly TableRule[];
  /** `<kind> <name>` of the resources that require it, sorted. */
  readonly sources: readonly string[];
}

/** Collects the work of the hosts, in byte order of node names. Nodes without any are skipped. */
export function collectHosts(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
): readonly HostArtefacts[] {
  const translate = intentsWith(intents, 'translate');
  const found = collectHostEgress(translate, configuration, report).map((one) => [one.node.name, one] as const);
  const egress = new Map(found);
  const services = collectHostServices(intents, cluster);
  return cluster.nodes.flatMap((node) => {
    const [own, served] = [egress.get(node.name), services.get(node.name)];
    if (!own && !served) return [];
    return [
      {
        node,
        translations: own?.translations ?? [],
        serviceTranslations: served?.serviceTranslations ?? [],
        tableRules: served?.tableRules ?? [],
        sources: [...new Set([...(own?.sources ?? []), ...(served?.sources ?? [])])].sort(),
      },
    ];
  });
}
