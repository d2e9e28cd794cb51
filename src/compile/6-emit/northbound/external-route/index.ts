import type { Cluster, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { RouteIntent } from '../../../../model/intent/route.js';
import type { RowAttachment, Row } from '../../../../model/northbound.js';
import { attachToRouters, finishRouterRows, rowsOf } from '../router-row.js';
import { hybridRowsOf } from './hybrid.js';
import { routesOf, sessionsOf } from './routes.js';
import { collectServed, collectServedPods } from './served.js';
import { collectUntranslated } from './untranslated.js';

/** What external gateways have in a zone. */
export interface ExternalRouteRows {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** To the routers of the zone. */
  readonly attachments: readonly RowAttachment[];
  /** Translations that must not be there. */
  readonly absent: readonly Row[];
  /** How the routers of a managed topology hold them. */
  readonly absentAttachments: readonly RowAttachment[];
}

/** The rows of external gateways, and whose traffic keeps its source address for them. */
export interface ExternalRoutes {
  /** Pods that no translation of their own node's gateway router may touch. */
  readonly untranslated: ReadonlySet<Pod>;
  readonly rowsOf: (zone: string) => ExternalRouteRows;
}

/** Prepares what all zones share and returns a function that gives the rows of a zone. */
export function createExternalRoutes(
  intents: readonly RouteIntent[],
  cluster: Cluster,
  configuration: Configuration,
): ExternalRoutes {
  const zones = collectServed(intents, cluster, configuration);
  const untranslated = configuration.disableSnatMultipleGateways
    ? collectServedPods(intents, cluster, configuration)
    : new Set<Pod>();
  const translations = collectUntranslated(untranslated, cluster, configuration);
  return {
    untranslated,
    rowsOf: (zone) => {
      const served = zones.get(zone) ?? [];
      const { sets, policies } = hybridRowsOf(served, configuration);
      const routes = finishRouterRows(routesOf(served));
      const reroutes = finishRouterRows(policies);
      const absent = finishRouterRows(translations.get(zone) ?? []);
      return {
        rows: new Map([
          ['Address_Set', sets],
          ['BFD', sessionsOf(served)],
          ['Logical_Router_Policy', rowsOf(reroutes)],
          ['Logical_Router_Static_Route', rowsOf(routes)],
        ]),
        attachments: [
          ...attachToRouters('Logical_Router_Policy', reroutes),
          ...attachToRouters('Logical_Router_Static_Route', routes),
        ],
        absent: rowsOf(absent),
        absentAttachments: attachToRouters('NAT', absent),
      };
    },
  };
}
