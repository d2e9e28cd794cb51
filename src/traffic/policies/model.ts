import type { Cluster, Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Intent } from '../../model/intent.js';
import type { FilterIntent } from '../../model/intent/filter.js';
import type { PolicyIntent } from '../../model/intent/policy.js';
import type { Family } from '../../net/address.js';
import { groupBy } from '../../std/group-by.js';
import { transportOfPorts } from '../filters/transport-range.js';
import { mergeTransport } from '../filters/transport-set.js';
import { type Borders, collectBorders, pointsOf, stretchOf } from './borders.js';
import { NO_PORTS, type PeerView, type PodPorts } from './peer.js';
import { type FindProfile, type Profile, collectProfiles, createPass } from './profiles.js';
import type { Stage } from './stage.js';
import { type RuleSource, textOfRule, toFilterRule } from './stage-rules.js';
import { type Vocabulary, createVocabulary } from './vocabulary.js';

/** Pods of the pod network that no rule tells apart. */
export interface PodClass {
  /** In order of namespace and name. */
  readonly pods: readonly Pod[];
  /** What they are, as text: classes of two sides with one text are treated alike where their peers are. */
  readonly text: string;
  /** How rules of others see them, as text. */
  readonly seen: string;
  readonly ingress: Profile;
  readonly egress: Profile;
  /** The EgressFirewall of their namespace. */
  readonly firewall: Profile;
  /** How rules of others see them; absent for a family in which they have no address. */
  readonly views: Partial<Record<Family, PeerView>>;
  readonly ports: PodPorts;
}

/** What filters do to packets: EgressFirewall, NetworkPolicy, AdminNetworkPolicy and BaselineAdminNetworkPolicy. */
export interface PolicyModel {
  readonly classes: readonly PodClass[];
  readonly classOf: ReadonlyMap<Pod, PodClass>;
  /** A pod of the pod network alone, with the policies of its own namespace, where others of its class have their like. */
  readonly viewOf: (pod: Pod) => PodClass;
}

