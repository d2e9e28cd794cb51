import type { Namespace, Pod } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import { relatedNetwork } from '../related-network.js';
import { sayOf } from '../say.js';
import { messages } from './messages.js';
import type { ServedEgressIP } from './winner.js';

const MOST = 5;

/** Pods by the network that they leave through. */
export interface PodsByNetwork {
  readonly onDefault: readonly Pod[];
  /** Those of namespaces whose primary network is user defined. */
  readonly onUserDefined: readonly Pod[];
}

/**
 * Divides pods by their primary network. Addresses of secondary host networks are for the default network alone
 * (OVN-Kubernetes v1.3 refuses them for pods of user defined ones).
 */
export function divideByNetwork(pods: readonly Pod[], namespaces: ReadonlyMap<string, Namespace>): PodsByNetwork {
  const onUserDefined = pods.filter(({ namespace }) => namespaces.get(namespace)?.primaryNetwork !== undefined);
  if (onUserDefined.length === 0) return { onDefault: pods, onUserDefined };
  const others = new Set(onUserDefined);
  return { onDefault: pods.filter((pod) => !others.has(pod)), onUserDefined };
}

/** Reports each address of a secondary host network that does not serve pods because of their primary network. */
export function reportPrimaryNetworks(
  served: readonly ServedEgressIP[],
  namespaces: ReadonlyMap<string, Namespace>,
  report: Reporter,
): void {
  for (const { placed, pods } of served) {
    const secondary = placed.assignments.filter(({ hosting }) => hosting.network === 'secondary');
    if (secondary.length === 0) continue;
    const names = new Set(divideByNetwork(pods, namespaces).onUserDefined.map(({ namespace }) => namespace));
    const shown = [...names].slice(0, MOST).flatMap((name) => {
      const network = namespaces.get(name)?.primaryNetwork;
      return network ? [{ name, network }] : [];
    });
    if (shown.length === 0) continue;
    const texts = shown.map(
      ({ name, network }) => `namespace ${name} uses primary user defined network ${network.name}`,
    );
    const related = shown.map(({ name, network }) => relatedNetwork(name, network));
    const say = sayOf(placed.request.manifest, report);
    for (const { address } of secondary) {
      const finding = messages.userDefinedNetwork(address.text, texts, names.size);
      say(finding, `/spec/egressIPs/${address.index}`, related);
    }
  }
}
