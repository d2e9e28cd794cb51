import type { Namespace, Pod } from '../../../model/cluster.js';
import type { Reporter } from '../../../model/diagnostic.js';
import { relatedNetwork } from '../../shared/related-network.js';
import { createReportAt } from '../../../model/report-at.js';
import { messages } from '../messages.js';
import type { ServedEgressIP } from './winner.js';

const MAX = 5;

/** Pods by the network that they leave through. */
export interface PodsByNetwork {
  readonly onDefault: readonly Pod[];
  /** Those of namespaces whose primary network is user defined. */
  readonly onUserDefined: readonly Pod[];
}

/** Divides pods by their primary network. What serves those of a user defined one is on that network (OVN-Kubernetes). */
export function divideByNetwork(pods: readonly Pod[], namespaces: ReadonlyMap<string, Namespace>): PodsByNetwork {
  const isUserDefined = ({ namespace }: Pod): boolean => namespaces.get(namespace)?.primaryNetwork !== undefined;
  if (!pods.some(isUserDefined)) return { onDefault: pods, onUserDefined: [] };
  const onUserDefined = pods.filter(isUserDefined);
  const others = new Set(onUserDefined);
  return { onDefault: pods.filter((pod) => !others.has(pod)), onUserDefined };
}

/**
 * Reports an EgressIP that selects pods of user defined networks: an address of a secondary host network never serves
 * those (OVN-Kubernetes), and for one of the primary network Weir makes no rows on their networks.
 */
export function reportPrimaryNetworks(
  { placed, pods }: ServedEgressIP,
  namespaces: ReadonlyMap<string, Namespace>,
  report: Reporter,
): void {
  if (placed.assignments.length === 0) return;
  const { onUserDefined } = divideByNetwork(pods, namespaces);
  if (onUserDefined.length === 0) return;
  const names = new Set(onUserDefined.map(({ namespace }) => namespace));
  const shown = [...names].slice(0, MAX).flatMap((name) => {
    const network = namespaces.get(name)?.primaryNetwork;
    return network ? [{ name, network }] : [];
  });
  if (shown.length === 0) return;
  const texts = shown.map(({ name, network }) => `namespace ${name} uses primary user defined network ${network.name}`);
  const related = shown.map(({ name, network }) => relatedNetwork(name, network));
  const reportAt = createReportAt(placed.parsed.manifest, report);
  for (const { address, hosting } of placed.assignments) {
    if (hosting.network === 'primary') continue;
    const finding = messages.userDefinedNetwork(address.text, texts, names.size);
    reportAt(finding, `/spec/egressIPs/${address.index}`, related);
  }
  if (placed.assignments.some(({ hosting }) => hosting.network === 'primary')) {
    reportAt(messages.otherPrimaryNetwork(texts, names.size), '/spec/namespaceSelector', related);
  }
}
