import type { Query } from '../../engine/query.js';
import { type Exposure, exposeRoutes } from '../../ingress/exposure.js';
import type { KindContext, ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';

const known = new WeakMap<KindContext, Exposure>();

const exposure: Query<undefined, Exposure> = {
  name: 'exposure of Routes and Ingresses',
  run: (db) => exposeRoutes(contextOf(db)),
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
