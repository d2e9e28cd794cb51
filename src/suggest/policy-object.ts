import type { LabelSelector } from '../model/label-selector.js';
import { selectsEverything } from '../model/label-selector.js';
import type { Json, JsonObject } from '../std/json.js';
import type { PortRange } from '../traffic/filters/transport-range.js';
import type { DraftPolicy } from './draft-policies.js';
import type { DraftRule } from './draft-rules.js';
import type { DraftPeer } from './peer-space.js';

const NAME_LABEL = 'kubernetes.io/metadata.name';
const LAST_PORT = 65_535;

/** Returns the spec of a suggested policy, with its fields in the usual order. */
export function specOfDraft({ namespace, podSelector, directions, rules }: DraftPolicy): JsonObject {
  const [direction = 'Ingress'] = directions;
  const isEgress = direction === 'Egress';
  return {
    podSelector: toJson(podSelector),
    policyTypes: [...directions],
    ...(rules.length > 0
      ? { [isEgress ? 'egress' : 'ingress']: rules.map((rule) => toRule(rule, isEgress ? 'to' : 'from', namespace)) }
      : {}),
  };
}

function toRule({ peers, ports }: DraftRule, field: 'from' | 'to', namespace: string): JsonObject {
  return {
    ...(peers.length > 0 ? { [field]: peers.map((peer) => toPeer(peer, namespace)) } : {}),
    ...(ports.length > 0 ? { ports: ports.map(toPort) } : {}),
  };
}

function toPeer(peer: DraftPeer, own: string): JsonObject {
  if (peer.type === 'block')
    return { ipBlock: { cidr: peer.cidr, ...(peer.except.length > 0 ? { except: [...peer.except] } : {}) } };
  const { namespaces, pods } = peer;
  if (namespaces === own) return { podSelector: toJson(pods ?? {}) };
  const namespaceSelector = typeof namespaces === 'string' ? { matchLabels: { [NAME_LABEL]: namespaces } } : namespaces;
  const hasPods = pods !== undefined && !selectsEverything(pods);
  return { namespaceSelector: toJson(namespaceSelector), ...(hasPods ? { podSelector: toJson(pods) } : {}) };
}

function toPort({ protocol, first, last }: PortRange): JsonObject {
  if (first === 0 && last === LAST_PORT) return { protocol };
  return { protocol, port: first, ...(last > first ? { endPort: last } : {}) };
}

/** Returns a selector without its empty fields. */
function toJson({ matchLabels = {}, matchExpressions = [] }: LabelSelector): JsonObject {
  const expressions = matchExpressions.map(({ key, operator, values }): Json => ({
    key,
    operator,
    ...(values ? { values: [...values] } : {}),
  }));
  return {
    ...(Object.keys(matchLabels).length > 0 ? { matchLabels: { ...matchLabels } } : {}),
    ...(expressions.length > 0 ? { matchExpressions: expressions } : {}),
  };
}
