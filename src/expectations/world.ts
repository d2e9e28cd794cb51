import type { FailoverResult } from '../kinds/contract/kind-placement.js';
import type { Cluster, Pod, Service, ServicePort } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Intent } from '../model/intent.js';
import { type KnownPaths, knownPathsOf } from '../ovn-kubernetes/paths.js';
import { type Router, createRouter } from '../requests/answer.js';
import { type FindPods, indexPods } from '../selectors/pods.js';
import { once } from '../std/memoize.js';
import { type TracedState, type Tracer, createTracer } from '../trace/trace.js';
import { NO_TRANSPORT } from '../traffic/filters/transport-set.js';
import { collectTraffic } from '../traffic/collect-traffic.js';
import { createPodFinder } from '../traffic/egress-segments.js';
import { type PolicyModel, buildPolicyModel, collectFirewallsByNamespace } from '../traffic/policies/model.js';
import { type Vocabulary, createVocabulary } from '../traffic/policies/vocabulary.js';
import { type FindBeyond, createBeyondFinder } from './beyond.js';
import { type FindExits, createExitFinder } from './exits.js';
import { type FindOutsideGaps, createOutsideGapFinder } from './gaps.js';
import type { Group } from './group.js';
import { type FindMarks, type MarkEffects, createMarkEffects, createMarkFinder } from '../traffic/marks.js';
import { type Networks, collectTestNetworks } from './networks.js';

/** Compiled state of a repository. */
export interface CompiledState {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
  /**
   * Rows and hosts in which packets are traced. With `isComplete`, placeholders of missing values of nodes count as known,
   * and `completed` has them too.
   */
  readonly tracedState: (options?: { readonly isComplete?: boolean }) => TracedState & {
    readonly completed?: Pick<CompiledState, 'intents' | 'cluster'>;
  };
  /** Failover results of all kinds whose objects are served by nodes. */
  readonly failovers: () => readonly FailoverResult[];
  /**
   * Returns the ports of a Service (`<namespace>/<name>`) that pods will serve by its selector. If unset, planned pods
   * serve nothing.
   */
  readonly findServedPorts?: (service: string) => readonly PodPort[];
}

/** A port of a Service, and the port of one of its pods. */
interface PodPort extends Pick<ServicePort, 'protocol' | 'port'> {
  readonly pod: Pod;
  readonly target: number;
}

/** The compiled state, with indexes for expectations. */
export interface ExpectationContext extends CompiledState {
  readonly tracer: () => Tracer;
  readonly model: PolicyModel;
  /** All pods, with no transport allowed. */
  readonly allGroups: () => readonly Group[];
  readonly vocabulary: Vocabulary;
  readonly networks: Networks;
  readonly findPods: FindPods;
  /** Returns the pod on the pod network with an address (canonical text). */
  readonly findPod: (address: string) => Pod | undefined;
  /** Returns the Service with an own address (canonical text). */
  readonly findService: (address: string) => Service | undefined;
  readonly findBeyond: FindBeyond;
  readonly exitsOf: FindExits;
  readonly paths: KnownPaths;
  /** Returns the gaps of the inventory that leave open whether packets of a pod leave the cluster. */
  readonly gapsOutside: FindOutsideGaps;
  readonly marksOf: FindMarks;
  readonly markEffects: MarkEffects;
  /** Routers of all ingress controllers. */
  readonly routers: () => readonly Router[];
}

/** Creates the context for any number of expectations. */
export function createWorld(state: CompiledState): ExpectationContext {
  const { intents, cluster, configuration } = state;
  const vocabulary = createVocabulary();
  const { egress, marks } = collectTraffic(intents);
  const exitsOf = createExitFinder(egress, state);
  const paths = knownPathsOf(cluster, configuration);
  const model = buildPolicyModel(
    state,
    vocabulary,
    undefined,
    undefined,
    collectFirewallsByNamespace(intents, vocabulary, configuration),
  );
  return {
    ...state,
    model,
    allGroups: once(() => model.classes.map((podClass) => ({ podClass, pods: podClass.pods, allowed: NO_TRANSPORT }))),
    vocabulary,
    failovers: once(state.failovers),
    tracer: once(() => createTracer(state.tracedState())),
    networks: collectTestNetworks(state),
    findPods: indexPods(cluster.namespaces, cluster.podsByNamespace).find,
    findPod: createPodFinder(cluster),
    findService: createServiceFinder(cluster),
    findBeyond: createBeyondFinder(configuration),
    exitsOf,
    paths,
    gapsOutside: createOutsideGapFinder(exitsOf, paths),
    marksOf: createMarkFinder(marks),
    markEffects: createMarkEffects(egress, state),
    routers: once(() => createRouters(state)),
  };
}

function createRouters({ intents, cluster }: CompiledState): Router[] {
  const exposed = intents.filter((intent) => intent.effect === 'expose');
  return cluster.ingressControllers.map((controller) => createRouter(exposed, controller));
}

function createServiceFinder({ services }: Cluster): (address: string) => Service | undefined {
  let index: Map<string, Service> | undefined;
  return (address) => {
    index ??= new Map(
      [...services.values()].flatMap((service) =>
        [...service.clusterIPs, ...service.externalIPs, ...service.ingress].flatMap((address) =>
          address ? [[address.text, service] as const] : [],
        ),
      ),
    );
    return index.get(address);
  };
}
