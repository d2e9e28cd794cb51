import type { JsonObject } from '../../../src/std/json.js';

/** Pods of ovnkube, as its manifests and those of OpenShift make them. */
export interface PodOptions {
  readonly name: string;
  readonly node: string;
  readonly container: string;
  readonly namespace?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly phase?: string;
  readonly owner?: JsonObject;
  readonly hash?: string;
}

/** Returns a pod of a DaemonSet that is named after it. */
export function ovnkubePod(options: PodOptions): JsonObject {
  const { name, node, container, namespace = 'ovn-kubernetes', env = {}, args = [], phase = 'Running', hash } = options;
  const owner = options.owner ?? { kind: 'DaemonSet', name: name.replace(/-[^-]+$/, '') };
  const own = {
    name: container,
    args: [...args],
    env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name, namespace, ownerReferences: [owner] },
      labels: hash === undefined ? {} : { 'pod-template-hash': hash },
    },
    spec: { nodeName: node, containers: [{ name: 'ovn-northd' }, own] },
    status: { phase },
  };
}

/** Returns a Lease that was renewed `age` seconds ago. */
export function ovnkubeLease(name: string, holder: string, age: number): JsonObject {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'ovn-kubernetes' },
    spec: {
      holderIdentity: holder,
      leaseDurationSeconds: 137,
      renewTime: new Date(Date.now() - 1000 * age).toISOString().replace('Z', '000Z'),
    },
  };
}

/** Returns a node of a zone. */
export function zoneNode(name: string, zone: string): JsonObject {
  const annotations = zone === 'global' ? {} : { 'k8s.ovn.org/zone-name': zone };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, annotations } };
}
