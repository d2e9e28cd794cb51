import type { Row } from '../../../../model/northbound.js';
import { type StaticRouteIdentity, staticRouteKey } from '../keys.js';
import { type TopologyRows, type TopologyEntry, placeRow, refer, rowOf } from './topology-rows.js';

/** Returns a static route of a router. */
export function routeRow(
  routerName: string,
  route: StaticRouteIdentity,
  externalIds: Readonly<Record<string, string>> = {},
): Row {
  return rowOf(staticRouteKey(routerName, route), { ...route, external_ids: externalIds });
}

/** Adds a static route to a router. */
export function addRoute(
  draft: TopologyRows,
  router: TopologyEntry,
  route: StaticRouteIdentity,
  externalIds?: Readonly<Record<string, string>>,
): void {
  placeRoute(draft, router, routeRow(router.key, route, externalIds));
}

/** Adds a static route from `routeRow` to its router. */
export function placeRoute(draft: TopologyRows, router: TopologyEntry, row: Row): void {
  refer(router, 'static_routes', placeRow(draft, 'Logical_Router_Static_Route', row));
}
