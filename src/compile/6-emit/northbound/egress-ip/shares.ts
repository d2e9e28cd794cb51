import { type ChunkOptions, createChunkQuery, isChosen } from '../../../../engine/chunks.js';
import { type GroupQueries, createGroupQueries } from '../../../../engine/group-queries.js';
import { type JoinedGroups, joinGroups } from '../../../../engine/join-groups.js';
import type { Db, Query } from '../../../../engine/query.js';
import type { Node, Pod } from '../../../../model/cluster.js';
import type { RerouteIntent, TranslateIntent } from '../../../../model/intent/egress-point.js';
import { sameItems } from '../../../../std/same-items.js';
import { type ServiceReroutes, createServiceReroutes } from '../egress-service/reroute.js';
import type { RowSource } from '../row-inputs.js';
import { type RerouteShare, shareReroutes } from './reroute.js';
import { shareTranslations } from './translate.js';

/** What the rows of a zone are made of. */
export interface EgressIPParts {
  readonly nodes: readonly Node[];
  readonly reroutes: readonly RerouteShare[];
  readonly translations: readonly TranslateIntent[];
  readonly services: ServiceReroutes;
}

/** Queries of the parts of zones. */
export interface ShareQueries {
  /** What a zone reroutes and translates. Its reader does not depend on other zones. */
  readonly reroutes: Query<string, readonly RerouteShare[]>;
  readonly translations: Query<string, readonly TranslateIntent[]>;
  readonly services: Query<undefined, ServiceReroutes>;
  /** Reads the parts of all zones, and returns a function that returns those of a zone. */
  readonly readParts: (db: Db) => (zone: string) => EgressIPParts;
}

type Groups<Item> = ReadonlyMap<string, readonly Item[]>;

/** Number of resources in a chunk, on average. */
const RESOURCES_IN_CHUNK = 2;

/** Starts chunks of what resources ask for. */
export function startsGroupOfResources(
  { cause }: Pick<RerouteIntent, 'cause'>,
  before: Pick<RerouteIntent, 'cause'>,
): boolean {
  return cause !== before.cause && isChosen(cause.name, RESOURCES_IN_CHUNK);
}

/** Creates the queries. `untranslatedIn`: see `createEgressIPQueries`. */
export function createShareQueries(source: RowSource, untranslatedIn: (db: Db) => ReadonlySet<Pod>): ShareQueries {
  const untranslated: Query<undefined, ReadonlySet<Pod>> = {
    name: 'untranslated pods',
    run: untranslatedIn,
    same: (a, b) => a.size === b.size && sameItems([...a], [...b]),
  };
  const reroutes = createZoneGroups('reroutes', {
    listIn: (db) => source.intentsOf(db, 'reroute'),
    make: (db, intents) => shareReroutes(intents, db.get(source.zonesByNode, undefined)),
  });
  const translations = createZoneGroups('translations', {
    listIn: (db) => source.intentsOf(db, 'translate'),
    make: (db, intents) => shareTranslations(intents, source.configurationIn(db), db.get(untranslated, undefined)),
  });
  const services: Query<undefined, ServiceReroutes> = {
    name: 'reroutes of Services',
    run: (db) =>
      createServiceReroutes(
        source.intentsOf(db, 'reroute-through-host'),
        source.clusterIn(db),
        source.configurationIn(db),
      ),
  };
  return {
    reroutes: reroutes.group,
    translations: translations.group,
    services,
    readParts: (db) => {
      const { zones } = source.clusterIn(db);
      const [reroutesOf, translationsOf] = [db.get(reroutes.groups, undefined), db.get(translations.groups, undefined)];
      const throughHosts = db.get(services, undefined);
      return (zone) => ({
        nodes: zones.get(zone) ?? [],
        reroutes: reroutesOf.get(zone) ?? [],
        translations: translationsOf.get(zone) ?? [],
        services: throughHosts,
      });
    },
  };
}

/** Creates queries of items by zone that are made of intents, chunk by chunk. */
function createZoneGroups<Forward extends RerouteIntent | TranslateIntent, Item>(
  name: string,
  intents: Pick<ChunkOptions<Forward, Groups<Item>>, 'make'> & { readonly listIn: (db: Db) => readonly Forward[] },
): GroupQueries<Item> {
  const inChunks = createChunkQuery<Forward, Groups<Item>>(`${name} by zone`, {
    ...intents,
    hasOneReader: true,
    startsChunk: startsGroupOfResources,
  });
  const joined: Query<undefined, JoinedGroups<Item>> = {
    name: `${name} joined by zone`,
    hasOneReader: true,
    run: (db, _, before) => joinGroups(db.get(inChunks, undefined), before),
  };
  return createGroupQueries<Item>(name, (db) => db.get(joined, undefined).groups);
}
