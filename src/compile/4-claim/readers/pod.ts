import type { Pod } from '../../../model/cluster.js';
import type { AddressClaim } from '../claim.js';
import type { ClaimInputs } from '../inputs.js';
import { partyOfRouter, routersByAddress } from './egress-router.js';

const PRIMARY = '/status/podIPs';
const ROUTER_LABEL = 'egress-router-cni';

/**
 * The addresses of pods that run, on every network, as far as somebody wants them; those of pods on the host network are
 * their nodes'.
 */
export function readPodClaims(inputs: ClaimInputs, wanted: ReadonlySet<string>): AddressClaim[] {
  const { cluster, addresses } = inputs;
  if (wanted.size === 0) return [];
  const routers = routersByAddress(inputs);
  const claims: AddressClaim[] = [];
  for (const pods of cluster.podsByNamespace.values()) {
    for (const pod of pods) {
      if (pod.hostNetwork || pod.completed) continue;
      for (const address of pod.addresses) {
        if (wanted.has(address)) claims.push(claimOf(pod, address, PRIMARY, undefined));
      }
      for (const { address, pointer } of addresses.secondaryAddressesOf(pod)) {
        if (!wanted.has(address)) continue;
        // The pod of an EgressRouter has the router's address.
        const isRouter = pod.labels.app === ROUTER_LABEL;
        const router = isRouter ? routers.get(partyOfRouter(pod.namespace, address)) : undefined;
        claims.push(claimOf(pod, address, pointer, router));
      }
    }
  }
  return claims;
}

function claimOf(pod: Pod, address: string, pointer: string, party: string | undefined): AddressClaim {
  return {
    role: 'address-of-pod',
    address,
    claimant: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    words: `an address of pod ${pod.namespace}/${pod.name}`,
    place: { origin: pod.origin, pointer: pod.port && pointer === PRIMARY ? PORT_POINTER : pointer },
    party: party ?? `pod ${pod.namespace}/${pod.name}`,
    node: pod.nodeName,
    exclusive: false,
  };
}

const PORT_POINTER = '/metadata/annotations/k8s.ovn.org~1pod-networks';
