import type { Db, Query } from '../../../../engine/query.js';
import type { Node, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { RowAttachment, Row } from '../../../../model/northbound.js';
import type { CanonicalAddress } from '../../../../net/address.js';
import { keepEqualRows } from '../../../../northbound/keep-rows.js';
import { isAvailable } from '../../../../northbound/schema/version.js';
import { type RouterRowDraft, attachToRouters, finishRouterRows, rowsOf } from '../router-row.js';
import type { RowSource } from '../row-inputs.js';
import { emitExemptions, emitReplyMarks } from './exemption.js';
import type { ServiceReroutes } from '../egress-service/reroute.js';
import { rerouteRows } from './reroute.js';
import { rerouteTo } from './reroute-row.js';
import { createServedSets, membersOfServedSets } from './served-sets.js';
import { createShareQueries } from './shares.js';
import { emitTransitDrop } from './transit-drop.js';
import { type ZoneTranslations, translateInZone, translatorFor } from './translate.js';
import { createZoneRowQueries, servedBy } from './zone-rows.js';
import { emitZoneRoutes } from './zone-routes.js';
import { memoize } from '../../../../std/memoize.js';
import { sameList } from '../../../../std/same-items.js';

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

/** Rows of EgressIP and EgressService that all zones share. The exemptions from rerouting serve both features. */
export type SharedEgressIPRows = Pick<EgressIPZone, 'rows' | 'qos' | 'attachments'>;

/** Queries of the rows of EgressIP and EgressService. Undefined if both features are off. */
export interface EgressIPQueries {
  readonly shared: Query<undefined, SharedEgressIPRows | undefined>;
  /** Returns a function that returns the other rows of a zone. */
  readonly readZones: (db: Db) => ((zone: string) => EgressIPZone) | undefined;
}

/** Northbound schema version in which QoS rules can set a packet mark (OVN 24.03). */
const MARK_SINCE = '7.3.0';

function hasMarks({ ovnSchemaVersion }: Configuration): boolean {
  return isAvailable(MARK_SINCE, ovnSchemaVersion);
}

/**
 * Creates the queries. `untranslatedIn` returns the pods whose own gateway router forwards their traffic to external
 * gateways without translation.
 */
export function createEgressIPQueries(
  source: RowSource,
  untranslatedIn: (db: Db) => ReadonlySet<Pod>,
): EgressIPQueries {
  const isOn = (db: Db): boolean => {
    const { features } = source.configurationIn(db);
    return features.has('egressIP') || features.has('egressService');
  };
  const nodeAddresses: Query<undefined, readonly CanonicalAddress[]> = {
    name: 'addresses of all nodes',
    run: (db) => source.clusterIn(db).nodes.flatMap(({ hostAddresses }) => hostAddresses ?? []),
    same: (a, b) => sameList(a, b, (one, other) => one.text === other.text),
  };
  const replyMarks: Query<undefined, readonly Row[]> = {
    name: 'marks of replies',
    run: (db) => {
      const configuration = source.configurationIn(db);
      if (!configuration.features.has('egressIP')) return [];
      return emitReplyMarks(configuration, source.intentsOf(db, 'reroute')[0]?.cause);
    },
    same: (a, b) => keepEqualRows(b, a) === a,
  };
  const shared: EgressIPQueries['shared'] = {
    name: 'shared rows of EgressIPs',
    run: (db) => {
      if (!isOn(db)) return undefined;
      const configuration = source.configurationIn(db);
      const addresses = db.get(nodeAddresses, undefined);
      const exemptions = emitExemptions(addresses, configuration);
      return {
        rows: new Map([
          ['Address_Set', createServedSets(addresses, configuration)],
          ['Logical_Router_Policy', rowsOf(exemptions)],
        ]),
        qos: hasMarks(configuration) ? db.get(replyMarks, undefined) : [],
        attachments: attachToRouters('Logical_Router_Policy', exemptions),
      };
    },
  };
  const shares = createShareQueries(source, untranslatedIn);
  const rows = createZoneRowQueries(source, shares);
  const ofZone: Query<string, EgressIPZone> = {
    name: 'rows of EgressIPs in a zone',
    hasOneReader: true,
    run: (db, zone) =>
      rowsOfZone(
        zone,
        {
          nodes: source.clusterIn(db).zones.get(zone) ?? [],
          policies: db.get(rows.policies, zone).sorted,
          nats: db.get(rows.nats, zone).sorted,
          absent: db.get(rows.absent, zone),
          served: db.get(rows.served, zone).sorted,
          services: db.get(shares.services, undefined),
        },
        source.configurationIn(db),
        replyMarksIn(db),
      ),
  };
  // If no pod is served, the rules match nothing. An older database that does not support them then needs none.
  const replyMarksIn = (db: Db): readonly Row[] =>
    hasMarks(source.configurationIn(db)) ? [] : db.get(replyMarks, undefined);
  return {
    shared,
    readZones: (db) => {
      if (!isOn(db)) return undefined;
      if (!source.readsWhole) return (zone) => db.get(ofZone, zone);
      const [partsOf, configuration, marks] = [shares.readParts(db), source.configurationIn(db), replyMarksIn(db)];
      const [reroute, translator] = [memoize(rerouteTo), memoize((key: string) => translatorFor(key, configuration))];
      return (zone) => {
        const { nodes, services, reroutes, translations } = partsOf(zone);
        const policies = rerouteRows(zone, reroutes, configuration, reroute);
        const parts = { nodes, services, policies, ...translateInZone(translations, configuration, translator) };
        return rowsOfZone(zone, { ...parts, served: reroutes.flatMap(servedBy) }, configuration, marks);
      };
    },
  };
}

/** What the rows of a zone consist of. */
interface ZoneParts extends ZoneTranslations {
  readonly nodes: readonly Node[];
  readonly policies: readonly RouterRowDraft[];
  /** Addresses of the pods of the zone that an EgressIP serves. */
  readonly served: readonly CanonicalAddress[];
  readonly services: ServiceReroutes;
}

/** `marks`: rules for every switch of a zone with served pods. */
function rowsOfZone(
  zone: string,
  { nodes, policies: reroutes, nats, absent, served, services }: ZoneParts,
  configuration: Configuration,
  marks: readonly Row[],
): EgressIPZone {
  const hasEgressIP = configuration.features.has('egressIP');
  const drop = hasEgressIP ? emitTransitDrop(zone, nodes, nats, configuration) : undefined;
  const policies = [
    ...finishRouterRows(reroutes),
    ...finishRouterRows(services.policies(zone)),
    ...(drop?.policies ?? []),
  ];
  // EgressService alone makes the routes only for ready nodes (OVN-Kubernetes).
  const routes = emitZoneRoutes(
    zone,
    nodes.filter(({ ready }) => hasEgressIP || ready),
    configuration,
  );
  const translated = finishRouterRows(nats);
  const displaced = finishRouterRows(absent);
  return {
    rows: new Map([
      [
        'Address_Set',
        [...membersOfServedSets(served, services.servedAddresses(zone), configuration), ...(drop?.sets ?? [])],
      ],
      ['Logical_Router_Policy', rowsOf(policies)],
      ['Logical_Router_Static_Route', rowsOf(routes)],
      ['NAT', rowsOf(translated)],
    ]),
    qos: served.length > 0 ? marks : [],
    attachments: [
      ...attachToRouters('Logical_Router_Policy', policies),
      ...attachToRouters('Logical_Router_Static_Route', routes),
      ...attachToRouters('NAT', translated),
    ],
    absent: rowsOf(displaced),
    absentAttachments: attachToRouters('NAT', displaced),
  };
}
