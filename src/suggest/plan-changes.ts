import { pathOfName } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import { groupBy } from '../std/group-by.js';
import { type Json, type JsonObject, asList, asObject, isObject } from '../std/json.js';
import type { DraftPolicy } from './draft-policies.js';
import { type NewObject, type ObjectEdit, findEditObstacle, specOfObject } from './edit-files.js';
import { specOfDraft } from './policy-object.js';
import type { RepositoryStyle } from './repository-style.js';

/** A suggested policy, and what it means for the files. */
export interface PlannedPolicy {
  readonly action: 'add' | 'change' | 'keep';
  readonly path: string;
  readonly object: JsonObject;
}

/** The changes of a repository by which its policies are the suggested ones. */
export interface PlannedChanges {
  readonly policies: readonly PlannedPolicy[];
  /** Policies that no suggestion replaces. */
  readonly removed: readonly Manifest[];
  readonly edits: readonly ObjectEdit[];
  readonly added: readonly NewObject[];
  /** Reasons why an existing policy cannot be changed or removed. */
  readonly obstacles: readonly string[];
}

/**
 * Plans the changes from existing policies to suggested ones. An existing policy with the same subject and direction
 * keeps its name and file.
 */
export function planChanges(
  drafts: readonly DraftPolicy[],
  existing: readonly Manifest[],
  style: RepositoryStyle,
): PlannedChanges {
  const left = new Set(existing);
  const byNamespace = groupBy(existing, ({ namespace }) => namespace);
  const take = ({ namespace }: DraftPolicy, isMeant: (spec: JsonObject) => boolean): Manifest | undefined => {
    const found = byNamespace.get(namespace)?.find((one) => left.has(one) && isMeant(specOfObject(one)));
    if (found) left.delete(found);
    return found;
  };
  const takeAlike = (draft: DraftPolicy, textOf: (spec: JsonObject) => string): Manifest | undefined => {
    const text = textOf(specOfDraft(draft));
    return take(draft, (spec) => textOf(spec) === text);
  };
  const keep = (draft: DraftPolicy): Manifest | undefined =>
    takeAlike(draft, textOfSpec) ?? take(draft, (spec) => deniesAtLeast(spec, draft));
  const kept = new Map(drafts.map((draft) => [draft, keep(draft)]));
  const changed = new Map(
    drafts.map((draft) => [draft, kept.get(draft) ? undefined : takeAlike(draft, textOfSubject)]),
  );
  const names = new Set(existing.filter((one) => !left.has(one)).map((one) => pathOfName(one)));
  const edits: ObjectEdit[] = [];
  const added: NewObject[] = [];
  const policies = drafts.map((draft): PlannedPolicy => {
    const same = kept.get(draft);
    if (same) return { action: 'keep', path: same.origin.file.path, object: same.object };
    const spec = specOfDraft(draft);
    const manifest = changed.get(draft);
    if (manifest) {
      edits.push({ manifest, spec });
      return { action: 'change', path: manifest.origin.file.path, object: { ...manifest.object, spec } };
    }
    const name = chooseName(draft, style.prefix, names);
    const labels = Object.keys(style.labels).length > 0 ? { labels: { ...style.labels } } : {};
    const metadata = { name, namespace: draft.namespace, ...labels };
    const object = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, spec };
    const path = style.fileOf(draft.namespace, name);
    added.push({ path, object });
    return { action: 'add', path, object };
  });
  edits.push(...[...left].map((manifest) => ({ manifest })));
  const obstacles = edits.flatMap(({ manifest }) => findEditObstacle(manifest) ?? []);
  return { policies, removed: [...left], edits, added, obstacles };
}

/** Returns an unused name: that of the workload and the direction, or `default-deny`. */
function chooseName(
  { namespace, workload, rules, directions }: DraftPolicy,
  prefix: string,
  names: Set<string>,
): string {
  const [direction = 'Ingress'] = directions;
  const subject = workload ?? 'all';
  const isDeny = rules.length === 0;
  const base = isDeny
    ? `${prefix === 'allow-' ? '' : prefix}default-deny`
    : `${prefix}${subject.replace(/\[.*$/, '')}-${direction.toLowerCase()}`;
  let name = base;
  for (let count = 2; names.has(pathOfName({ namespace, name })); count++) name = `${base}-${count}`;
  names.add(pathOfName({ namespace, name }));
  return name;
}

/** Returns true if a policy denies everything that a suggested policy without rules denies. */
function deniesAtLeast(spec: JsonObject, draft: DraftPolicy): boolean {
  const { podSelector = {}, policyTypes = ['Ingress'], ingress, egress } = spec;
  const types = asList(policyTypes);
  return (
    draft.rules.length + asList(ingress).length + asList(egress).length === 0 &&
    draft.directions.every((direction) => types.includes(direction)) &&
    textOfSpec({ podSelector }) === textOfSpec({ podSelector: asObject(specOfDraft(draft).podSelector) ?? {} })
  );
}

function textOfSpec(spec: JsonObject): string {
  return JSON.stringify(sortFields(spec));
}

function textOfSubject({ podSelector = {}, policyTypes = ['Ingress'] }: JsonObject): string {
  return JSON.stringify(sortFields([podSelector, policyTypes]));
}

/** Sorts the fields of all objects in a value, and drops empty ones that mean nothing. */
function sortFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortFields);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => !Array.isArray(one) || one.length > 0);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sortFields(one)]));
}
