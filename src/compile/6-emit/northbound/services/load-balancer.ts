import { LOAD_BALANCER_KEY } from '../../../../ovn-kubernetes/object-ids.js';
import type { Service, ServicePort } from '../../../../model/cluster.js';
import type { ServiceForms } from '../../../../model/release.js';
import type { Row } from '../../../../model/northbound.js';
import { groupBy } from '../../../../std/group-by.js';
import { rowOf } from '../topology/topology-rows.js';
import { hasAffinityTimeout } from '../../../../ovn-kubernetes/affinity.js';
import type { MasqueradeAddresses } from './masquerade.js';

/** Entry of `Load_Balancer.vips`: a virtual address with its port, and the targets behind it. */
export interface BalancerRule {
  readonly vip: string;
  readonly targets: string;
}

/** Names of the rows to which it is attached. */
export interface Attached {
  readonly switches: readonly string[];
  readonly routers: readonly string[];
  readonly groups: readonly string[];
}

/** Load balancer of a Service. */
export interface LoadBalancer {
  /** Scope of the load balancer, which is the last part of its name. */
  readonly scope: string;
  readonly protocol: ServicePort['protocol'];
  /** Rules in the order in which OVN-Kubernetes makes them, which decides which load balancers merge. */
  readonly rules: readonly BalancerRule[];
  /** Options in addition to those that all load balancers of the Service have. */
  readonly options: Readonly<Record<string, string>>;
  readonly attached: Attached;
}

/** Order in which OVN-Kubernetes makes the load balancers of a Service. */
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'] as const;

/** Groups items by protocol, in that order, without empty groups. */
export function byProtocol<T extends { readonly protocol: ServicePort['protocol'] }>(
  things: readonly T[],
): readonly (readonly [ServicePort['protocol'], readonly T[]])[] {
  return PROTOCOLS.map((protocol) => [protocol, things.filter((one) => one.protocol === protocol)] as const).filter(
    ([, own]) => own.length > 0,
  );
}

/** Returns `Load_Balancer.name` (OVN-Kubernetes), which is also the row's key. */
function loadBalancerName({ namespace, name }: Service, { protocol, scope }: LoadBalancer): string {
  return `Service_${namespace}/${name}_${protocol}_${scope}`;
}

/** Returns the row of a load balancer. */
export function loadBalancerRow(
  service: Service,
  balancer: LoadBalancer,
  { serviceHairpin }: MasqueradeAddresses,
  forms: ServiceForms,
): Row {
  const { namespace, name, affinityTimeout } = service;
  const key = loadBalancerName(service, balancer);
  const hasTimeout = hasAffinityTimeout(service, forms);
  const columns = {
    name: key,
    protocol: balancer.protocol.toLowerCase(),
    vips: virtualAddresses(balancer.rules, forms),
    ...(affinityTimeout !== undefined && !hasTimeout && { selection_fields: ['ip_dst', 'ip_src'] }),
    options: {
      event: 'false',
      // Source addresses of packets that a pod sends to itself through a Service: always both families
      // (OVN-Kubernetes).
      hairpin_snat_ip: `${serviceHairpin.IPv4.text} ${serviceHairpin.IPv6.text}`,
      neighbor_responder: 'none',
      reject: 'true',
      skip_snat: 'false',
      ...(hasTimeout && { affinity_timeout: `${affinityTimeout ?? ''}` }),
      ...balancer.options,
    },
    external_ids: { [LOAD_BALANCER_KEY.kind]: 'Service', [LOAD_BALANCER_KEY.owner]: `${namespace}/${name}` },
  };
  return { ...rowOf(key, columns), namespace };
}

/**
 * Returns the virtual addresses with their targets. If several rules have one virtual address, the last counts, or all
 * of them, depending on the release.
 */
function virtualAddresses(rules: readonly BalancerRule[], { joinsRepeated }: ServiceForms): Record<string, string> {
  if (!joinsRepeated) return Object.fromEntries(rules.map(({ vip, targets }) => [vip, targets]));
  const lists = groupBy(rules, ({ vip }) => vip);
  const textOf = (own: readonly BalancerRule[]): string =>
    own.flatMap(({ targets }) => (targets === '' ? [] : [targets])).join(',');
  return Object.fromEntries([...lists].map(([vip, own]) => [vip, textOf(own)]));
}
