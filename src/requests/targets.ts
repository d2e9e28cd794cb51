import { serverWeights } from '../haproxy/weights.js';
import { variable } from '../ingress/environment.js';
import type { Cluster, Pod } from '../model/cluster.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent, Server } from '../model/intent/expose.js';
import { transportPointOf } from '../traffic/filters/transport-range.js';
import { type StageDecision, explain } from '../traffic/policies/connections.js';
import type { PolicyModel } from '../traffic/policies/model.js';

/** A server of a Service, and the pod behind it. */
export interface TargetServer {
  readonly server: Server;
  /** Absent: no pod of the inventory. */
  readonly pod?: Pod;
  /** What drops the packets of the routers to it. Absent: they pass, or nobody knows. */
  readonly droppedBy?: StageDecision;
}

/** A Service of a Route with what it gets of the requests. */
export interface RequestTarget {
  readonly namespace: string;
  readonly name: string;
  /** From 0 to 1: of all requests without a session. */
  readonly share: number;
  readonly servers: readonly TargetServer[];
}

/** What may be said of the way from the routers to pods. */
export interface RouterPods {
  /** Pods of the routers in the pod network, whose packets rules decide about. */
  readonly pods: readonly Pod[];
  /** Whether there are some in the network of their nodes, of whose packets nothing is said. */
  readonly hasHostNetwork: boolean;
}

/** The label that the ingress operator puts on the pods of its routers. */
const CONTROLLER_LABEL = 'ingresscontroller.operator.openshift.io/deployment-ingresscontroller';
const ROUTER_NAMESPACE = 'openshift-ingress';

/** The pods of the routers of a controller, as far as the inventory has them. */
export function findRouterPods(controller: IngressController, { podsByNamespace }: Cluster): RouterPods {
  const written = variable(controller, 'ROUTER_SERVICE_NAMESPACE');
  const all = podsByNamespace.get(written === '' ? ROUTER_NAMESPACE : written) ?? [];
  const own = all.filter(({ labels, completed }) => labels[CONTROLLER_LABEL] === controller.name && !completed);
  return { pods: own.filter((pod) => !pod.hostNetwork), hasHostNetwork: own.some((pod) => pod.hostNetwork) };
}

/** The Services of a Route with their servers, and which of these the routers cannot reach. */
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

/** What drops packets of the first router whose packets do not reach the pod. */
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
