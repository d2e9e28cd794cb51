import type { Query } from '../../engine/query.js';
import { type Exposure, EXPOSED_KINDS, exposeRoutes } from '../../ingress/exposure.js';
import type { KindContext, ResolveContext } from '../contract/kind-context.js';
import { contextOf, objectsIn } from '../contract/recorded-context.js';

const known = new WeakMap<KindContext, Exposure>();

const exposure: Query<undefined, Exposure> = {
  name: 'exposure of Routes and Ingresses',
  run: (db) => {
    const { cluster, configuration } = contextOf(db);
    const [manifests, observed] = (['manifests', 'observed'] as const).map((field) =>
      EXPOSED_KINDS.flatMap((kind) => objectsIn(db, field, kind)),
    );
    return exposeRoutes({ manifests: manifests ?? [], observed: observed ?? [], cluster, configuration });
  },
};

/**
 * Returns the exposure of all Routes and Ingresses by the ingress controllers. Several kinds use it, so it is decided
 * once.
 */
export function exposureOf(context: KindContext | ResolveContext): Exposure {
  if ('db' in context) return context.db.get(exposure, undefined);
  const found = known.get(context) ?? exposeRoutes(context);
  known.set(context, found);
  return found;
}
