import type { Manifest } from '../model/manifest.js';
import type { LabelSelector } from '../selectors/selector.js';

/** Pods as the schema takes them: exactly one of the fields is there. */
export interface AdminSubject {
  readonly namespaces?: LabelSelector;
  readonly pods?: { readonly namespaceSelector: LabelSelector; readonly podSelector: LabelSelector };
}

/** A peer as the schema takes it: exactly one of the fields is there; the last two only in egress rules. */
export interface AdminPeer extends AdminSubject {
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

/** What an AdminNetworkPolicy or BaselineAdminNetworkPolicy wants. */
export interface AdminSpec {
  /** 0 where the kind has none. */
  readonly priority: number;
  readonly subject: AdminSubject;
  readonly ingress: readonly AdminRule[];
  readonly egress: readonly AdminRule[];
}

interface WrittenRule {
  readonly action: AdminRule['action'];
  readonly from?: readonly AdminPeer[];
  readonly to?: readonly AdminPeer[];
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
  return { action, peers: from ?? to ?? [], ports };
}
