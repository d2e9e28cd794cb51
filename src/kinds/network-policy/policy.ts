import type { Direction, PolicyPort } from '../../model/intent/policy.js';
import type { Manifest } from '../../model/manifest.js';
import type { LabelSelector } from '../../selectors/selector.js';

export interface IPBlock {
  readonly cidr: string;
  readonly except?: readonly string[];
}

/** A peer as the schema takes it: one field at least. */
export interface PolicyPeer {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly ipBlock?: IPBlock;
}

/** A rule of either direction, with the defaults of the API server. */
export interface GressRule {
  readonly peers: readonly PolicyPeer[];
  readonly ports: readonly PolicyPort[];
  /** JSON pointer of the list of peers. */
  readonly peersPointer: string;
}

/** Specification of a NetworkPolicy, with the defaults of the API server (networking.k8s.io/v1). */
export interface PolicySpec {
  readonly podSelector: LabelSelector;
  readonly types: readonly Direction[];
  readonly rules: Readonly<Record<Direction, readonly GressRule[]>>;
}

/** The schema lets null stand for an object without fields in lists, and for an empty value among labels. */
interface WrittenSpec {
  readonly podSelector?: LabelSelector;
  readonly policyTypes?: readonly Direction[];
  readonly ingress?: readonly (WrittenRule | null)[];
  readonly egress?: readonly (WrittenRule | null)[];
}

interface WrittenRule {
  readonly from?: readonly PolicyPeer[];
  readonly to?: readonly PolicyPeer[];
  readonly ports?: readonly (Partial<PolicyPort> | null)[];
}

/** Reads the spec of an object that the schema has taken. */
export function specOf({ object }: Manifest): PolicySpec {
  const { podSelector = {}, policyTypes = [], ingress = [], egress = [] } = (object.spec ?? {}) as WrittenSpec;
  const byDefault: readonly Direction[] = egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  return {
    podSelector: withoutNulls(podSelector),
    types: policyTypes.length > 0 ? [...new Set(policyTypes)] : byDefault,
    rules: {
      Ingress: ingress.map((rule, index) => readRule(rule ?? {}, `/spec/ingress/${index}`)),
      Egress: egress.map((rule, index) => readRule(rule ?? {}, `/spec/egress/${index}`)),
    },
  };
}

function readRule({ from, to, ports = [] }: WrittenRule, pointer: string): GressRule {
  return {
    peers: (from ?? to ?? []).map(readPeer),
    ports: ports.map((port) => ({ protocol: 'TCP', ...port })),
    peersPointer: `${pointer}/${from ? 'from' : 'to'}`,
  };
}

function readPeer({ podSelector, namespaceSelector, ipBlock }: PolicyPeer): PolicyPeer {
  return {
    ...(podSelector && { podSelector: withoutNulls(podSelector) }),
    ...(namespaceSelector && { namespaceSelector: withoutNulls(namespaceSelector) }),
    ...(ipBlock && { ipBlock }),
  };
}

function withoutNulls(selector: LabelSelector): LabelSelector {
  const labels = Object.entries((selector.matchLabels ?? {}) as Readonly<Record<string, string | null>>);
  if (labels.every(([, value]) => value !== null)) return selector;
  return { ...selector, matchLabels: Object.fromEntries(labels.map(([key, value]) => [key, value ?? ''])) };
}
