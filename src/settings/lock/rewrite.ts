import { type Document, Pair, Scalar, YAMLMap, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import { writtenLock } from '../../kinds/locks.js';
import type { Lock, LockTree } from '../../model/lock.js';
import { parseLock } from './parse.js';
import { isPlain, renderLock } from './render.js';

/**
 * Returns the text of `weir.lock.yaml` with another content. Unchanged entries keep their place, spelling and comments.
 * New entries are inserted in byte order. `before` is the lock in `text`, which is returned unchanged if both locks are
 * equal. A text with anchors, which only a person can rewrite, is replaced.
 */
export function rewriteLock(text: string | undefined, before: Lock, after: Lock): string {
  const wanted = renderLock(after);
  if (renderLock(before) === wanted) return text ?? '';
  if (text === undefined || text.trim() === '') return wanted;
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents) || hasAnchors(document)) {
    return document.contents === null ? `${text.replace(/\n*$/, '\n')}${wanted}` : wanted;
  }
  update(document.contents, writtenLock(after));
  const rewritten = document.toString({ lineWidth: 0 });
  // If the YAML library reads another content than Weir, the content takes precedence over the comments.
  return containsLock(rewritten, wanted) ? rewritten : wanted;
}

function containsLock(text: string, wanted: string): boolean {
  const lock = parseLock(
    { path: '', text },
    () => true,
    () => undefined,
  );
  return lock !== undefined && renderLock(lock) === wanted;
}

function hasAnchors(document: Document): boolean {
  const found: unknown[] = [];
  const collect = (_: unknown, node: { readonly anchor?: string | undefined }): void => {
    if (node.anchor !== undefined) found.push(node);
  };
  visit(document, { Alias: (_, alias) => void found.push(alias), Collection: collect, Scalar: collect });
  return found.length > 0;
}

/** Updates a mapping of the document to the content of the tree. */
function update(map: YAMLMap, tree: LockTree): void {
  map.items = map.items.filter((pair) => tree.has(keyOf(pair)));
  const present = new Map(map.items.map((pair) => [keyOf(pair), pair]));
  const added: Pair[] = [];
  for (const [key, value] of tree) {
    const pair = present.get(key);
    if (!pair) added.push(createPair(key, value));
    else if (typeof value !== 'object') setScalar(pair, value);
    else if (isMap(pair.value)) updateInner(pair.value, value);
    else pair.value = createNode(value);
  }
  if (added.length > 0) insertSorted(map, added);
  // An empty mapping can only be written as `{}`.
  if (map.items.length === added.length) map.flow = false;
}

function setScalar(pair: Pair, value: string | number): void {
  if (isScalar(pair.value) && pair.value.value === value) return;
  const { comment, commentBefore } = isScalar(pair.value) ? pair.value : {};
  pair.value = Object.assign(createNode(value), { comment, commentBefore });
}

function createPair(key: string, value: LockTree | string | number): Pair {
  return new Pair(createNode(key), createNode(value));
}

/** Creates a node. Quotes text that another reader could read as a number or a boolean. */
function createNode(value: LockTree | string | number): Scalar | YAMLMap {
  if (typeof value === 'object') {
    const map = new YAMLMap();
    for (const [key, inner] of value) map.items.push(createPair(key, inner));
    return map;
  }
  const scalar = new Scalar(value);
  if (typeof value === 'string' && !isPlain(value)) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

/**
 * Updates an inner mapping. A comment above its first entry stays with that entry, even if another entry is inserted
 * before it.
 */
function updateInner(map: YAMLMap, tree: LockTree): void {
  const first = map.items[0]?.key;
  if (map.commentBefore != null && isScalar(first) && first.commentBefore == null) {
    first.commentBefore = map.commentBefore;
    map.commentBefore = null;
  }
  update(map, tree);
}

/** Inserts each new pair before the first pair with a greater key. Takes linear time if both lists are sorted. */
function insertSorted(map: YAMLMap, added: readonly Pair[]): void {
  const merged: YAMLMap['items'] = [];
  let next = 0;
  for (const pair of map.items) {
    for (let candidate = added[next]; candidate && keyOf(candidate) < keyOf(pair); candidate = added[++next]) {
      merged.push(candidate);
    }
    merged.push(pair);
  }
  map.items = [...merged, ...added.slice(next)];
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : isNode(key) ? key.toString() : String(key);
}
