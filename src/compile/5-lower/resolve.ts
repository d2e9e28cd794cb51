import type { Resolution, KindContext, Kind } from '../../kinds/kind.js';
import type { Manifest } from '../../model/manifest.js';
import { messages } from './messages.js';

/** Resolves the objects of every kind that is compiled and whose feature is on, in the order of the kinds. */
export function resolveKinds(
  manifests: readonly Manifest[],
  kinds: readonly Kind[],
  context: KindContext,
): Resolution[] {
  return kinds.flatMap((kind) => {
    const own = manifests.filter((manifest) => manifest.kind === kind.kind && manifest.apiVersion === kind.apiVersion);
    const [first] = own;
    if (!kind.resolve) return [];
    if (kind.feature && !context.configuration.features.has(kind.feature)) {
      if (!first) return [];
      const { namespace, name, origin } = first;
      const resource = { kind: kind.kind, namespace, name };
      context.report({
        ...messages.featureOff(kind.kind, kind.feature, own.length),
        target: { origin, pointer: '/kind' },
        resource,
      });
      return [];
    }
    return [kind.resolve(own, context)];
  });
}
