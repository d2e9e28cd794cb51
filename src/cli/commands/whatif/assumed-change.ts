import type { ReadResult } from '../../../compile/1-read/read.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import type { Manifest, SourceFile } from '../../../model/manifest.js';
import { suggestionText } from '../../../std/suggest.js';
import { type Alter, mapObjects, pathOf } from './alter.js';
import { takeDown } from './down.js';
import { readLabel, setLabels } from './labels.js';
import { findRule, splitRule } from '../../run/rule-name.js';
import { removeRules } from './rules.js';
import { scaleWorkload } from './scale.js';

/** A hypothetical change of a cluster. */
export interface AssumedChange {
  /** Name of a node that fails. */
  readonly down?: string;
  /** Objects that are deleted, each as `KIND/[NAMESPACE/]NAME`, or one rule with `:RULE`. The kind may have any case. */
  readonly remove?: readonly string[];
  /** A pod (`NAMESPACE/NAME`) or a namespace, then labels: `key=value` sets one, `key-` removes it. */
  readonly label?: readonly string[];
  /** Workloads with another number of pods, each as `KIND/NAMESPACE/NAME=N`. */
  readonly scale?: readonly string[];
  /** Files with objects that are applied. */
  readonly added?: readonly SourceFile[];
}

/** Returns a function that applies a change, or a sentence if `found` lacks one of its objects. */
export function assumeChange(found: ReadResult, change: AssumedChange): Alter | string {
  const { down, remove = [], label = [], scale = [], added = [] } = change;
  const all = [...found.compiled, ...found.inventory, ...found.observed];
  const steps = [
    replaceBy(added),
    ...(down === undefined ? [] : [failNode(found, down)]),
    ...removeAll(all, remove),
    ...(label.length === 0 ? [] : [changeLabels(all, label)]),
    ...scale.map((word) => scaleWorkload(found, word)),
  ];
  const problem = steps.find((step) => typeof step === 'string');
  if (problem !== undefined) return problem;
  return (read) => steps.reduce((result, step) => (typeof step === 'string' ? result : step(result)), read);
}

function failNode(found: ReadResult, down: string): Alter | string {
  const nodes = found.inventory.filter(({ kind }) => kind === 'Node').map(({ name }) => name);
  return nodes.includes(down) ? takeDown(down) : `no node ${down} in the inventory${suggestionText(down, nodes)}`;
}

/** Removes objects, and rules of objects. Indexes of rules are those before the change. */
function removeAll(all: readonly Manifest[], words: readonly string[]): (Alter | string)[] {
  const byPath = new Map(all.map((one) => [pathOf(one).toLowerCase(), one]));
  const rules = new Map<string, ReturnType<typeof findRule>[]>();
  const steps = words.flatMap((word): (Alter | string)[] => {
    const whole = byPath.get(word.toLowerCase());
    if (whole) return [without(pathOf(whole))];
    const { name, rule } = splitRule(word);
    const part = rule === undefined ? undefined : byPath.get(name.toLowerCase());
    if (!part || rule === undefined) return [`no object ${word} in the input${suggestionText(word, all.map(pathOf))}`];
    const path = pathOf(part);
    rules.set(path, [...(rules.get(path) ?? []), findRule(part, rule)]);
    return [];
  });
  const removals = [...rules].map(([path, own]) => {
    const problem = own.find((rule) => typeof rule === 'string');
    return problem ?? removeRules({ path, rules: own.filter((rule) => typeof rule !== 'string') });
  });
  return [...steps, ...removals];
}

function changeLabels(all: readonly Manifest[], [target = '', ...words]: readonly string[]): Alter | string {
  const kind = target.includes('/') ? 'Pod' : 'Namespace';
  if (!all.some((one) => one.kind === kind && pathOfName(one) === target)) return `no ${kind} ${target} in the input`;
  const labels = words.map(readLabel).filter((one) => one !== undefined);
  const bad = words.find((word) => !readLabel(word));
  if (labels.length === 0 || bad !== undefined) return `expected labels as key=value or key-, found '${bad ?? ''}'`;
  return setLabels(`${kind}/${target}`, labels);
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
