import type { KindName } from '../../model/kubernetes-object.js';
import type { TrafficSubject } from '../../model/unread.js';

/** Kinds of an API group that filter or route traffic. `all`: each kind of the group. */
type Kinds = 'all' | readonly string[];

/**
 * API groups of other networks and gateways, with the kinds that decide about traffic there. Weir compiles none of them,
 * although they change what its answers are about.
 */
const GROUPS: readonly (readonly [group: string, subject: TrafficSubject, kinds: Kinds])[] = [
  [
    'cilium.io',
    'packets',
    [
      ...['CiliumNetworkPolicy', 'CiliumClusterwideNetworkPolicy', 'CiliumEgressGatewayPolicy'],
      ...['CiliumLocalRedirectPolicy', 'CiliumCIDRGroup', 'CiliumEnvoyConfig', 'CiliumClusterwideEnvoyConfig'],
    ],
  ],
  ...(['projectcalico.org', 'crd.projectcalico.org'] as const).map(
    (group) =>
      [
        group,
        'packets',
        [
          ...['NetworkPolicy', 'GlobalNetworkPolicy', 'StagedNetworkPolicy', 'StagedGlobalNetworkPolicy'],
          ...['StagedKubernetesNetworkPolicy', 'Tier', 'NetworkSet', 'GlobalNetworkSet', 'HostEndpoint'],
          ...['EgressGatewayPolicy', 'ExternalNetwork'],
        ],
      ] as const,
  ),
  ['crd.antrea.io', 'packets', ['NetworkPolicy', 'ClusterNetworkPolicy', 'Tier', 'ClusterGroup', 'Group']],
  ['kubeovn.io', 'packets', ['Vpc', 'VpcNatGateway', 'VpcEgressGateway', 'IptablesEIP', 'IptablesSnatRule', 'OvnEip']],
  ['egressgateway.spidernet.io', 'packets', 'all'],
  ['k8s.cni.cncf.io', 'packets', ['MultiNetworkPolicy']],
  ['security.istio.io', 'requests', ['AuthorizationPolicy']],
  ['networking.istio.io', 'requests', ['Gateway', 'VirtualService', 'ServiceEntry', 'Sidecar']],
  ['gateway.networking.k8s.io', 'requests', 'all'],
];

const BY_GROUP = new Map(GROUPS.map(([group, subject, own]) => [group, { subject, own }]));

/** Returns what an object of another project decides about. Undefined for objects that decide about no traffic. */
export function trafficSubjectOf({ apiVersion, kind }: KindName): TrafficSubject | undefined {
  const group = apiVersion.includes('/') ? (apiVersion.split('/', 1)[0] ?? '') : '';
  const known = BY_GROUP.get(group);
  if (known) return known.own === 'all' || known.own.includes(kind) ? known.subject : undefined;
  // Other projects have such a kind, too. A group like ours is a misspelt one.
  const isOfOthers = group.includes('.') && !/ovn|(^|\.)k8s\.(io|org)$/.test(group);
  return kind === 'EgressIP' && isOfOthers ? 'packets' : undefined;
}
