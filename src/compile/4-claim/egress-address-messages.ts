import { RESERVED_BY_CLOUDS } from '../../cloud/reserved.js';
import { type FindingDefinition, type FindingMaker, defineFinding } from '../../model/catalogue.js';
import type { ClaimRole } from '../../model/claim.js';
import { isHint } from './order.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** What can have an egress address already: every role but that of another EgressIP. */
export type RivalRole = Exclude<ClaimRole, 'requested-by-egress-ip'>;

const CHOOSE = 'choose an address that nothing else uses';

/** An egress address that is something else too; `words` completes "address … is". */
type EgressAddressClaimed = FindingMaker<[name: string, address: string, words: string]>;

function claimed(role: RivalRole, texts: Pick<FindingDefinition, 'summary' | 'why' | 'fix'>): EgressAddressClaimed {
  return defineFinding({
    ...texts,
    code: `claims/${role}`,
    severity: isHint(role) ? 'warning' : 'rejected',
    message: (name: string, address: string, words: string) => `EgressIP ${name}: address ${address} is ${words}`,
  });
}

/** What is reported of an egress address that is something else too, by the role of the stronger claim. */
export const messages: Readonly<Record<RivalRole, EgressAddressClaimed>> = {
  'address-of-node': claimed('address-of-node', {
    summary: 'An egress address is the address of a node.',
    why: 'The node and the egress node would both answer for it, and connections to the node would break.',
    fix: CHOOSE,
  }),
  'unlisted-address-of-node': claimed('unlisted-address-of-node', {
    summary: 'An egress address is the address of a node that OVN-Kubernetes does not see.',
    why: 'OVN-Kubernetes would assign it, and connections to the node would break.',
    fix: `${CHOOSE}; OVN-Kubernetes does not see this one, because ${NODE_ANNOTATION.hostCIDRs} does not list it`,
  }),
  'platform-vip': claimed('platform-vip', {
    summary: 'An egress address is a virtual address of the platform.',
    why: 'Connections to the API server or the ingress would break.',
    fix: CHOOSE,
  }),
  'next-hop-of-node': claimed('next-hop-of-node', {
    summary: 'An egress address is the next hop of a node.',
    why: 'The node would lose its default route.',
    fix: CHOOSE,
  }),
  gateway: claimed('gateway', {
    summary: 'An egress address is the address of a gateway.',
    why: 'Hosts that use the gateway would lose it.',
    fix: CHOOSE,
  }),
  'allocated-by-ip-pool': claimed('allocated-by-ip-pool', {
    summary: 'An egress address is allocated to a pod by whereabouts.',
    why: 'The pod and the egress node would both answer for it.',
    fix: `${CHOOSE}, and list it in exclude, so that whereabouts does not allocate it`,
  }),
  'reserved-for-pod': claimed('reserved-for-pod', {
    summary: 'An egress address is reserved for a pod by whereabouts.',
    why: 'The pod and the egress node would both answer for it.',
    fix: `${CHOOSE}, and list it in exclude, so that whereabouts does not allocate it`,
  }),
  'address-of-service': claimed('address-of-service', {
    summary: 'An egress address is an external address of a Service.',
    why: 'Replies to connections of pods would be taken for new connections to the Service.',
    fix: `${CHOOSE}: both would answer for this one, and replies get lost`,
  }),
  'cluster-ip-of-service': claimed('cluster-ip-of-service', {
    summary: 'An egress address is in the service network, or the cluster IP of a Service.',
    why: 'The address exists only within the cluster, so peers cannot reply to it.',
    fix: CHOOSE,
  }),
  'address-of-pod': claimed('address-of-pod', {
    summary: 'An egress address is the address of a pod.',
    why: 'The pod and the egress node would both answer for it.',
    fix: CHOOSE,
  }),
  'address-of-egress-router': claimed('address-of-egress-router', {
    summary: 'An egress address is the address of an EgressRouter.',
    why: 'The router and the egress node would both answer for it.',
    fix: CHOOSE,
  }),
  'next-hop-of-external-route': claimed('next-hop-of-external-route', {
    summary: 'An egress address is a next hop of an external route.',
    why: 'The traffic that the route sends to its gateway would go to the egress node.',
    fix: CHOOSE,
  }),
  'assigned-by-cloud': claimed('assigned-by-cloud', {
    summary: 'The cloud still has an egress address for another object.',
    why: 'The cloud assigns the address only once.',
    fix: 'choose another address, or remove it from the other EgressIP first',
  }),
  'reserved-by-cloud': claimed('reserved-by-cloud', {
    summary: 'The cloud reserves an egress address.',
    why: 'The cloud rejects the address.',
    fix: `choose another address; ${RESERVED_BY_CLOUDS}`,
  }),
  'internal-address-of-node': claimed('internal-address-of-node', {
    summary: 'An egress address is an internal address of a node, used within the cluster only.',
    why: 'Peers cannot reply to it, and the routers of the cluster would conflict.',
    fix: 'choose an address in an external network of the nodes',
  }),
  'reserved-range': claimed('reserved-range', {
    summary: 'An egress address is in a network that the cluster itself uses.',
    why: 'Peers cannot reply to it.',
    fix: 'choose an address in an external network of the nodes',
  }),
  'address-of-attachment': claimed('address-of-attachment', {
    summary: 'An egress address is one that a network attachment names.',
    why: 'A pod that is attached may get the address too.',
    fix: CHOOSE,
  }),
  'allocation-range': claimed('allocation-range', {
    summary: 'An egress address is in a range that whereabouts allocates from.',
    why: 'A pod may get the address later.',
    fix: 'exclude the address in the network attachment, or choose one outside of the range',
  }),
  'network-or-broadcast-address': claimed('network-or-broadcast-address', {
    summary: 'An egress address is the first or the last address of its network.',
    why: 'Hosts take it for the network or its broadcast address, and do not reply to it.',
    fix: 'choose an address between the first and the last of the network',
  }),
};
