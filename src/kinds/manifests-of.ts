import type { Configuration } from '../model/configuration.js';
import type { Manifest } from '../model/manifest.js';
import type { Kind, KindContext, KindInput } from './kind.js';

/** The objects of a kind among those of all kinds, in their order. */
export function manifestsOf({ apiVersion, kind }: Kind, manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind && manifest.apiVersion === apiVersion);
}

/** Whether objects of a kind have any effect. */
export function isEnabled({ feature }: Kind, { features }: Configuration): boolean {
  return feature === undefined || features.has(feature);
}

/** The objects of a kind as the input of a question: nothing is reported. */
export function inputOf(
  kind: Kind,
  { manifests, context }: { readonly manifests: readonly Manifest[]; readonly context: KindContext },
): KindInput {
  return { manifests: manifestsOf(kind, manifests), context: { ...context, report: () => undefined } };
}
