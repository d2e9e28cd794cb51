import type { Kind } from '../../kinds/contract/kind.js';
import type { Finding } from '../../model/diagnostic.js';
import { escapePointer } from '../../yaml/locate.js';
import { messages } from '../../schema/messages.js';
import { isLabel, isSubdomain } from '../../net/dns-name.js';
import { isLabelValue, isQualifiedName } from './names.js';
import { checkFinalizersAgree, checkOwners } from './owners.js';
import type { Problem } from '../../schema/problem.js';
import { type Json, type JsonObject, isObject } from '../../std/json.js';

/** Maximum bytes of all annotation keys and values together (apimachinery `ValidateAnnotations`). */
const ANNOTATIONS_LIMIT = 256 * 1024;

/**
 * Checks the rules of every object's metadata beyond its schema: names (RFC 1123), label and annotation syntax,
 * finalizers, owners. All are from apimachinery's validation. Values of the wrong type are skipped, because the schema
 * reports them. Pointers are relative to the object. `path` is that of its file.
 */
export function checkMetadata(object: JsonObject, kind: Kind, path: string): Problem[] {
  const metadata = isObject(object.metadata) ? object.metadata : {};
  const findings: Problem[] = [];
  const add = (finding: Finding, ...path: string[]): void => {
    findings.push({ finding, pointer: pointerTo(path) });
  };
  const addKey: Add = (finding, ...path) => {
    findings.push({ finding, pointer: pointerTo(path), part: 'key' });
  };
  checkName(metadata, kind, add);
  checkNamespace(metadata.namespace, kind, path, add);
  checkLabels(metadata.labels, add, addKey);
  checkAnnotations(metadata.annotations, add, addKey);
  if (Array.isArray(metadata.finalizers)) {
    for (const [index, finalizer] of metadata.finalizers.entries()) {
      if (typeof finalizer !== 'string' || isQualifiedName(finalizer)) continue;
      add(messages.badFinalizer(finalizer), 'finalizers', String(index));
    }
    findings.push(...checkFinalizersAgree(metadata.finalizers));
  }
  return [...findings, ...checkOwners(metadata.ownerReferences)];
}

function pointerTo(path: readonly string[]): string {
  return ['/metadata', ...path.map(escapePointer)].join('/');
}

/** Adds a finding at a path inside the metadata. */
type Add = (finding: Finding, ...path: string[]) => void;

function checkName({ name, generateName }: JsonObject, { kind, definition: { onlyName } }: Kind, add: Add): void {
  // Without the trailing dash that most such names have: the API server completes it.
  if (typeof generateName === 'string' && generateName !== '' && !isSubdomain(generateName.replace(/-$/, ''))) {
    add(messages.badName(generateName), 'generateName');
  }
  // Reading has dropped objects without a name, and the schema rejects names that are not text.
  if (typeof name !== 'string') return;
  if (onlyName !== undefined && name !== onlyName) add(messages.wrongName(name, kind, onlyName), 'name');
  else if (!isSubdomain(name)) add(messages.badName(name), 'name');
}

function checkNamespace(namespace: Json | undefined, { kind, namespaced }: Kind, path: string, add: Add): void {
  if (namespace === undefined || namespace === '') {
    if (namespaced) add(messages.missingNamespace(kind, path));
  } else if (!namespaced) add(messages.needlessNamespace(kind), 'namespace');
  else if (typeof namespace === 'string' && !isLabel(namespace)) {
    add(messages.badNamespace(namespace), 'namespace');
  }
}

function checkLabels(labels: Json | undefined, add: Add, addKey: Add): void {
  if (!isObject(labels)) return;
  for (const [key, value] of Object.entries(labels)) {
    if (!isQualifiedName(key)) addKey(messages.badLabelKey(key), 'labels', key);
    if (typeof value === 'string' && !isLabelValue(value)) {
      add(messages.badLabelValue(value), 'labels', key);
    }
  }
}

function checkAnnotations(annotations: Json | undefined, add: Add, addKey: Add): void {
  if (!isObject(annotations)) return;
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    // Unlike label keys, annotation keys may have capitals before the slash.
    if (!isQualifiedName(key.toLowerCase())) addKey(messages.badAnnotationKey(key), 'annotations', key);
    bytes += Buffer.byteLength(key) + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
  }
  if (bytes > ANNOTATIONS_LIMIT) {
    add(messages.annotationsTooLong(bytes, ANNOTATIONS_LIMIT), 'annotations');
  }
}
