import { type Exposure, exposeRoutes } from '../ingress/exposure.js';
import type { KindContext } from './kind.js';

const known = new WeakMap<KindContext, Exposure>();

/** What the ingress controllers make of all Routes and Ingresses: several kinds speak of it, and it is decided once. */
export function exposureOf(context: KindContext): Exposure {
  const found = known.get(context) ?? exposeRoutes(context);
  known.set(context, found);
  return found;
}
