import type { Cluster, Node, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { RerouteIntent, TranslateIntent } from '../../../../model/intent/egress-point.js';
import type { HostRerouteIntent } from '../../../../model/intent/host.js';
import type { RowAttachment, Row } from '../../../../model/northbound.js';
import { isAvailable } from '../../../../northbound/schema/version.js';
import { createServiceReroutes } from '../egress-service/reroute.js';
import { attachToRouters, finishRouterRows, rowsOf } from '../router-row.js';
import { emitExemptions, emitReplyMarks } from './exemption.js';
import { createReroutes } from './reroute.js';
import { createServedSets } from './served-sets.js';
import { createTranslations } from './translate.js';
import { emitZoneRoutes } from './zone-routes.js';

/** Rows of EgressIP and EgressService in one zone, in addition to those of all zones. */
export interface EgressIPZone {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** QoS rules for every node switch of the zone. */
  readonly qos: readonly Row[];
  /** Attachments to the routers of the zone. */
  readonly attachments: readonly RowAttachment[];
  /** Translations that must not exist. */
  readonly absent: readonly Row[];
  /** Attachments of these translations to the routers of a managed topology. */
  readonly absentAttachments: readonly RowAttachment[];
}

/** Rows of EgressIP and EgressService. The exemptions from rerouting serve both features. */
export interface EgressIPRows {
  readonly shared: Pick<EgressIPZone, 'rows' | 'qos' | 'attachments'>;
  readonly ownOf: (zone: string) => EgressIPZone;
}

/** The effects of EgressIPs and EgressServices on routers. */
export interface EgressIPIntents {
  readonly reroutes: readonly RerouteIntent[];
  readonly translations: readonly TranslateIntent[];
  readonly services: readonly HostRerouteIntent[];
}

/** Northbound schema version in which QoS rules can set a packet mark (OVN 24.03). */
const MARK_SINCE = '7.3.0';

/**
 * Creates the rows that all zones share, and a function that returns the other rows of a zone. `untranslated` are pods
 * whose own gateway router forwards their traffic to external gateways without translation.
 */
export function createEgressIPRows(
  { reroutes, translations, services }: EgressIPIntents,
  cluster: Cluster,
  configuration: Configuration,
  untranslated: ReadonlySet<Pod>,
): EgressIPRows {
  const zoneReroutes = createReroutes(reroutes, cluster, configuration);
  const zoneTranslations = createTranslations(translations, configuration, untranslated);
  const zoneServices = createServiceReroutes(services, cluster, configuration);
  const sets = createServedSets(reroutes, cluster, configuration, zoneServices.servedAddresses);
  const hasEgressIP = configuration.features.has('egressIP');
  const exemptions = emitExemptions(cluster, configuration);
  const replyMarks = hasEgressIP ? emitReplyMarks(configuration, reroutes[0]?.cause) : [];
  const hasMarks = isAvailable(MARK_SINCE, configuration.ovnSchemaVersion);
  const ownOf = (zone: string): EgressIPZone => {
    // EgressService alone makes the routes only for ready nodes (OVN-Kubernetes).
    const nodes: readonly Node[] = (cluster.zones.get(zone) ?? []).filter(({ ready }) => hasEgressIP || ready);
    const { nats, absent } = zoneTranslations(zone);
    const policies = [...finishRouterRows(zoneReroutes(zone)), ...finishRouterRows(zoneServices.policies(zone))];
    const routes = emitZoneRoutes(zone, nodes, configuration);
    const translated = finishRouterRows(nats);
    const displaced = finishRouterRows(absent);
    return {
      rows: new Map([
        ['Address_Set', sets.membersOf(zone)],
        ['Logical_Router_Policy', rowsOf(policies)],
        ['Logical_Router_Static_Route', rowsOf(routes)],
        ['NAT', rowsOf(translated)],
      ]),
      // If no pod is served, the rules match nothing. An older database that does not support them then needs none.
      qos: !hasMarks && sets.servesPods(zone) ? replyMarks : [],
      attachments: [
        ...attachToRouters('Logical_Router_Policy', policies),
        ...attachToRouters('Logical_Router_Static_Route', routes),
        ...attachToRouters('NAT', translated),
      ],
      absent: rowsOf(displaced),
      absentAttachments: attachToRouters('NAT', displaced),
    };
  };
  return {
    shared: {
      rows: new Map([
        ['Address_Set', sets.shared],
        ['Logical_Router_Policy', rowsOf(exemptions)],
      ]),
      qos: hasMarks ? replyMarks : [],
      attachments: attachToRouters('Logical_Router_Policy', exemptions),
    },
    ownOf,
  };
}
