import type { Pod } from '../../../model/cluster.js';
import type { AddressClaim } from '../../../model/claim.js';
import type { CanonicalAddress } from '../../../net/address.js';
import type { ClaimInputs, ClaimReader } from './inputs.js';
import { POD_ANNOTATION } from '../../../ovn-kubernetes/annotations.js';
import { annotationPointer } from '../../../yaml/locate.js';

const PRIMARY = '/status/podIPs';
const ROUTER_LABEL = 'egress-router-cni';

/**
 * Returns the claimed addresses of running pods of lists, on every network. Addresses of pods on the host network belong
 * to their nodes.
 */
export function claimsOfPods(
  lists: readonly (readonly Pod[])[],
  addresses: ClaimInputs['addresses'],
  claimed: Parameters<ClaimReader>[1],
): readonly AddressClaim[] {
  if (claimed.size === 0) return [];
  const claims: AddressClaim[] = [];
  for (const pods of lists) {
    for (const pod of pods) {
      if (pod.hostNetwork || pod.completed) continue;
      for (const address of pod.addresses) {
        if (claimed.has(address.text)) claims.push(claimOf(pod, address, PRIMARY, undefined));
      }
      for (const { address, pointer } of addresses.secondaryAddressesOf(pod)) {
        const others = claimed.get(address.text);
        if (others) claims.push(claimOf(pod, address, pointer, routerOf(pod, others)));
      }
    }
  }
  return claims;
}

/** Returns the owner of the EgressRouter that a pod belongs to. Such a pod has the router's address. */
function routerOf({ namespace, labels }: Pod, claims: readonly AddressClaim[]): string | undefined {
  if (labels.app !== ROUTER_LABEL) return undefined;
  const routers = claims.filter(
    ({ role, claimant }) => role === 'address-of-egress-router' && claimant.namespace === namespace,
  );
  return routers.at(-1)?.owner;
}

function claimOf(pod: Pod, address: CanonicalAddress, pointer: string, owner: string | undefined): AddressClaim {
  return {
    role: 'address-of-pod',
    address,
    claimant: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    description: `an address of pod ${pod.namespace}/${pod.name}`,
    location: { origin: pod.origin, pointer: pod.port && pointer === PRIMARY ? PORT_POINTER : pointer },
    owner: owner ?? `pod ${pod.namespace}/${pod.name}`,
    node: pod.nodeName,
    exclusive: false,
  };
}

const PORT_POINTER = annotationPointer(POD_ANNOTATION.networks);
