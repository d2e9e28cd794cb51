import type { Cluster, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { RouteIntent } from '../../../../model/intent/route.js';
import type { RowAttachment, Row } from '../../../../model/northbound.js';
import { attachToRouters, finishRouterRows, rowsOf } from '../router-row.js';
import { hybridRowsOf } from './hybrid.js';
import { routesOf, sessionsOf } from './routes.js';
import { collectServed, collectServedPods } from './served.js';
import { collectUntranslated } from './untranslated.js';

/** Rows of external gateways in a zone. */
export interface ExternalRouteRows {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Attachments to the routers of the zone. */
  readonly attachments: readonly RowAttachment[];
  /** Translations that must not exist. */
  readonly absent: readonly Row[];
  /** Attachments of these translations to the routers of a managed topology. */
  readonly absentAttachments: readonly RowAttachment[];
}

/** Rows of external gateways, and the pods whose source address stays unchanged for them. */
export interface ExternalRoutes {
  /** Pods that their own node's gateway router must not translate. */
  readonly untranslated: ReadonlySet<Pod>;
  readonly rowsOf: (zone: string) => ExternalRouteRows;
}

/** Collects the data that all zones share, and creates a function that returns the rows of a zone. */
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
