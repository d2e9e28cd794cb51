import { nameOf, pathOfName } from '../model/kubernetes-object.js';
import { type JsonObject, asObject, asString } from '../std/json.js';
import { isOwnName } from '../ovn-kubernetes/annotations.js';

/** A network plugin other than OVN-Kubernetes, with the evidence. */
export interface OtherPlugin {
  readonly name: string;
  /** Evidence, such as `annotation projectcalico.org/IPv4Address of Node worker-1`. */
  readonly from: string;
}

/** Plugins by the prefix of their annotations and labels on nodes and pods. */
const PREFIXES: readonly (readonly [prefix: string, plugin: string])[] = [
  ['network.cilium.io/', 'Cilium'],
  ['io.cilium.', 'Cilium'],
  ['cni.projectcalico.org/', 'Calico'],
  ['projectcalico.org/', 'Calico'],
  ['flannel.alpha.coreos.com/', 'Flannel'],
  ['node.antrea.io/', 'Antrea'],
  ['ovn.kubernetes.io/', 'Kube-OVN'],
  ['kube-router.io/', 'kube-router'],
];

/** Plugins by the value of the label `k8s-app` or `app` of their pods. */
const APPS: ReadonlyMap<string, string> = new Map([
  ['cilium', 'Cilium'],
  ['calico-node', 'Calico'],
  ['flannel', 'Flannel'],
  ['kube-flannel', 'Flannel'],
  ['antrea', 'Antrea'],
  ['kube-router', 'kube-router'],
  ['aws-node', 'Amazon VPC CNI'],
  ['kindnet', 'kindnet'],
  ['ovs-ovn', 'Kube-OVN'],
]);

/** Plugins by an API group that only a cluster with the plugin serves. */
const GROUPS: readonly (readonly [group: string, plugin: string])[] = [
  ['cilium.io/', 'Cilium'],
  ['crd.projectcalico.org/', 'Calico'],
  ['projectcalico.org/', 'Calico'],
  ['crd.antrea.io/', 'Antrea'],
];

/**
 * Finds a network plugin other than OVN-Kubernetes in the objects of a cluster. Returns undefined if the nodes belong
 * to OVN-Kubernetes.
 */
export function findOtherPlugin(objects: readonly JsonObject[]): OtherPlugin | undefined {
  const isOwn = objects.some((object) => object.kind === 'Node' && keysOf(object, 'annotations').some(isOwnName));
  if (isOwn) return undefined;
  return firstOf(objects, pluginOfNetwork) ?? firstOf(objects, pluginOfMarks) ?? firstOf(objects, pluginOfGroup);
}

function firstOf(
  objects: readonly JsonObject[],
  find: (object: JsonObject) => OtherPlugin | undefined,
): OtherPlugin | undefined {
  for (const object of objects) {
    const found = find(object);
    if (found) return found;
  }
  return undefined;
}

/** Returns the plugin that OpenShift's network operator reports. */
function pluginOfNetwork(object: JsonObject): OtherPlugin | undefined {
  if (object.apiVersion !== 'config.openshift.io/v1' || object.kind !== 'Network') return undefined;
  const name = asString(asObject(object.status)?.networkType) ?? asString(asObject(object.spec)?.networkType) ?? '';
  if (name === '' || name.toLowerCase() === 'ovnkubernetes') return undefined;
  return { name, from: `networkType of ${titleOf(object)}` };
}

function pluginOfMarks(object: JsonObject): OtherPlugin | undefined {
  if (object.kind !== 'Node' && object.kind !== 'Pod') return undefined;
  for (const field of ['annotations', 'labels'] as const) {
    for (const key of keysOf(object, field)) {
      const [, name] = PREFIXES.find(([prefix]) => key.startsWith(prefix)) ?? [];
      if (name !== undefined) return { name, from: `${field.slice(0, -1)} ${key} of ${titleOf(object)}` };
    }
  }
  const labels = asObject(asObject(object.metadata)?.labels) ?? {};
  for (const key of ['k8s-app', 'app']) {
    const value = asString(labels[key]) ?? '';
    const name = object.kind === 'Pod' ? APPS.get(value) : undefined;
    if (name !== undefined) return { name, from: `label ${key}=${value} of ${titleOf(object)}` };
  }
  return undefined;
}

function pluginOfGroup(object: JsonObject): OtherPlugin | undefined {
  const apiVersion = asString(object.apiVersion) ?? '';
  const [, name] = GROUPS.find(([group]) => apiVersion.startsWith(group)) ?? [];
  return name === undefined ? undefined : { name, from: titleOf(object) };
}

function keysOf(object: JsonObject, field: 'annotations' | 'labels'): string[] {
  return Object.keys(asObject(asObject(object.metadata)?.[field]) ?? {});
}

function titleOf(object: JsonObject): string {
  return `${asString(object.kind) ?? ''} ${pathOfName(nameOf(object))}`;
}
