import type { JsonObject } from '../../src/std/json.js';
import type { Random } from '../rig/random.js';

const OVN = 'k8s.ovn.org/v1';
const NAMESPACES = ['shop', 'media'];
const NETWORKS = ['203.0.113.0/24', '198.51.100.0/24', '203.0.113.4/30', '0.0.0.0/0'];
/** Addresses of EgressIPs, in the network of the nodes. */
export const EGRESS_ADDRESSES = ['192.168.10.50', '192.168.10.51', '192.168.10.52', '192.168.10.53'];

/** Returns a resource of each sort. */
export function all(random: Random): JsonObject[] {
  return [
    ...NAMESPACES.flatMap((name) => [firewall(name, random), networkPolicy(name, random)]),
    ...[0, 1].map((index) => egressIP(index, random)),
    qos('shop', random),
    adminPolicy(random),
    egressService(random),
  ];
}

/** Returns a random resource. */
export function one(random: Random): JsonObject {
  const namespace = NAMESPACES[random(NAMESPACES.length)] ?? '';
  switch (random(8)) {
    case 0:
    case 1:
      return firewall(namespace, random);
    case 2:
    case 3:
      return networkPolicy(namespace, random);
    case 4:
      return egressIP(random(2), random);
    case 5:
      return qos(namespace, random);
    case 6:
      return adminPolicy(random);
    default:
      return egressService(random);
  }
}

function firewall(namespace: string, random: Random): JsonObject {
  const egress = Array.from({ length: 1 + random(4) }, () => ({
    type: random(2) === 0 ? 'Allow' : 'Deny',
    to: { cidrSelector: NETWORKS[random(NETWORKS.length)] ?? '' },
    ...(random(3) === 0 ? { ports: [{ protocol: 'TCP', port: 443 }] } : {}),
  }));
  return { apiVersion: OVN, kind: 'EgressFirewall', metadata: { name: 'default', namespace }, spec: { egress } };
}

function qos(namespace: string, random: Random): JsonObject {
  const egress = Array.from({ length: 1 + random(2) }, () => ({
    dscp: random(63),
    podSelector: { matchLabels: { app: appOf(random) } },
  }));
  return { apiVersion: OVN, kind: 'EgressQoS', metadata: { name: 'default', namespace }, spec: { egress } };
}

/** Two EgressIPs with their own addresses, of one team each: a pod has one at most. */
function egressIP(index: number, random: Random): JsonObject {
  const own = EGRESS_ADDRESSES.slice(2 * index, 2 * index + 2);
  const team = index === 0 ? 'a' : 'b';
  return {
    apiVersion: OVN,
    kind: 'EgressIP',
    metadata: { name: `egress-${index}` },
    spec: {
      egressIPs: random(3) === 0 ? own.slice(random(2), 2) : own.slice(0, 1 + random(2)),
      namespaceSelector: { matchLabels: { team } },
      ...(random(3) === 0 ? { podSelector: { matchLabels: { app: appOf(random) } } } : {}),
    },
  };
}

function networkPolicy(namespace: string, random: Random): JsonObject {
  const peers = (): JsonObject[] =>
    Array.from({ length: random(2) }, () => {
      if (random(2) === 0) return { namespaceSelector: { matchLabels: { team: teamOf(random) } } };
      return { podSelector: { matchLabels: { app: appOf(random) } } };
    });
  const types = [['Ingress'], ['Egress'], ['Ingress', 'Egress']][random(3)] ?? [];
  const blocks = NETWORKS.slice(random(4)).map((cidr) => ({ ipBlock: { cidr } }));
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'rules', namespace },
    spec: {
      podSelector: random(2) === 0 ? {} : { matchLabels: { app: appOf(random) } },
      policyTypes: types,
      ...(types.includes('Ingress') ? { ingress: peers().map((peer) => ({ from: [peer] })) } : {}),
      ...(types.includes('Egress')
        ? { egress: [...peers(), ...blocks].map((peer) => ({ to: [peer], ports: [{ protocol: 'TCP', port: 443 }] })) }
        : {}),
    },
  };
}

function adminPolicy(random: Random): JsonObject {
  const action = (): string => ['Allow', 'Deny', 'Pass'][random(3)] ?? '';
  return {
    apiVersion: 'policy.networking.k8s.io/v1alpha1',
    kind: 'AdminNetworkPolicy',
    metadata: { name: 'teams' },
    spec: {
      priority: 10,
      subject: { namespaces: { matchLabels: { team: teamOf(random) } } },
      ingress: [{ name: 'from', action: action(), from: [{ namespaces: { matchLabels: { team: teamOf(random) } } }] }],
      egress: [
        {
          name: 'to',
          action: action(),
          to: [{ pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: appOf(random) } } } }],
        },
        { name: 'out', action: action(), to: [{ networks: [NETWORKS[random(3)] ?? ''] }] },
      ],
    },
  };
}

function egressService(random: Random): JsonObject {
  const spec = random(2) === 0 ? { sourceIPBy: 'LoadBalancerIP' } : { sourceIPBy: 'LoadBalancerIP', nodeSelector: {} };
  return { apiVersion: OVN, kind: 'EgressService', metadata: { name: 'web', namespace: 'shop' }, spec };
}

const appOf = (random: Random): string => (random(2) === 0 ? 'web' : 'db');
const teamOf = (random: Random): string => (random(2) === 0 ? 'a' : 'b');
