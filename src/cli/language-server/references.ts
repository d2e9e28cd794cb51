import { EXPECTATIONS_PATH } from '../../expectations/parse.js';
import { matchesGlob } from '../../expectations/match-glob.js';
import type { NameField } from '../../kinds/contract/kind.js';
import { knownKinds } from '../../kinds/known.js';
import type { Labels } from '../../model/cluster.js';
import { matchPods, parsePeer } from '../../selectors/peer.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import { type Json, type JsonObject, asObject, asString } from '../../std/json.js';
import { findSelector, selectionAt, valueAt } from './selection.js';

/** The content of a document: an object, or a file that is not an object. */
export interface ReferenceSubject {
  /** Kind of the object. For a file, its name: `weir.yaml`, `weir.lock.yaml` or `expectations.yaml`. */
  readonly kind: string;
  /** Empty for a cluster-scoped object, or a file. */
  readonly namespace: string;
  readonly name: string;
  readonly object: JsonObject;
}

/** A possible target of a reference. */
export interface ReferenceTarget {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  /** Labels of its namespace. */
  readonly namespaceLabels: Labels;
  /** Owner that creates the pods, for planned pods. */
  readonly madeBy?: { readonly kind: string; readonly name: string };
}

/** Fields whose keys are free names. */
const LABELS = ['labels', 'matchLabels', 'annotations', 'namespace-labels'];
const SERVICE_LABEL = 'kubernetes.io/service-name';

/** Returns true if a place refers to an object. */
export type Reference = (target: ReferenceTarget) => boolean;

/** Returns what the value at a path of a subject refers to, or undefined if it refers to nothing. */
export function referenceAt(subject: ReferenceSubject, path: readonly string[], value: Json): Reference | undefined {
  const text = asString(value);
  if (LABELS.includes(path.at(-2) ?? ''))
    return path.at(-1) === SERVICE_LABEL ? serviceAt(subject, path, text) : undefined;
  const written =
    text === undefined ? undefined : (nameAt(subject, path, text) ?? fileNameAt(subject.kind, path, text));
  return written ?? (text === undefined ? selectorAt(subject, path) : undefined);
}

/** Returns what the key of the value at a path refers to, in files whose keys are names. */
export function keyReferenceAt({ kind: file }: ReferenceSubject, path: readonly string[]): Reference | undefined {
  const [field, key = ''] = path;
  if (path.length !== 2) return undefined;
  if (file === CONFIGURATION_PATH && field === 'nodes') return named('Node', key);
  const kind = file === LOCK_PATH ? kindOfLock(field) : undefined;
  if (kind === undefined) return undefined;
  return key.includes('/') ? namedByPath(kind, key) : named(kind, key);
}

function named(kind: string, name: string, namespace = ''): Reference {
  return (target) => target.kind === kind && target.name === name && target.namespace === namespace;
}

/** Returns a reference to an object written as `<namespace>/<name>`. */
function namedByPath(kind: string, path: string): Reference {
  const [namespace = '', name = ''] = path.split('/');
  return named(kind, name, namespace);
}

function itself({ kind, namespace, name }: ReferenceSubject): Reference {
  const isItself = named(kind, name, namespace);
  return (target) => isItself(target) || (target.madeBy ? isItself({ ...target, ...target.madeBy }) : false);
}

/** Name fields by the kind of the object with the field. */
const NAME_FIELDS: ReadonlyMap<string, readonly NameField[]> = new Map([
  ...knownKinds.compiled.map(({ kind, definition }) => [kind, definition.names ?? []] as const),
  ['Pod', [{ path: 'spec/nodeName', kind: 'Node', namespace: 'none' }]],
  ['EndpointSlice', [{ path: 'endpoints/*/nodeName', kind: 'Node', namespace: 'none' }]],
]);

function nameAt(subject: ReferenceSubject, path: readonly string[], text: string): Reference | undefined {
  if (path.at(-1) === 'namespace') return named('Namespace', text);
  if (endsWith(path, ['parameters', 'name'])) return parametersAt(subject, path.slice(0, -1), text);
  const field = NAME_FIELDS.get(subject.kind)?.find((one) => isAt(path, one.path.split('/')));
  const other = field && referenceBy(field, subject, text);
  if (path.join('/') !== 'metadata/name') return other;
  const own = itself(subject);
  return (target) => own(target) || other?.(target) === true;
}

function referenceBy({ kind, namespace }: NameField, subject: ReferenceSubject, text: string): Reference {
  if (namespace === 'written') return namedByPath(kind, text);
  return named(kind, text, namespace === 'own' ? subject.namespace : '');
}

/** Returns the Service of an EndpointSlice. */
function serviceAt(subject: ReferenceSubject, path: readonly string[], name = ''): Reference | undefined {
  return path.length === 3 && path[0] === 'metadata' ? named('Service', name, subject.namespace) : undefined;
}

