import type { Cluster, Pod, Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Intent } from '../../model/intent.js';
import type { FilterRule } from '../../model/intent/filter.js';
import type { PodSelection, PolicyIntent } from '../../model/intent/policy.js';
import { memoizeWeak } from '../../std/memoize.js';
import { type Traffic, collectTraffic } from '../collect-traffic.js';
import { type Boundaries, collectBoundaries, intervalIndex } from './boundaries.js';
import { NO_PORTS, type PodPorts } from './peer.js';
import { withLostReplies } from './lost-replies.js';
import { createPass } from './pass.js';
import { type FindProfile, type Profile, collectProfiles } from './profiles.js';
import type { Stage } from './stage.js';
import { type RuleSource, textOfRule, toFilterRule } from './stage-rules.js';
import { type PodViews, readPorts, viewsOf } from './views.js';
import { type Vocabulary, createVocabulary } from './vocabulary.js';

/** Pods of the pod network that all rules treat alike. */
export interface PodClass {
  /** In order of namespace and name. */
  readonly pods: readonly Pod[];
  /** The class as text. Classes of two sides with one text are treated alike if their peers are. */
  readonly text: string;
  /** The view of other rules, as text. */
  readonly seen: string;
  readonly ingress: Profile;
  readonly egress: Profile;
  /** The EgressFirewall of their namespace. */
  readonly firewall: Profile;
  /** The view of other rules. If unset for a family, they have no address in it. */
  readonly views: PodViews;
  readonly ports: PodPorts;
}

/**
 * The effect of filters on packets: EgressFirewall, NetworkPolicy, AdminNetworkPolicy and BaselineAdminNetworkPolicy.
 */
export interface PolicyModel {
  readonly classes: readonly PodClass[];
  readonly classOf: ReadonlyMap<Pod, PodClass>;
  /**
   * Returns the class of a single pod of the pod network, with the policies of its own namespace. Other pods of its
   * class have equal ones.
   */
  readonly viewOf: (pod: Pod) => PodClass;
  /** Returns the class of a pod for packets from clients of a Service. Returns undefined if it is the usual one. */
  readonly viewThrough: (pod: Pod, service: Service) => PodClass | undefined;
}

interface PolicyContext {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/**
 * Sorts the pods of the pod network into classes. With the vocabulary and the boundaries of two sides, the texts of
 * their classes are comparable. `concerned` limits the pods, if set.
 */
export function buildPolicyModel(
  context: PolicyContext,
  vocabulary: Vocabulary = createVocabulary(),
  boundaries: Boundaries = collectBoundaries(policiesOf(context.intents)),
  concerned?: ReadonlySet<Pod>,
  findFirewall: FindFirewall = createFirewallFinder(
    collectTraffic(context.intents).filters,
    vocabulary,
    context.configuration,
  ),
): PolicyModel {
  const { intents, cluster, configuration } = context;
  const policies = policiesOf(intents);
  const ofPolicies = collectProfiles(policies, vocabulary, configuration, concerned);
  const { findProfile, findReceived } = withLostReplies(ofPolicies, context, vocabulary);
  const picked = collectPicks(policies, vocabulary, concerned);
  const hasNames = policies.some(({ rules }) =>
    rules.some(({ ports }) => ports.some(({ port }) => typeof port === 'string')),
  );
  const knowledge = { vocabulary, findProfile, findFirewall, picked, boundaries, hasNames, configuration };
  const classes = new Map<string, PodClass & { readonly pods: Pod[] }>();
  const classOf = new Map<Pod, PodClass>();
  for (const [namespace, pods] of cluster.podsByNamespace) {
    if (cluster.namespaces.get(namespace)?.primaryNetwork) continue;
    for (const pod of pods) {
      if (pod.hostNetwork || pod.completed || concerned?.has(pod) === false) continue;
      const sketch = sketchPod(pod, knowledge);
      let known = classes.get(sketch.text);
      if (!known) classes.set(sketch.text, (known = toClass(pod, sketch, knowledge)));
      known.pods.push(pod);
      classOf.set(pod, known);
    }
  }
  const viewOf = memoizeWeak((pod: Pod): PodClass => ({
    ...toClass(pod, sketchPod(pod, knowledge), knowledge),
    pods: [pod],
  }));
  const viewThrough = (pod: Pod, service: Service): PodClass | undefined => {
    const ingress = findReceived(pod, service);
    return ingress && { ...viewOf(pod), ingress };
  };
  return { classes: [...classes.values()], classOf, viewOf, viewThrough };
}

/** Returns the policies among all intents. */
export function policiesOf(intents: readonly Intent[]): PolicyIntent[] {
  return intents.filter((intent) => intent.effect === 'policy');
}

interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly findProfile: FindProfile;
  /** Ascending numbers. */
  readonly picked: ReadonlyMap<Pod, readonly number[]>;
  readonly boundaries: Boundaries;
  readonly hasNames: boolean;
  readonly findFirewall: FindFirewall;
  readonly configuration: Configuration;
}

