import { serverWeights } from '../haproxy/weights.js';
import { variable } from '../ingress/environment.js';
import type { Cluster, Pod } from '../model/cluster.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent, Server } from '../model/intent/expose.js';
import { transportPointOf } from '../traffic/filters/transport-range.js';
import { type StageDecision, explain } from '../traffic/policies/connections.js';
import type { PolicyModel } from '../traffic/policies/model.js';

/** A server of a Service, and its pod. */
export interface TargetServer {
  readonly server: Server;
  /** If unset, the server is no pod of the inventory. */
  readonly pod?: Pod;
  /**
   * Stage that drops the packets of the routers to the server. If unset, they are allowed, or the result is unknown.
   */
  readonly droppedBy?: StageDecision;
}

/** A Service of a Route, with its share of the requests. */
export interface RequestTarget {
  readonly namespace: string;
  readonly name: string;
  /** Share from 0 to 1 of the requests without a session. */
  readonly share: number;
  readonly servers: readonly TargetServer[];
}

/** Pods of routers, as far as their packets can be traced. */
export interface RouterPods {
  /** Pods of the routers in the pod network, whose packets are filtered by rules. */
  readonly pods: readonly Pod[];
  /** True if the routers also have pods in the host network, whose packets are not traced. */
  readonly hasHostNetwork: boolean;
}

/** Label that the ingress operator sets on the pods of its routers. */
const CONTROLLER_LABEL = 'ingresscontroller.operator.openshift.io/deployment-ingresscontroller';
const ROUTER_NAMESPACE = 'openshift-ingress';

/** Returns the pods of the routers of a controller that are in the inventory. */
export function findRouterPods(controller: IngressController, { podsByNamespace }: Cluster): RouterPods {
  const written = variable(controller, 'ROUTER_SERVICE_NAMESPACE');
  const all = podsByNamespace.get(written === '' ? ROUTER_NAMESPACE : written) ?? [];
  const own = all.filter(({ labels, completed }) => labels[CONTROLLER_LABEL] === controller.name && !completed);
  return { pods: own.filter((pod) => !pod.hostNetwork), hasHostNetwork: own.some((pod) => pod.hostNetwork) };
}

/** Returns the Services of a Route with their servers, and the stages that drop packets of the routers to them. */
export function listRequestTargets(
  { services }: ExposeIntent,
  { pods: routers }: RouterPods,
  { podsByNamespace }: Cluster,
  model: PolicyModel,
): readonly RequestTarget[] {
  const weights = serverWeights(services);
  const total = services.reduce((sum, one) => sum + (weights.get(one) ?? 0) * one.servers.length, 0);
  return services.map((service): RequestTarget => {
    const { namespace, name, servers } = service;
    const podByName = new Map((podsByNamespace.get(namespace) ?? []).map((pod) => [pod.name, pod]));
    const own = (weights.get(service) ?? 0) * servers.length;
    return {
      namespace,
      name,
      share: total === 0 ? 0 : own / total,
      servers: servers.map((server): TargetServer => {
        const pod = podByName.get(server.pod ?? '');
        const droppedBy = pod && findDrop(routers, pod, server, model);
        return { server, ...(pod ? { pod } : {}), ...(droppedBy ? { droppedBy } : {}) };
      }),
    };
  });
}

/** Returns the stage that drops packets to the pod, for the first router whose packets are dropped. */
function findDrop(
  routers: readonly Pod[],
  pod: Pod,
  { address, port }: Server,
  { classOf }: PolicyModel,
): StageDecision | undefined {
  const to = classOf.get(pod);
  if (!to) return undefined;
  const classes = new Set(routers.flatMap((router) => classOf.get(router) ?? []));
  return [...classes]
    .flatMap((from) => explain({ pod: from }, { pod: to }, address.family, transportPointOf('TCP', port)))
    .find(({ verdict }) => verdict === 'drop');
}
