import type { Intent } from '../../../src/model/intent.js';
import type { Lock } from '../../../src/model/lock.js';
import { type Outcome, type Surroundings, lowerObjects } from '../pipeline.js';
import type { JsonObject } from '../../../src/std/json.js';

export const INTERCONNECT = 'interconnect: true\n';

/** A Service of the namespace `shop` with an ingress address, its slice, and an EgressService for it. Number 1–99. */
export interface ServiceFacts {
  readonly number: number;
  /** `<address> <node>` of each endpoint. */
  readonly endpoints: readonly string[];
  readonly nodeLabel?: string;
  readonly local?: boolean;
  readonly byNetwork?: boolean;
  /** Entry of the load balancer; absent: an IPv4 address. */
  readonly ingress?: JsonObject;
}

export function serviceName({ number }: Pick<ServiceFacts, 'number'>): string {
  return `s${number}`;
}

export function objectsOf(facts: ServiceFacts): JsonObject[] {
  const { number, endpoints, nodeLabel, local = false, byNetwork = false } = facts;
  const { ingress = { ip: `192.0.2.${number}` } } = facts;
  const metadata = { name: serviceName(facts), namespace: 'shop' };
  return [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: {
        type: 'LoadBalancer',
        clusterIP: `172.16.1.${number}`,
        externalTrafficPolicy: local ? 'Local' : 'Cluster',
        ports: [{ port: 80, nodePort: 30_000 + number }],
      },
      status: { loadBalancer: { ingress: [ingress] } },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...metadata, labels: { 'kubernetes.io/service-name': metadata.name } },
      addressType: 'IPv4',
      endpoints: endpoints.map((text) => ({
        addresses: [text.split(' ')[0] ?? ''],
        nodeName: text.split(' ')[1] ?? '',
      })),
    },
    {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressService',
      metadata,
      spec: {
        sourceIPBy: byNetwork ? 'Network' : 'LoadBalancerIP',
        network: '1001',
        ...(nodeLabel === undefined ? {} : { nodeSelector: { matchLabels: { pool: nodeLabel } } }),
      },
    },
  ];
}

/** Node `n<id>` with the subnet 10.128.`id`.0/24. */
export function serviceNode(id: number, pool: string, ready = true): JsonObject {
  const name = `n${id}`;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'kubernetes.io/hostname': name, pool },
      annotations: {
        'k8s.ovn.org/node-id': String(id),
        'k8s.ovn.org/zone-name': name,
        'k8s.ovn.org/node-subnets': JSON.stringify({ default: [`10.128.${id}.0/24`] }),
        'k8s.ovn.org/node-transit-switch-port-ifaddr': JSON.stringify({ ipv4: `100.88.0.${id}/16` }),
        'k8s.ovn.org/host-cidrs': JSON.stringify([`192.168.10.${id}/24`]),
      },
    },
    status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  };
}

export interface Hosted extends Outcome {
  /** Service → `status.host`. */
  readonly hosts: ReadonlyMap<string, string>;
  readonly only: <Effect extends Intent['effect']>(effect: Effect) => Extract<Intent, { effect: Effect }>[];
}

/** What EgressServices and an inventory mean. */
export function host(objects: readonly JsonObject[], weirYaml = INTERCONNECT, surroundings: Surroundings = {}): Hosted {
  const outcome = lowerObjects(objects, weirYaml, surroundings);
  return {
    ...outcome,
    hosts: new Map(outcome.statuses.map(({ status, cause }) => [cause.name, status.host as string])),
    only: <Effect extends Intent['effect']>(effect: Effect) =>
      outcome.intents.filter((intent): intent is Extract<Intent, { effect: Effect }> => intent.effect === effect),
  };
}

export function lockOf(hosts: Readonly<Record<string, string>>): Lock {
  return { egressIPs: new Map(), egressServices: new Map(Object.entries(hosts)) };
}