/**
 * The part of a class that distinguishes it. Many pods are in few classes, so the rest is built once for each class.
 */
type Sketch = Pick<PodClass, 'text' | 'seen' | 'ingress' | 'egress' | 'firewall'>;

const NOT_PICKED: readonly number[] = [];

function sketchPod(pod: Pod, knowledge: Knowledge): Sketch {
  const { vocabulary, findProfile, findFirewall, picked, boundaries, hasNames, configuration } = knowledge;
  const firewall = findFirewall(pod.namespace);
  const [ingress, egress] = [findProfile(pod, 'Ingress'), findProfile(pod, 'Egress')];
  const points = vocabulary.pointsOf(pod);
  let seen = (picked.get(pod) ?? NOT_PICKED).join();
  for (const family of configuration.ipFamilies) {
    const point = points[family];
    if (point === undefined && pod.addresses.length > 0) continue;
    seen += ` ${family}:${point === undefined ? '' : intervalIndex(boundaries[family], point)}`;
  }
  seen += ` ${hasNames ? readPorts(pod).key : NO_PORTS.key}`;
  return { text: `${ingress.number} ${egress.number} ${firewall.number} ${seen}`, seen, ingress, egress, firewall };
}

/** Returns the class of a pod, with an empty list of pods. */
function toClass(pod: Pod, sketch: Sketch, knowledge: Knowledge): PodClass & { readonly pods: Pod[] } {
  const { vocabulary, picked, hasNames, configuration } = knowledge;
  const views = viewsOf(pod, vocabulary.pointsOf(pod), new Set(picked.get(pod)), configuration);
  return { ...sketch, pods: [], views, ports: hasNames ? readPorts(pod) : NO_PORTS };
}

/** Returns the ascending numbers of the peer selections that match each pod. */
function collectPicks(
  policies: readonly PolicyIntent[],
  vocabulary: Vocabulary,
  concerned: ReadonlySet<Pod> | undefined,
): ReadonlyMap<Pod, readonly number[]> {
  const selections = new Map<number, PodSelection>();
  for (const { rules } of policies) {
    for (const { peers } of rules) {
      for (const peer of peers) {
        if (peer.type === 'pods') selections.set(vocabulary.selectionOf(peer.selection), peer.selection);
      }
    }
  }
  const picks = new Map<Pod, number[]>();
  for (const [number, { pods }] of [...selections].sort(([a], [b]) => a - b)) {
    for (const pod of pods) {
      if (concerned?.has(pod) === false) continue;
      const own = picks.get(pod);
      if (own) own.push(number);
      else picks.set(pod, [number]);
    }
  }
  return picks;
}

/** The EgressFirewall of a namespace. */
export type FindFirewall = (namespace: string) => Profile;

/** Finds the EgressFirewalls among the filters of namespaces. Their rules are prepared on first use. */
export function createFirewallFinder(
  filters: Traffic['filters'],
  vocabulary: Vocabulary,
  configuration: Configuration,
): FindFirewall {
  const none = toFirewall([], vocabulary, configuration);
  const known = new Map<string, Profile>();
  return (namespace) => {
    const own = filters.get(namespace);
    if (!own) return none;
    const firewall = known.get(namespace) ?? toFirewall(own, vocabulary, configuration);
    known.set(namespace, firewall);
    return firewall;
  };
}

/**
 * Finds the EgressFirewalls of one side for a query about few of its pods. Each namespace has its own number, and its
 * rules are prepared on first use.
 */
export function collectFirewallsByNamespace(
  intents: readonly Intent[],
  vocabulary: Vocabulary,
  configuration: Configuration,
): FindFirewall {
  const { filters } = collectTraffic(intents);
  const find = createFirewallFinder(filters, vocabulary, configuration);
  const known = new Map<string, Profile>();
  return (namespace) => {
    if (!filters.has(namespace)) return find(namespace);
    const firewall: Profile = known.get(namespace) ?? {
      number: vocabulary.numberOf(`firewall of ${namespace}`),
      get stage() {
        return find(namespace).stage;
      },
      selections: [],
      pass: (peer, ports) => find(namespace).pass(peer, ports),
    };
    known.set(namespace, firewall);
    return firewall;
  };
}

function toFirewall(filters: readonly FilterRule[], vocabulary: Vocabulary, configuration: Configuration): Profile {
  const rules = filters.map((filter) => toFilterRule(filter, configuration));
  const stage: Stage<RuleSource> = [{ rules, closedBy: [] }];
  const number = vocabulary.numberOf(`firewall ${rules.map(textOfRule).join(';')}`);
  return { number, stage, selections: [], pass: createPass(stage, vocabulary) };
}
