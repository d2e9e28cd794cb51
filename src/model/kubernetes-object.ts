import { type JsonObject, asObject } from '../std/json.js';
import type { ResourceName } from './diagnostic.js';

/** Names one object of a kind. `namespace` is '' for cluster-wide kinds. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** Returns the namespace ('' if it has none) and name of an object. */
export function nameOf({ metadata }: JsonObject): ObjectName {
  const { namespace, name } = asObject(metadata) ?? {};
  return { namespace: textOf(namespace), name: textOf(name) };
}

/** Returns the names that identify an object, and nothing else of it. */
export function resourceOf({ kind, namespace, name }: ResourceName): ResourceName {
  return { kind, namespace, name };
}

/** Returns true if two names are those of one object. */
export function hasSameName(a: ResourceName, b: ResourceName): boolean {
  return a.name === b.name && a.namespace === b.namespace && a.kind === b.kind;
}

/** A kind by its full name. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Returns `<apiVersion> <Kind>`, the key of one kind. */
export function keyOfKind({ apiVersion, kind }: KindName): string {
  return `${apiVersion} ${kind}`;
}

/** Returns `<Kind> <namespace>/<name>`, or `<Kind> <name>` for cluster-wide kinds. */
export function titleOf(kind: string, { namespace, name }: ObjectName): string {
  return `${kind} ${pathOfName({ namespace, name })}`;
}

/** Returns `<namespace>/<name>`, or `<name>` for cluster-wide kinds. */
export function pathOfName({ namespace, name }: ObjectName): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** Returns a text under a key of an object's labels or annotations. */
export function readMetadata({ metadata }: JsonObject, map: 'labels' | 'annotations', key: string): string | undefined {
  const texts = asObject(asObject(metadata)?.[map]) ?? {};
  const value = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Returns true for a pod that has ended: its containers do not start again (Kubernetes: pod lifecycle). */
export function hasPodEnded({ status }: JsonObject): boolean {
  const { phase } = asObject(status) ?? {};
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Returns a value as text, or '' if it is not a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Kinds of the inventory that are not in a namespace. */
export const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  'Node',
  'Namespace',
  'ClusterUserDefinedNetwork',
  'Infrastructure',
]);
