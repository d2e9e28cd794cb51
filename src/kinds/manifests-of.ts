import type { Configuration } from '../model/configuration.js';
import type { Manifest } from '../model/manifest.js';
import type { Kind } from './kind.js';

/** The objects of a kind among those of all kinds, in their order. */
export function manifestsOf({ apiVersion, kind }: Kind, manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind && manifest.apiVersion === apiVersion);
}

/** Whether objects of a kind have any effect. */
export function isEnabled({ feature }: Kind, { features }: Configuration): boolean {
  return feature === undefined || features.has(feature);
}
