import type { ReadResult } from '../../compile/1-read/read.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import type { Manifest, SourceFile } from '../../model/manifest.js';
import { type Json, type JsonObject, asList, asObject } from '../../std/json.js';
import { suggestionText } from '../../std/suggest.js';

/** A hypothetical change of a cluster. */
export interface AssumedChange {
  /** Name of a node that fails. */
  readonly down?: string;
  /** Objects that are deleted, each as `KIND/[NAMESPACE/]NAME`. The kind may have any case. */
  readonly remove?: readonly string[];
  /** A pod (`NAMESPACE/NAME`) or a namespace, then labels: `key=value` sets one, `key-` removes it. */
  readonly label?: readonly string[];
  /** Files with objects that are applied. */
  readonly added?: readonly SourceFile[];
}

/** Applies a change to the objects of an input. */
type Alter = (found: ReadResult) => ReadResult;

/** Returns a function that applies a change, or a sentence if `found` lacks one of its objects. */
export function assumeChange(found: ReadResult, change: AssumedChange): Alter | string {
  const { down, remove = [], label = [], added = [] } = change;
  const steps: Alter[] = [replaceBy(added)];
  if (down !== undefined) {
    const nodes = found.inventory.filter(({ kind }) => kind === 'Node').map(({ name }) => name);
    if (!nodes.includes(down)) return `no node ${down} in the inventory${suggestionText(down, nodes)}`;
    steps.push(takeDown(down));
  }
  const all = [...found.compiled, ...found.inventory, ...found.observed];
  for (const path of remove) {
    const paths = new Set(all.map(pathOf));
    const meant = [...paths].find((one) => one.toLowerCase() === path.toLowerCase());
    if (meant === undefined) return `no object ${path} in the input${suggestionText(path, [...paths])}`;
    steps.push(without(meant));
  }
  const [target, ...words] = label;
  if (target !== undefined) {
    const kind = target.includes('/') ? 'Pod' : 'Namespace';
    if (!all.some((one) => one.kind === kind && pathOfName(one) === target)) return `no ${kind} ${target} in the input`;
    const labels = words.map(readLabel);
    const [bad] = words.filter((_word, index) => !labels[index]);
    if (labels.length === 0 || bad !== undefined) return `expected labels as key=value or key-, found '${bad ?? ''}'`;
    steps.push(
      setLabels(
        `${kind}/${target}`,
        labels.filter((one) => one !== undefined),
      ),
    );
  }
  return (read) => steps.reduce((result, step) => step(result), read);
}

function pathOf({ kind, namespace, name }: Manifest): string {
  return `${kind}/${pathOfName({ namespace, name })}`;
}

/** Changes each object, or drops it if the result is undefined. */
function mapObjects(
  { compiled, inventory, observed, ...rest }: ReadResult,
  change: (one: Manifest) => Manifest | undefined,
): ReadResult {
  const apply = (list: readonly Manifest[]): readonly Manifest[] => list.flatMap((one) => change(one) ?? []);
  return { ...rest, compiled: apply(compiled), inventory: apply(inventory), observed: apply(observed) };
}

/** Drops the objects that the files replace. */
function replaceBy(files: readonly SourceFile[]): Alter {
  const own = new Set(files.map(({ path }) => path));
  const isOwn = ({ origin }: Manifest): boolean => own.has(origin.file.path);
  return (found) => {
    if (own.size === 0) return found;
    const replaced = new Set([...found.compiled, ...found.inventory].filter(isOwn).map(pathOf));
    return mapObjects(found, (one) => (replaced.has(pathOf(one)) && !isOwn(one) ? undefined : one));
  };
}

/** Deletes an object. With a Namespace, deletes all in it, and with a Node, what runs on it. */
function without(path: string): Alter {
  const [kind = '', ...rest] = path.split('/');
  const name = rest.join('/');
  return (found) => {
    const left = kind === 'Node' ? takeDown(name)(found) : found;
    return mapObjects(left, (one) => {
      const isIn = kind === 'Namespace' && one.namespace === name;
      return isIn || pathOf(one) === path ? undefined : one;
    });
  };
}

/** Makes a node not ready, and removes its pods and endpoints. */
function takeDown(node: string): Alter {
  return (found) =>
    mapObjects(found, (one) => {
      const { kind, name, object } = one;
      if (kind === 'Node' && name === node)
        return withObject(one, { ...object, status: notReady(asObject(object.status)) });
      if (kind === 'Pod') return asObject(object.spec)?.nodeName === node ? undefined : one;
      if (kind === 'EndpointSlice') {
        const endpoints = elsewhere(object.endpoints, node);
        return endpoints === object.endpoints ? one : withObject(one, { ...object, endpoints });
      }
      if (kind !== 'Endpoints') return one;
      const subsets = asList(object.subsets).map((subset): Json => {
        const own = asObject(subset) ?? {};
        return { ...own, addresses: elsewhere(own.addresses, node) };
      });
      return withObject(one, { ...object, subsets });
    });
}

function notReady(status: JsonObject = {}): JsonObject {
  const others = asList(status.conditions).filter((one) => asObject(one)?.type !== 'Ready');
  return { ...status, conditions: [...others, { type: 'Ready', status: 'Unknown' }] };
}

/** Returns a list of endpoints without those on a node: the same list if it has none there. */
function elsewhere(list: Json | undefined, node: string): Json {
  const all = asList(list);
  const left = all.filter((one) => asObject(one)?.nodeName !== node);
  return left.length === all.length && list !== undefined ? list : left;
}

function withObject(manifest: Manifest, object: JsonObject): Manifest {
  return { ...manifest, object };
}

/** A label, or the name of one to remove. */
type LabelEdit = readonly [key: string, value: string | undefined];

function readLabel(word: string): LabelEdit | undefined {
  const [, key, value] = /^([^=]+)=(.*)$/.exec(word) ?? [];
  if (key !== undefined) return [key, value ?? ''];
  return /^[^=]+-$/.test(word) ? [word.slice(0, -1), undefined] : undefined;
}

function setLabels(path: string, edits: readonly LabelEdit[]): Alter {
  return (found) =>
    mapObjects(found, (one) => {
      if (pathOf(one) !== path) return one;
      const metadata = asObject(one.object.metadata) ?? {};
      const labels = new Map(Object.entries(asObject(metadata.labels) ?? {}));
      for (const [key, value] of edits) {
        if (value === undefined) labels.delete(key);
        else labels.set(key, value);
      }
      return withObject(one, { ...one.object, metadata: { ...metadata, labels: Object.fromEntries(labels) } });
    });
}
