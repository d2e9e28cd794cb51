import type { AddressInventory } from '../../model/address-inventory.js';
import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { ResourceName } from '../../model/diagnostic.js';
import type { Lock } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import type { Claim } from './claim.js';
import { isObject } from '../../std/json.js';

/** Everything that may claim an address. */
export interface ClaimInputs {
  readonly configuration: Configuration;
  readonly cluster: Cluster;
  /** Custom resources that are compiled, validated. */
  readonly manifests: readonly Manifest[];
  /** Custom resources found in the inventory. */
  readonly observed: readonly Manifest[];
  readonly lock: Lock;
  readonly addresses: AddressInventory;
}

/**
 * Says the claims of one kind of claimant. `wanted` are the addresses that somebody wants alone: a reader of claims that
 * are not exclusive may leave out all others. A kind that comes later adds its reader to `readers/index.ts`.
 */
export type ClaimReader = (inputs: ClaimInputs, wanted: ReadonlySet<string>) => readonly Claim[];

export function resourceOf({ kind, namespace, name }: ResourceName): ResourceName {
  return { kind, namespace, name };
}

/** The custom resources of a kind. */
export function ofKind(manifests: readonly Manifest[], kind: string): readonly Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind);
}

/** The annotation of an object, where it is a text. */
export function annotationOf({ object }: Manifest, name: string): string | undefined {
  const { metadata } = object;
  const annotations = isObject(metadata) ? metadata.annotations : undefined;
  const value = isObject(annotations) && Object.hasOwn(annotations, name) ? annotations[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
