import type { FailoverResult } from '../kinds/kind.js';
import type { Cluster, Pod, Service } from '../model/cluster.js';
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
import { type FindMarks, createMarkFinder } from '../traffic/marks.js';
import { type Networks, collectTestNetworks } from './networks.js';

/** What a repository means. */
export interface CompiledState {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
  /** The rows and hosts that packets are traced in. */
  readonly tracedState: () => TracedState;
  /** Of all kinds whose objects nodes serve. */
  readonly survivals: () => readonly FailoverResult[];
}

/** A meaning, with what expectations ask of it. */
export interface ExpectationContext extends CompiledState {
  readonly tracer: () => Tracer;
  readonly model: PolicyModel;
  /** All pods, with nothing allowed of them. */
  readonly allGroups: () => readonly Group[];
  readonly vocabulary: Vocabulary;
  readonly networks: Networks;
  readonly findPods: FindPods;
  /** The pod on the pod network that has an address (canonical text). */
  readonly findPod: (address: string) => Pod | undefined;
  /** The Service that has an address (canonical text) of its own. */
  readonly findService: (address: string) => Service | undefined;
  readonly findBeyond: FindBeyond;
  readonly exitsOf: FindExits;
  readonly paths: KnownPaths;
  /** What the inventory lacks to tell whether packets of a pod in a family leave the cluster. */
  readonly gapsOutside: FindOutsideGaps;
  readonly marksOf: FindMarks;
  /** Of all ingress controllers. */
  readonly routers: () => readonly Router[];
}

/** Makes a meaning ready to be asked by any number of expectations. */
export function createWorld(meaning: CompiledState): ExpectationContext {
  const { intents, cluster, configuration } = meaning;
  const vocabulary = createVocabulary();
  const { egress, marks } = collectTraffic(intents);
  const exitsOf = createExitFinder(egress, meaning);
  const paths = knownPathsOf(cluster, configuration);
  const model = buildPolicyModel(
    meaning,
    vocabulary,
    undefined,
    undefined,
    undefined,
    collectFirewallsByNamespace(intents, vocabulary, configuration),
  );
  return {
    ...meaning,
    model,
    allGroups: once(() => model.classes.map((podClass) => ({ podClass, pods: podClass.pods, allowed: NO_TRANSPORT }))),
    vocabulary,
    survivals: once(meaning.survivals),
    tracer: once(() => createTracer(meaning.tracedState())),
    networks: collectTestNetworks(meaning),
    findPods: indexPods(cluster.namespaces, cluster.podsByNamespace).find,
    findPod: createPodFinder(cluster),
    findService: createServiceFinder(cluster),
    findBeyond: createBeyondFinder(configuration),
    exitsOf,
    paths,
    gapsOutside: createOutsideGapFinder(exitsOf, paths),
    marksOf: createMarkFinder(marks),
    routers: once(() => createRouters(meaning)),
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