/** Returns the object that the parameters of an IngressClass name. Its kind and namespace are siblings of the name. */
function parametersAt(subject: ReferenceSubject, path: readonly string[], name: string): Reference | undefined {
  const { kind } = asObject(valueAt(subject.object, path)) ?? {};
  return typeof kind === 'string' ? (target) => target.kind === kind && target.name === name : undefined;
}

/** Returns the kind of the objects whose assignments are in a field of the lock. */
function kindOfLock(field: string | undefined): string | undefined {
  return knownKinds.compiled.find(({ placement }) => placement?.lock.field === field)?.kind;
}

function fileNameAt(file: string, path: readonly string[], text: string): Reference | undefined {
  if (file === LOCK_PATH) return named('Node', text);
  if (file === CONFIGURATION_PATH)
    return endsWith(path, ['deniedSecrets', '*']) ? namedByPath('Secret', text) : undefined;
  if (file !== EXPECTATIONS_PATH) return undefined;
  if (path.at(-1) === 'service' || endsWith(path, ['reaches', '*'])) return namedByPath('Service', text);
  if (endsWith(path, ['node', '*'])) return named('Node', text);
  if (isWord(path)) return wordAt(text);
  if (!endsWith(path, ['egressIPs', 'names', '*'])) return undefined;
  const lockedKind = kindOfLock('egressIPs');
  return ({ kind, name }) => kind === lockedKind && matchesGlob(text, name);
}

/** Returns true if a text of an expectation is a peer in one word. */
function isWord(path: readonly string[]): boolean {
  return ['from', 'to', 'peer'].includes(path.at(-1) ?? '') || ['only', 'only-from'].includes(path.at(-2) ?? '');
}

function wordAt(text: string): Reference | undefined {
  const peer = parsePeer(text);
  if (typeof peer === 'string') return undefined;
  switch (peer.type) {
    case 'service':
      return named('Service', peer.name, peer.namespace);
    case 'node':
      return named('Node', peer.name);
    case 'namespace':
    case 'name':
      return ({ kind, name }) => name === peer.name && (kind === 'Namespace' || kind === 'Node');
    case 'object':
      return ({ kind, name, namespace }) =>
        name === peer.name && namespace === peer.namespace && isKindOfPeer(kind, peer.kind);
    case 'labels': {
      const isMeant = matchPods(peer);
      return (target) => target.kind === 'Pod' && isMeant(target);
    }
    default:
      return undefined;
  }
}

/** Returns true if a kind fits a peer. A peer without a kind is a workload, a pod or a Service. */
function isKindOfPeer(kind: string, written: string | undefined): boolean {
  const lower = kind.toLowerCase();
  return written === undefined ? PEER_KINDS.has(lower) : lower === written;
}

const PEER_KINDS = new Set([
  ...['pod', 'service', 'deployment', 'statefulset', 'daemonset', 'replicaset', 'job', 'cronjob'],
  ...['deploymentconfig', 'replicationcontroller', 'virtualmachine'],
]);

function selectorAt(subject: ReferenceSubject, path: readonly string[]): Reference | undefined {
  const selection = findSelector(path)?.at === path.length - 1 ? selectionAt(subject.object, path) : undefined;
  if (!selection) return subject.kind === EXPECTATIONS_PATH ? labelsAt(subject, path) : undefined;
  const { kind, matches, matchesPod, hasNamespace } = selection;
  return (target) => {
    if (target.kind !== kind) return false;
    return kind === 'Pod'
      ? matchesPod(target.labels) && hasNamespace(target.namespace, target.namespaceLabels)
      : matches(target.labels);
  };
}

/** Returns what the labels of a peer in an expectation select. */
function labelsAt({ object }: ReferenceSubject, path: readonly string[]): Reference | undefined {
  const end = asObject(valueAt(object, path.slice(0, -1)));
  if (!end) return undefined;
  const hasAll = (wanted: unknown, labels: Labels): boolean =>
    Object.entries(asObject(wanted) ?? {}).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
  const { namespace, labels, 'namespace-labels': namespaceLabels } = end;
  if (path.at(-1) === 'namespace-labels')
    return (target) => target.kind === 'Namespace' && hasAll(namespaceLabels, target.labels);
  if (path.at(-1) !== 'labels') return undefined;
  return (target) =>
    target.kind === 'Pod' &&
    hasAll(labels, target.labels) &&
    (namespace === undefined || namespace === target.namespace) &&
    hasAll(namespaceLabels, target.namespaceLabels);
}

/** Returns true if a path ends with the parts. `*` matches any part. */
function endsWith(path: readonly string[], end: readonly string[]): boolean {
  return isAt(path.slice(-end.length), end);
}

function isAt(path: readonly string[], parts: readonly string[]): boolean {
  return path.length === parts.length && parts.every((part, at) => part === '*' || part === path[at]);
}
