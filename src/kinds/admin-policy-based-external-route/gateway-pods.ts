import type { Cluster, Pod } from '../../model/cluster.js';
import { compileSelector, isSelectorProblem } from '../../selectors/selector.js';
import type { Say } from '../say.js';
import type { GatewayEntry } from './gateway-list.js';
import { messages } from './messages.js';
import { addressesInNetwork } from './network-status.js';
import { type DynamicHop, listNames } from './policy.js';
import { type FindNamespaces, selectorProblem } from './namespaces.js';

/** Gateways of the dynamic hops, or the error that takes the policy out of service, in the live controllers' words. */
export type DynamicGateways = { readonly entries: readonly GatewayEntry[] } | { readonly error: string };

const WRAPPING = 'failed to build updated policy: failed to process dynamic GW: failed to get external GW pod ips: ';
const ANNOTATION = 'k8s.v1.cni.cncf.io/network-status';

/** Finds the gateway pods of each hop and their addresses. Every problem is reported; the first is the error. */
export function resolveDynamicHops(
  hops: readonly DynamicHop[],
  cluster: Cluster,
  findNamespaces: FindNamespaces,
  say: Say,
): DynamicGateways {
  const entries: GatewayEntry[] = [];
  const errors: string[] = [];
  for (const [index, hop] of hops.entries()) {
    const pointer = `/spec/nextHops/dynamic/${index}`;
    const candidates = findPods(hop, cluster, findNamespaces, pointer, say);
    if ('error' in candidates) {
      errors.push(candidates.error);
      continue;
    }
    const usable = candidates.pods.filter(({ ready, terminating }) => ready && !terminating);
    if (usable.length === 0) say(messages.noGatewayPod(listNames(candidates.pods.map(titleOf))), pointer);
    for (const pod of usable) {
      const found = addressesOf(pod, hop.networkAttachmentName ?? '', pointer, say);
      if ('error' in found) errors.push(WRAPPING + found.error);
      else if (found.addresses.length === 0) say(messages.gatewayWithoutAddress(titleOf(pod)), pointer);
      else entries.push({ addresses: found.addresses, monitored: hop.bfdEnabled === true, pointer });
    }
  }
  const [error] = errors;
  return error === undefined ? { entries } : { error };
}

function titleOf({ namespace, name }: Pod): string {
  return `${namespace}/${name}`;
}

function findPods(
  { podSelector, namespaceSelector }: DynamicHop,
  { podsByNamespace }: Cluster,
  findNamespaces: FindNamespaces,
  pointer: string,
  say: Say,
): { readonly pods: readonly Pod[] } | { readonly error: string } {
  const namespaces = findNamespaces(namespaceSelector);
  if ('text' in namespaces) return selectorProblem(namespaces, 'namespaceSelector', pointer, say);
  const selector = compileSelector(podSelector);
  if (isSelectorProblem(selector)) return selectorProblem(selector, 'podSelector', pointer, say);
  const pods = namespaces.names.flatMap((name) => podsByNamespace.get(name) ?? []);
  return { pods: pods.filter(({ labels }) => selector.matches(labels)) };
}

/** The gateway addresses of a pod (OVN-Kubernetes v1.3): in the named network, else of its host. */
function addressesOf(
  pod: Pod,
  network: string,
  pointer: string,
  say: Say,
): { readonly addresses: readonly string[] } | { readonly error: string } {
  if (network === '') {
    if (pod.hostNetwork) return { addresses: pod.addresses };
    say(messages.notOnHostNetwork(titleOf(pod)), pointer);
    const combination = 'Invalid combination of host network: false and routing-network annotation: ';
    return { error: `ignoring pod ${pod.name} as an external gateway candidate. ${combination}` };
  }
  const annotation = pod.networkStatus ?? '';
  const found = addressesInNetwork(annotation, network);
  if ('addresses' in found) return found;
  const at = `${pointer}/networkAttachmentName`;
  if (found.problem === 'not a list') {
    say(messages.badNetworkStatus(titleOf(pod)), at);
    return { error: `unable to unmarshall annotation on pod ${pod.name} ${ANNOTATION} '${annotation}': ${found.text}` };
  }
  say(messages.notInNetwork(titleOf(pod), network), at);
  return { error: `unable to find multus network ${network} in pod ${titleOf(pod)}` };
}
