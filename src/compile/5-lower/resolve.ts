import type { Resolution, KindContext, Kind } from '../../kinds/kind.js';
import { isEnabled, manifestsOf } from '../../kinds/manifests-of.js';
import { resourceOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { messages } from './messages.js';

/** Resolves the objects of every kind that is compiled and whose feature is on, in the order of the kinds. */
export function resolveKinds(
  manifests: readonly Manifest[],
  kinds: readonly Kind[],
  context: KindContext,
): Resolution[] {
  return kinds.flatMap((kind) => {
    if (!kind.resolve) return [];
    const own = manifestsOf(kind, manifests);
    if (isEnabled(kind, context.configuration))
      return [kind.resolve([...own, ...manifestsOf(kind, context.live)], context)];
    const [first] = own;
    if (!first || !kind.feature) return [];
    context.report({
      ...messages.featureOff(kind.kind, kind.feature, own.length),
      location: { origin: first.origin, pointer: '/kind' },
      resource: resourceOf(first),
    });
    return [];
  });
}
