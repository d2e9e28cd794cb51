import type { KubernetesClient } from '../../../clients/kubernetes/client.js';
import { PODS } from '../../../clients/kubernetes/client.js';
import { CONFIG_MAPS } from '../../../clients/kubernetes/config-map.js';
import type { Resource } from '../../../clients/kubernetes/discovery.js';
import { LEASES, type LeaseStanding, readLeaseStanding } from '../../../clients/kubernetes/lease.js';
import type { Response } from '../../../clients/kubernetes/answer.js';
import { type Failure, fail } from '../../../model/change.js';
import { nameOf, pathOfName, readMetadata } from '../../../model/kubernetes-object.js';
import { NODE_ANNOTATION } from '../../../ovn-kubernetes/annotations.js';
import {
  CONTROLLER_CONFIG,
  CONTROLLER_NAMESPACES,
  CONTROLLER_SCRIPT,
  electionsOf,
} from '../../../ovn-kubernetes/live-controllers.js';
import { DEFAULT_ZONE } from '../../../ovn-kubernetes/zones.js';
import type { JsonObject } from '../../../std/json.js';
import { type ControllerContainer, type ControllerFiles, findContainers } from './containers.js';

/** A Lease of ovnkube. */
export interface ControllerLease extends Omit<LeaseStanding, 'expired'> {
  /** `<namespace>/<name>`. */
  readonly name: string;
  /** True if the time of the holder is not over, by the clock of this machine. */
  readonly isAlive: boolean;
  /** Containers that can hold it. */
  readonly containers: readonly string[];
}

/** What runs of ovnkube for a zone. */
export interface Controllers {
  readonly containers: readonly ControllerContainer[];
  readonly leases: readonly ControllerLease[];
}

const NODES: Resource = { apiVersion: 'v1', kind: 'Node', plural: 'nodes', namespaced: false, hasStatus: true };

/** Reads the pods, settings and Leases of ovnkube for a zone. `now`: milliseconds since 1970. Writes nothing. */
export async function readControllers(
  client: KubernetesClient,
  zone: string,
  now: number,
): Promise<Controllers | Failure> {
  const nodes = await client.listAll(NODES);
  if (nodes.result !== 'ok') return failureOf(nodes, 'the Nodes cannot be listed');
  const zones = new Map(
    nodes.value.map((node) => [
      nameOf(node).name,
      readMetadata(node, 'annotations', NODE_ANNOTATION.zone) ?? DEFAULT_ZONE,
    ]),
  );
  const containers: ControllerContainer[] = [];
  const leases: ControllerLease[] = [];
  for (const namespace of CONTROLLER_NAMESPACES) {
    const pods = await client.listAll(PODS, { namespace });
    if (pods.result !== 'ok') return failureOf(pods, `the Pods of ${namespace} cannot be listed`);
    const files = pods.value.length === 0 ? {} : await readFiles(client, namespace);
    if ('result' in files) return files;
    containers.push(...findContainers(pods.value, files, (node) => zones.get(node) === zone));
    for (const { lease: name, containers: holders } of electionsOf(zone)) {
      const lease = await readControllerLease(client, { namespace, name }, now);
      if (lease && 'result' in lease) return lease;
      if (lease) leases.push({ ...lease, containers: holders });
    }
  }
  return { containers, leases };
}

async function readFiles(client: KubernetesClient, namespace: string): Promise<ControllerFiles | Failure> {
  const config = await readObject(client, CONFIG_MAPS, { namespace, name: CONTROLLER_CONFIG.name });
  if (config && 'result' in config) return config;
  const script = await readObject(client, CONFIG_MAPS, { namespace, name: CONTROLLER_SCRIPT });
  if (script && 'result' in script) return script;
  return { ...(config ? { config } : {}), ...(script ? { script } : {}) };
}

async function readControllerLease(
  client: KubernetesClient,
  name: { readonly namespace: string; readonly name: string },
  now: number,
): Promise<Omit<ControllerLease, 'containers'> | Failure | undefined> {
  const found = await readObject(client, LEASES, name);
  if (found === undefined || 'result' in found) return found as Failure | undefined;
  const { holder, renewed, expired } = readLeaseStanding(found, now);
  return { name: pathOfName(name), holder, renewed, isAlive: holder !== '' && !expired };
}

/** Returns an object, or undefined if it is missing. */
async function readObject(
  client: KubernetesClient,
  resource: Resource,
  name: { readonly namespace: string; readonly name: string },
): Promise<JsonObject | Failure | undefined> {
  const answer = await client.get(resource, name);
  if (answer.result === 'missing') return undefined;
  return answer.result === 'ok'
    ? answer.value
    : failureOf(answer, `the ${resource.kind} ${pathOfName(name)} cannot be read`);
}

function failureOf<Value>(answer: Exclude<Response<Value>, { result: 'ok' }>, problem: string): Failure {
  if (answer.result !== 'failed') return fail(problem, true);
  return { ...answer, problems: answer.problems.map((one) => `${problem}: ${one}`) };
}
