import { type Exposure, exposeRoutes } from '../ingress/exposure.js';
import type { KindContext } from './kind.js';

const known = new WeakMap<KindContext, Exposure>();

/**
 * Returns the exposure of all Routes and Ingresses by the ingress controllers. Several kinds use it, so it is decided
 * once.
 */
export function exposureOf(context: KindContext): Exposure {
  const found = known.get(context) ?? exposeRoutes(context);
  known.set(context, found);
  return found;
}
