import { readManifests } from '../../../src/compile/1-read/read.js';
import { validate } from '../../../src/compile/2-validate/index.js';
import { addressInventory } from '../../../src/compile/3-index/address-inventory.js';
import { buildCluster } from '../../../src/compile/3-index/cluster.js';
import type { Refusals } from '../../../src/compile/4-claim/check.js';
import { decideClaims } from '../../../src/compile/4-claim/decide.js';
import { createEngine } from '../../../src/engine/engine.js';
import { kinds } from '../../../src/kinds/index.js';
import { knownKinds } from '../../../src/kinds/known.js';
import type { Report } from '../../../src/model/diagnostic.js';
import type { Lock } from '../../../src/model/lock.js';
import { configurationOf } from '../3-index/inventory.js';
import type { Json, JsonObject } from '../../../src/std/json.js';

export interface Checked {
  /** `<severity> <code>: <message>` of each finding, sorted; what is said of nodes and pods is left out. */
  readonly said: readonly string[];
  readonly reports: readonly Report[];
  readonly refusals: Refusals;
}

/** What the registry finds in objects. */
export function checkObjects(
  objects: readonly JsonObject[],
  weirYaml = '',
  lock: Lock = { egressIPs: new Map(), egressServices: new Map() },
): Checked {
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const configuration = configurationOf(weirYaml);
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const found = readManifests([{ path: 'all.yaml', text }], knownKinds, report);
  const manifests = validate(found.compiled, kinds, report);
  const engine = createEngine();
  const cluster = buildCluster(found.inventory, manifests, configuration, () => undefined, engine);
  const addresses = engine.ask(addressInventory, undefined, report);
  const inputs = { configuration, cluster, manifests, observed: [], lock, addresses };
  const { refusals } = decideClaims(inputs, kinds, report, engine);
  return {
    said: reports.map(({ severity, code, message }) => `${severity} ${code}: ${message}`).sort(),
    reports,
    refusals,
  };
}

export function egressIP(name: string, egressIPs: readonly string[], items?: Record<string, string>): JsonObject {
  const status = items && {
    items: Object.entries(items).map(([egressIP, node]): JsonObject => ({ egressIP, node })),
  };
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressIP',
    metadata: { name },
    spec: { egressIPs: [...egressIPs], namespaceSelector: {} },
    ...(status ? { status } : {}),
  };
}

export function egressRouter(name: string, ip: string, gateway?: string): JsonObject {
  return {
    apiVersion: 'network.operator.openshift.io/v1',
    kind: 'EgressRouter',
    metadata: { name, namespace: 'shop' },
    spec: { redirect: {}, addresses: [{ ip, ...(gateway === undefined ? {} : { gateway }) }] },
  };
}

export function service(name: string, spec: JsonObject, status: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop' }, spec, status };
}

/** An IPPool: offset → `<namespace>/<pod>`. */
export function pool(name: string, range: string, allocations: Record<string, string>): JsonObject {
  const entries = Object.entries(allocations).map(([key, podref]): [string, Json] => [key, { id: 'a1', podref }]);
  return {
    apiVersion: 'whereabouts.cni.cncf.io/v1alpha1',
    kind: 'IPPool',
    metadata: { name, namespace: 'kube-system' },
    spec: { range, allocations: Object.fromEntries(entries) },
  };
}

export function reservation(name: string, podref: string): JsonObject {
  return {
    apiVersion: 'whereabouts.cni.cncf.io/v1alpha1',
    kind: 'OverlappingRangeIPReservation',
    metadata: { name, namespace: 'kube-system' },
    spec: { podref },
  };
}

export function attachment(name: string, ipam: JsonObject): JsonObject {
  return {
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: { name, namespace: 'shop' },
    spec: { config: JSON.stringify({ cniVersion: '0.3.1', type: 'macvlan', ipam }) },
  };
}

/** A CloudPrivateIPConfig; `owner` is the EgressIP of its annotation. */
export function cloudConfig(name: string, node: string, owner?: string, status?: JsonObject): JsonObject {
  const annotations = owner === undefined ? {} : { 'k8s.ovn.org/egressip-owner-ref': owner };
  return {
    apiVersion: 'cloud.network.openshift.io/v1',
    kind: 'CloudPrivateIPConfig',
    metadata: { name, annotations },
    spec: { node },
    ...(status ? { status } : {}),
  };
}
