import type { Resolution, KindContext, Kind } from '../../kinds/kind.js';
import { isEnabled, manifestsOf } from '../../kinds/manifests-of.js';
import { resourceOf } from '../../model/kubernetes-object.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { once } from '../../std/memoize.js';
import { messages } from './messages.js';

/**
 * Resolves the objects of every compiled kind whose feature is on, in order of kinds. Reports objects of a kind whose
 * feature is off.
 */
export function resolveKinds(
  manifests: readonly Manifest[],
  kinds: readonly Kind[],
  context: KindContext,
): Resolution[] {
  return kinds.flatMap((kind) => {
    if (!kind.resolve) return [];
    const own = manifestsOf(kind, manifests);
    if (isEnabled(kind, context.configuration))
      return [resolveKind(kind, kind.resolve, [...own, ...manifestsOf(kind, context.live)], context)];
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

/** Resolves the objects of a kind. Memoized by the objects and the cluster, unless the kind depends on other kinds. */
function resolveKind(
  { kind, dependsOnOtherKinds = false }: Kind,
  resolve: NonNullable<Kind['resolve']>,
  objects: readonly Manifest[],
  context: KindContext,
): Resolution {
  if (dependsOnOtherKinds) return resolve(objects, context);
  const { memo, configuration, lock, observed, cluster, isRefused, errorsOnly, isWrittenOnce } = context;
  const inputs = [configuration, lock, observed, cluster, isRefused, errorsOnly, isWrittenOnce, ...objects];
  const resolveAlone = (report: Reporter): Resolution => {
    const resolution = resolve(objects, { ...context, manifests: objects, live: [], report });
    return { ...resolution, lower: once(resolution.lower) };
  };
  return memo('resolution', kind, inputs, resolveAlone, context.report);
}
