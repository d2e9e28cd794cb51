import { createChunkQuery } from '../../../../engine/chunks.js';
import type { Query } from '../../../../engine/query.js';
import { type SortedParts, haveSameParts, sortParts } from '../../../../engine/sort-parts.js';
import type { TranslateIntent } from '../../../../model/intent/egress-point.js';
import type { CanonicalAddress } from '../../../../net/address.js';
import { compareText } from '../../../../std/compare-text.js';
import { sameItems } from '../../../../std/same-items.js';
import { type RouterRowDraft, compareDrafts } from '../router-row.js';
import type { RowSource } from '../row-inputs.js';
import { type RerouteShare, rerouteRows } from './reroute.js';
import { type Reroute, rerouteTo } from './reroute-row.js';
import { type ShareQueries, startsGroupOfResources } from './shares.js';
import { type ZoneTranslations, translateInZone, translatorFor } from './translate.js';
import type { Translator } from './translation-row.js';

/** Queries of the rows of single zones, made by chunks of resources. Rows are in order. */
export interface ZoneRowQueries {
  readonly policies: Query<string, SortedParts<RouterRowDraft>>;
  readonly nats: Query<string, SortedParts<RouterRowDraft>>;
  /** Translations that must not exist. */
  readonly absent: Query<string, readonly RouterRowDraft[]>;
  /** Addresses of the pods of the zone that an EgressIP serves. */
  readonly served: Query<string, SortedParts<CanonicalAddress>>;
}

/** Creates the queries. */
export function createZoneRowQueries(source: RowSource, shares: ShareQueries): ZoneRowQueries {
  const reroute: Query<string, Reroute> = { name: 'policies to next hops', run: (_, key) => rerouteTo(key) };
  const translator: Query<string, Translator> = {
    name: 'translations at a node',
    run: (db, key) => translatorFor(key, source.configurationIn(db)),
  };
  const policyChunks = createChunkQuery<RerouteShare, readonly RouterRowDraft[], string>('policies of EgressIPs', {
    hasOneReader: true,
    listIn: (db, zone) => db.get(shares.reroutes, zone),
    startsChunk: startsGroupOfShares,
    isWholeOnce: true,
    make: (db, own, zone) => rerouteRows(zone, own, source.configurationIn(db), (key) => db.get(reroute, key)),
  });
  const translationChunks = createChunkQuery<TranslateIntent, ZoneTranslations, string>('translations of EgressIPs', {
    listIn: (db, zone) => db.get(shares.translations, zone),
    startsChunk: startsGroupOfResources,
    isWholeOnce: true,
    make: (db, own) => translateInZone(own, source.configurationIn(db), (key) => db.get(translator, key)),
  });
  return {
    policies: {
      name: 'sorted policies of EgressIPs in a zone',
      hasOneReader: true,
      run: (db, zone, before) => sortParts(db.get(policyChunks, zone), compareDrafts, before),
    },
    nats: {
      name: 'sorted translations of EgressIPs in a zone',
      hasOneReader: true,
      run: (db, zone, before) => {
        const parts = db.get(translationChunks, zone).map(({ nats }) => nats);
        return sortParts(parts, compareDrafts, before);
      },
    },
    absent: {
      name: 'translations of EgressIPs that must not exist in a zone',
      hasOneReader: true,
      run: (db, zone) => db.get(translationChunks, zone).flatMap(({ absent }) => absent),
      same: sameItems,
    },
    served: {
      name: 'addresses that EgressIPs serve in a zone',
      hasOneReader: true,
      run: (db, zone, before) => {
        const parts = db.get(shares.reroutes, zone).map(servedBy);
        return sortParts(parts, (a, b) => compareText(a.text, b.text), before);
      },
      same: haveSameParts,
    },
  };
}

/** Returns the addresses of pods of a zone that a resource serves. */
export function servedBy({ isOwn, pods }: RerouteShare): readonly CanonicalAddress[] {
  return isOwn ? pods.flatMap(({ addresses }) => addresses) : [];
}

function startsGroupOfShares({ intent }: RerouteShare, before: RerouteShare): boolean {
  return startsGroupOfResources(intent, before.intent);
}
