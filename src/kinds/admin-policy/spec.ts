import type { Manifest } from '../../model/manifest.js';
import type { LabelSelector } from '../../selectors/selector.js';

/** Pods as the schema takes them: exactly one of the fields is there. */
export interface AdminSubject {
  readonly namespaces?: LabelSelector;
  readonly pods?: { readonly namespaceSelector: LabelSelector; readonly podSelector: LabelSelector };
}

/** A peer with exactly one of the first four fields. Nodes and networks are only in egress rules. */
export interface AdminPeer extends AdminSubject {
  /** Path of the selector of its namespaces in the peer, if it differs from that of a subject. */
  readonly namespacesAt?: string;
  /** The field that says which namespaces are meant by what they have in common with the subject. */
  readonly comparesBy?: 'sameLabels' | 'notSameLabels';
  readonly nodes?: LabelSelector;
  readonly networks?: readonly string[];
}

/** A port as the schema takes it: exactly one of the fields is there. */
export interface AdminPort {
  readonly portNumber?: { readonly protocol?: string; readonly port: number };
  readonly portRange?: { readonly protocol?: string; readonly start: number; readonly end: number };
  readonly namedPort?: string;
}

/** A rule of either direction. */
export interface AdminRule {
  readonly action: 'Allow' | 'Deny' | 'Pass';
  readonly peers: readonly AdminPeer[];
  readonly ports: readonly AdminPort[];
}

/** Specification of an AdminNetworkPolicy or BaselineAdminNetworkPolicy. */
export interface AdminSpec {
  /** Priority, or 0 if the kind has none. */
  readonly priority: number;
  readonly subject: AdminSubject;
  readonly ingress: readonly AdminRule[];
  readonly egress: readonly AdminRule[];
}

/** A peer as the schemas take it: that of v0.1.2 has the selector of namespaces one field deeper. */
interface WrittenPeer extends Pick<AdminPeer, 'nodes' | 'networks'> {
  readonly namespaces?: LabelSelector | WrittenNamespaces;
  readonly pods?:
    Required<AdminSubject>['pods'] | { readonly namespaces: WrittenNamespaces; readonly podSelector: LabelSelector };
}

interface WrittenNamespaces {
  readonly namespaceSelector?: LabelSelector;
  readonly sameLabels?: readonly string[];
  readonly notSameLabels?: readonly string[];
}

interface WrittenRule {
  readonly action: AdminRule['action'];
  readonly from?: readonly WrittenPeer[];
  readonly to?: readonly WrittenPeer[];
  readonly ports?: readonly AdminPort[];
}

/** Reads the spec of an object that the schema has taken. */
export function adminSpecOf({ object }: Manifest): AdminSpec {
  const spec = object.spec as unknown as Omit<Partial<AdminSpec>, 'ingress' | 'egress'> & {
    readonly ingress?: readonly WrittenRule[];
    readonly egress?: readonly WrittenRule[];
  };
  const { priority = 0, subject = {}, ingress = [], egress = [] } = spec;
  return { priority, subject, ingress: ingress.map(readRule), egress: egress.map(readRule) };
}

function readRule({ action, from, to, ports = [] }: WrittenRule): AdminRule {
  return { action, peers: (from ?? to ?? []).map(readPeer), ports };
}

function readPeer({ namespaces, pods, ...outside }: WrittenPeer): AdminPeer {
  if (pods && 'namespaces' in pods) {
    const { selector, comparesBy } = readNamespaces(pods.namespaces);
    const found = { namespaceSelector: selector, podSelector: pods.podSelector };
    return { pods: found, namespacesAt: 'pods/namespaces/namespaceSelector', ...(comparesBy && { comparesBy }) };
  }
  if (pods) return { pods };
  if (!namespaces) return outside;
  if (!isOlder(namespaces)) return { namespaces };
  const { selector, comparesBy } = readNamespaces(namespaces);
  return { namespaces: selector, namespacesAt: 'namespaces/namespaceSelector', ...(comparesBy && { comparesBy }) };
}

function isOlder(namespaces: LabelSelector | WrittenNamespaces): namespaces is WrittenNamespaces {
  return 'namespaceSelector' in namespaces || 'sameLabels' in namespaces || 'notSameLabels' in namespaces;
}

function readNamespaces({ namespaceSelector, sameLabels }: WrittenNamespaces): {
  readonly selector: LabelSelector;
  readonly comparesBy?: 'sameLabels' | 'notSameLabels';
} {
  if (namespaceSelector) return { selector: namespaceSelector };
  return { selector: {}, comparesBy: sameLabels ? 'sameLabels' : 'notSameLabels' };
}
