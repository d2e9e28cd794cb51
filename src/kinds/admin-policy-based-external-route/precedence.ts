import { compareText } from '../../std/compare-text.js';
import type { Manifest } from '../../model/manifest.js';
import { type Json, isObject } from '../../std/json.js';

interface Rank {
  readonly succeeded: boolean;
  /** RFC 3339 text, or '' if the object was not created yet. */
  readonly created: string;
  readonly name: string;
}

/**
 * Policies in the order in which they take namespaces: first those in service in the live cluster, then older ones,
 * then by name. The object of the inventory takes precedence over the manifest.
 */
export function orderPolicies(manifests: readonly Manifest[], observed: readonly Manifest[]): readonly Manifest[] {
  const live = new Map(
    observed.filter(({ kind }) => kind === 'AdminPolicyBasedExternalRoute').map((one) => [one.name, one]),
  );
  return manifests
    .map((manifest) => ({ manifest, rank: rankOf(manifest, live.get(manifest.name) ?? manifest) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ manifest }) => manifest);
}

function rankOf({ name }: Manifest, { object }: Manifest): Rank {
  const created = fieldOf(object.metadata, 'creationTimestamp');
  return {
    succeeded: fieldOf(object.status, 'status') === 'Success',
    created: typeof created === 'string' ? created : '',
    name,
  };
}

function fieldOf(object: Json | undefined, field: string): Json | undefined {
  return isObject(object) && Object.hasOwn(object, field) ? object[field] : undefined;
}

function compareRanks(a: Rank, b: Rank): number {
  if (a.succeeded !== b.succeeded) return a.succeeded ? -1 : 1;
  if (a.created !== b.created) {
    if (a.created === '' || b.created === '') return a.created === '' ? 1 : -1;
    return a.created < b.created ? -1 : 1;
  }
  return compareText(a.name, b.name);
}