interface Meaning {
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/**
 * Sorts the pods of the pod network into classes. With the vocabulary and the borders of two sides the texts of their
 * classes can be compared.
 */
export function buildPolicyModel(
  { intents, cluster, configuration }: Meaning,
  vocabulary: Vocabulary = createVocabulary(),
  borders: Borders = collectBorders(policiesOf(intents)),
): PolicyModel {
  const policies = policiesOf(intents);
  const findProfile = collectProfiles(policies, vocabulary, configuration);
  const findFirewall = collectFirewalls(intents, vocabulary, configuration);
  const picked = collectPicks(policies, vocabulary);
  const hasNames = policies.some(({ rules }) =>
    rules.some(({ ports }) => ports.some(({ port }) => typeof port === 'string')),
  );
  const knowledge = { findProfile, findFirewall, picked, borders, hasNames, configuration };
  const view = (pod: Pod) => describePod(pod, knowledge);
  const classes = new Map<string, PodClass & { readonly pods: Pod[] }>();
  const classOf = new Map<Pod, PodClass>();
  for (const [namespace, pods] of cluster.podsByNamespace) {
    if (cluster.namespaces.get(namespace)?.primaryNetwork) continue;
    for (const pod of pods) {
      if (pod.hostNetwork || pod.completed) continue;
      const one = view(pod);
      const known = classes.get(one.text) ?? one;
      known.pods.push(pod);
      classes.set(one.text, known);
      classOf.set(pod, known);
    }
  }
  const viewOf = (pod: Pod): PodClass => ({ ...view(pod), pods: [pod] });
  return { classes: [...classes.values()], classOf, viewOf };
}

/** The policies among all intents. */
export function policiesOf(intents: readonly Intent[]): PolicyIntent[] {
  return intents.filter((intent) => intent.effect === 'policy');
}

interface Knowledge {
  readonly findProfile: FindProfile;
  readonly picked: ReadonlyMap<Pod, ReadonlySet<number>>;
  readonly borders: Borders;
  readonly hasNames: boolean;
  readonly findFirewall: (namespace: string) => Profile;
  readonly configuration: Configuration;
}

const NOT_PICKED: ReadonlySet<number> = new Set();

/** A class of one pod. */
function describePod(pod: Pod, knowledge: Knowledge): PodClass & { readonly pods: Pod[] } {
  const { findProfile, findFirewall, picked, borders, hasNames, configuration } = knowledge;
  const firewall = findFirewall(pod.namespace);
  const [ingress, egress] = [findProfile(pod, 'Ingress'), findProfile(pod, 'Egress')];
  const selections = picked.get(pod) ?? NOT_PICKED;
  const points = pointsOf(pod.addresses);
  const views: Partial<Record<Family, PeerView>> = {};
  let seen = [...selections].sort((a, b) => a - b).join();
  for (const family of configuration.ipFamilies) {
    const point = points[family];
    if (point === undefined && pod.addresses.length > 0) continue;
    views[family] = { family, selections, ...(point === undefined ? {} : { point }) };
    seen += ` ${family}:${point === undefined ? '' : stretchOf(borders[family], point)}`;
  }
  const ports = hasNames ? readPorts(pod) : NO_PORTS;
  seen += ` ${ports.key}`;
  const text = `${ingress.number} ${egress.number} ${firewall.number} ${seen}`;
  return { pods: [], text, seen, ingress, egress, firewall, views, ports };
}

function readPorts({ containerPorts }: Pod): PodPorts {
  const named = containerPorts.filter(({ name }) => name !== '');
  return {
    of: ({ protocol, name }) =>
      mergeTransport(
        named.flatMap((one) =>
          one.name === name && one.protocol === protocol
            ? transportOfPorts({ protocol, first: one.port, last: one.port })
            : [],
        ),
      ),
    key: named.map(({ name, protocol, port }) => `${name}/${protocol}/${port}`).join(),
  };
}

/** Pod → numbers of the selections of peers that pick it. */
function collectPicks(
  policies: readonly PolicyIntent[],
  vocabulary: Vocabulary,
): ReadonlyMap<Pod, ReadonlySet<number>> {
  const seen = new Set<number>();
  const picks = new Map<Pod, Set<number>>();
  for (const { rules } of policies) {
    for (const { peers } of rules) {
      for (const peer of peers) {
        if (peer.type !== 'pods') continue;
        const number = vocabulary.selectionOf(peer.selection);
        if (seen.has(number)) continue;
        seen.add(number);
        for (const pod of peer.selection.pods) {
          const own = picks.get(pod);
          if (own) own.add(number);
          else picks.set(pod, new Set([number]));
        }
      }
    }
  }
  return picks;
}

function collectFirewalls(
  intents: readonly Intent[],
  vocabulary: Vocabulary,
  configuration: Configuration,
): (namespace: string) => Profile {
  const filters = intents.filter((intent) => intent.effect === 'filter');
  const byNamespace = groupBy(filters, ({ source }) => source.namespace);
  const none = toFirewall([], vocabulary, configuration);
  const known = new Map<string, Profile>();
  return (namespace) => {
    const own = byNamespace.get(namespace);
    if (!own) return none;
    const firewall = known.get(namespace) ?? toFirewall(own, vocabulary, configuration);
    known.set(namespace, firewall);
    return firewall;
  };
}

function toFirewall(filters: readonly FilterIntent[], vocabulary: Vocabulary, configuration: Configuration): Profile {
  const rules = [...filters].sort((a, b) => a.order - b.order).map((filter) => toFilterRule(filter, configuration));
  const stage: Stage<RuleSource> = [{ rules, closedBy: [] }];
  const number = vocabulary.numberOf(`firewall ${rules.map(textOfRule).join(';')}`);
  return { number, stage, selections: [], pass: createPass(stage, vocabulary) };
}
