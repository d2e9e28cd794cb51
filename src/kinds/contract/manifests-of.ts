import type { Configuration } from '../../model/configuration.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import type { Kind } from './kind.js';
import type { KindContext, KindInput } from './kind-context.js';

/** Returns the objects of a kind among those of all kinds, in their order. */
export function manifestsOf({ apiVersion, kind }: Kind, manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind && manifest.apiVersion === apiVersion);
}

/**
 * Returns the objects of a kind that there are: those of the manifests, and those of the inventory that none of them
 * replaces.
 */
export function allOf(kind: Kind, { manifests, observed }: KindContext): readonly Manifest[] {
  const own = manifestsOf(kind, manifests);
  const names = new Set(own.map(pathOfName));
  return [...own, ...manifestsOf(kind, observed).filter((manifest) => !names.has(pathOfName(manifest)))];
}

/** Returns true if objects of a kind have any effect. */
export function isEnabled({ feature }: Kind, { features }: Configuration): boolean {
  return feature === undefined || features.has(feature);
}

/** Returns the objects of a kind as the input of a question: nothing is reported. */
export function inputOf(
  kind: Kind,
  { manifests, context }: { readonly manifests: readonly Manifest[]; readonly context: KindContext },
): KindInput {
  return { manifests: manifestsOf(kind, manifests), context: { ...context, report: () => undefined } };
}
