import type { JsonObject } from '../../src/std/json.js';

/** A node as OVN-Kubernetes with interconnect annotates it. */
export function nodeObject(number: number): JsonObject {
  const annotations: Readonly<Record<string, unknown>> = {
    'zone-name': `worker-${number}`,
    'node-id': `${number + 1}`,
    'node-chassis-id': `7e7b1a3c-0000-4000-8000-00000000000${number}`,
    'node-subnets': { default: [`10.128.${2 * number}.0/23`] },
    'node-primary-ifaddr': { ipv4: `192.168.10.1${number}/24` },
    'host-cidrs': [`192.168.10.1${number}/24`],
    'node-gateway-router-lrp-ifaddr': { ipv4: `100.65.0.${number + 1}/16` },
    'node-transit-switch-port-ifaddr': { ipv4: `100.88.0.${number + 1}/16` },
    'node-masquerade-subnet': { ipv4: '169.254.169.0/29' },
    'l3-gateway-config': {
      default: {
        mode: 'local',
        'interface-id': `br-ex_worker-${number}`,
        'mac-address': `52:54:00:00:00:0${number}`,
        'ip-addresses': [`192.168.10.1${number}/24`],
        'next-hops': ['192.168.10.1'],
      },
    },
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `worker-${number}`,
      labels: { 'k8s.ovn.org/egress-assignable': '' },
      annotations: Object.fromEntries(
        Object.entries(annotations).map(([key, value]) => [
          `k8s.ovn.org/${key}`,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
}
