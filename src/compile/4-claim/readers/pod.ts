import type { Pod } from '../../../model/cluster.js';
import type { AddressClaim } from '../../../model/claim.js';
import type { CanonicalAddress } from '../../../net/address.js';
import type { ClaimInputs } from './inputs.js';
import { POD_ANNOTATION } from '../../../ovn-kubernetes/annotations.js';
import { annotationPointer } from '../../../yaml/locate.js';

const PRIMARY = '/status/podIPs';
const ROUTER_LABEL = 'egress-router-cni';

/** What claims of pods depend on among the claims of others. */
export interface ClaimedByOthers {
  /** All addresses with a claim. */
  readonly addresses: ReadonlySet<string>;
  /** Address → the claims of EgressRouters. */
  readonly ofRouters: ReadonlyMap<string, readonly AddressClaim[]>;
}

/** Returns what claims of pods depend on among claims by address. */
export function claimedByOthers(byAddress: ReadonlyMap<string, readonly AddressClaim[]>): ClaimedByOthers {
  const ofRouters = new Map<string, readonly AddressClaim[]>();
  for (const [address, claims] of byAddress) {
    const own = claims.filter(({ role }) => role === 'address-of-egress-router');
    if (own.length > 0) ofRouters.set(address, own);
  }
  return { addresses: new Set(byAddress.keys()), ofRouters };
}

/**
 * Returns the claimed addresses of running pods of lists, on every network. Addresses of pods on the host network belong
 * to their nodes.
 */
export function claimsOfPods(
  lists: readonly (readonly Pod[])[],
  addresses: ClaimInputs['addresses'],
  { addresses: claimed, ofRouters }: ClaimedByOthers,
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
        if (!claimed.has(address.text)) continue;
        claims.push(claimOf(pod, address, pointer, routerOf(pod, ofRouters.get(address.text) ?? [])));
      }
    }
  }
  return claims;
}

/** Returns the owner of the EgressRouter that a pod belongs to. Such a pod has the router's address. */
function routerOf({ namespace, labels }: Pod, claims: readonly AddressClaim[]): string | undefined {
  if (labels.app !== ROUTER_LABEL) return undefined;
  return claims.findLast(({ claimant }) => claimant.namespace === namespace)?.owner;
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
