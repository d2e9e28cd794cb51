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
    why: 'The node and the egress node both reply for the address, and connections to the node break.',
    fix: CHOOSE,
  }),
  'unlisted-address-of-node': claimed('unlisted-address-of-node', {
    summary: 'An egress address is an address of a node that its annotation does not list.',
    why: 'OVN-Kubernetes assigns the address, and connections to the node break.',
    fix: `${CHOOSE}, because ${NODE_ANNOTATION.hostCIDRs} does not list this one`,
  }),
  'platform-vip': claimed('platform-vip', {
    summary: 'An egress address is a virtual address of the platform.',
    why: 'Connections to the API server or the ingress break.',
    fix: CHOOSE,
  }),
  'next-hop-of-node': claimed('next-hop-of-node', {
    summary: 'An egress address is the next hop of a node.',
    why: 'The node loses its default route.',
    fix: CHOOSE,
  }),
  gateway: claimed('gateway', {
    summary: 'An egress address is the address of a gateway.',
    why: 'Hosts that use the gateway lose their route.',
    fix: CHOOSE,
  }),
  'allocated-by-ip-pool': claimed('allocated-by-ip-pool', {
    summary: 'An egress address is allocated to a pod by whereabouts.',
    why: 'The pod and the egress node both reply for the address, and connections break.',
    fix: `${CHOOSE}, and add it to exclude, so that whereabouts does not allocate it`,
  }),
  'reserved-for-pod': claimed('reserved-for-pod', {
    summary: 'An egress address is reserved for a pod by whereabouts.',
    why: 'The pod and the egress node both reply for the address, and connections break.',
    fix: `${CHOOSE}, and add it to exclude, so that whereabouts does not allocate it`,
  }),
  'address-of-service': claimed('address-of-service', {
    summary: 'An egress address is an external address of a Service.',
    why: 'OVN treats replies to connections of pods as new connections to the Service, and they get lost.',
    fix: CHOOSE,
  }),
  'cluster-ip-of-service': claimed('cluster-ip-of-service', {
    summary: 'An egress address is in the service network, or the cluster IP of a Service.',
    why: 'The address exists only within the cluster, so peers cannot reply to it.',
    fix: CHOOSE,
  }),
  'address-of-pod': claimed('address-of-pod', {
    summary: 'An egress address is the address of a pod.',
    why: 'The pod and the egress node both reply for the address, and connections break.',
    fix: CHOOSE,
  }),
  'address-of-egress-router': claimed('address-of-egress-router', {
    summary: 'An egress address is the address of an EgressRouter.',
    why: 'The router and the egress node both reply for the address, and connections break.',
    fix: CHOOSE,
  }),
  'next-hop-of-external-route': claimed('next-hop-of-external-route', {
    summary: 'An egress address is a next hop of an external route.',
    why: 'Traffic to the gateway of the route goes to the egress node.',
    fix: CHOOSE,
  }),
  'assigned-by-cloud': claimed('assigned-by-cloud', {
    summary: 'The cloud has assigned an egress address to a different object.',
    why: 'The cloud assigns an address only once.',
    fix: 'choose a different address, or remove it from the other EgressIP first',
  }),
  'reserved-by-cloud': claimed('reserved-by-cloud', {
    summary: 'The cloud reserves an egress address.',
    why: 'The cloud rejects the address.',
    fix: `choose a different address (${RESERVED_BY_CLOUDS})`,
  }),
  'internal-address-of-node': claimed('internal-address-of-node', {
    summary: 'An egress address is an internal address of a node, used within the cluster only.',
    why: 'Peers cannot reply to it, and it conflicts with the routers of the cluster.',
    fix: 'choose an address in an external network of the nodes',
  }),
  'reserved-range': claimed('reserved-range', {
    summary: 'An egress address is in a network that the cluster itself uses.',
    why: 'Peers cannot reply to it.',
    fix: 'choose an address in an external network of the nodes',
  }),
  'address-of-attachment': claimed('address-of-attachment', {
    summary: 'An egress address is an address of a network attachment.',
    why: 'A pod in the network may also get the address.',
    fix: CHOOSE,
  }),
  'allocation-range': claimed('allocation-range', {
    summary: 'An egress address is in a range that whereabouts allocates from.',
    why: 'A pod may get the address later.',
    fix: 'add the address to exclude in the network attachment, or choose one outside of the range',
  }),
  'network-or-broadcast-address': claimed('network-or-broadcast-address', {
    summary: 'An egress address is the first or the last address of its network.',
    why: 'Hosts treat it as the network or broadcast address, and do not reply to it.',
    fix: 'choose an address between the first and the last of the network',
  }),
};
