import { createHash } from 'node:crypto';
import type { Change, KindState } from '../../../model/change.js';
import type { ZoneRows } from '../../../model/northbound.js';
import type { ReleaseProfile } from '../../../model/release.js';
import { governedSchema } from '../wire/governed-columns.js';
import type { LiveDatabase } from '../wire/database.js';
import type { TransactionLimits, Transactions } from '../wire/transactions.js';
import { changesOf, groupByKind } from './changes.js';
import { createDesired, keysIn, naturalKey } from './desired.js';
import { orderFilters } from './filter-order.js';
import type { Links } from './link.js';
import { createLinks } from './links.js';
import { createLiveIndex } from './live-index.js';
import { createAskedKeys, hasServices, isManaged } from './ownership.js';
import type { Match, PairContext } from './pair-group.js';
import { type Pairs, createPairs } from './pair.js';
import { stepsOf } from './steps.js';
import { createFindRow } from './row-references.js';
import { divideIntoStages } from './stages.js';
import { createTransactions } from './transactions.js';
import { gatherUnits } from './units.js';
import { createUnknownColumns } from './unknown-columns.js';

/** The differences between a database and its desired content. */
export interface ZoneDiff {
  readonly changes: readonly Change[];
  /**
   * Reasons why the rows cannot be written into this database, as sentences. If there are any, there are no
   * transactions.
   */
  readonly problems: readonly string[];
  /** Number of rows that Weir owns. */
  readonly owned: number;
  /** Returns the digest (hexadecimal SHA-256) of the differences, the live values and the rows that they are found in. */
  readonly observed: () => string;
  /** Returns the rows by the kind of the resources that cause them. */
  readonly kinds: () => readonly KindState[];
  /**
   * Returns the operations for the changes, in transactions of at most these limits. If `isStaged`, a move of reroutes is
   * divided, see `divideIntoStages`.
   */
  readonly transactions: (limits: TransactionLimits, isStaged?: boolean) => Transactions;
}

/** Compares rows in one scope. `gaps`: what the server lacks for them, as sentences. */
export type CompareScope = (zone: ZoneRows, live: LiveDatabase, gaps: readonly string[]) => ZoneDiff;

/** Creates a comparison in the scope of a zone and a database. It continues from the rows that it has compared last. */
export function createScopedComparison(
  wanted: ZoneRows,
  { schemaVersion, available }: LiveDatabase,
  release: ReleaseProfile,
): CompareScope {
  const schema = governedSchema(schemaVersion, available);
  const [managed, services] = [isManaged(wanted), hasServices(wanted)];
  const { asked, update: updateAsked } = createAskedKeys(release, managed);
  const context: PairContext = { schema, release, managed, services, asked, zone: wanted.zone };
  const desired = createDesired(schema);
  const index = createLiveIndex(schema, context);
  const pairs = createPairs(context, desired, index);
  const find = createFindRow(desired, pairs);
  const linked = createLinks(context, desired, index, pairs, find);
  const unknown = createUnknownColumns(available);
  const aclsOf = (portGroup: string): readonly Match[] =>
    keysIn(desired.rows.get('Port_Group', portGroup)?.columns.acls).flatMap((key) => {
      const acl = desired.rows.get('ACL', key);
      const holder = acl?.holder === portGroup ? pairs.holderOf(acl) : undefined;
      const match = holder && 'live' in holder ? pairs.matchOf(holder.live) : undefined;
      return match ? [match] : [];
    });
  return (zone, live, gaps) => {
    const changed = desired.update(zone);
    const meters = desired.rows.of('Meter');
    const liveChanged = index.update(live.rows, meters, updateAsked(changed.rows));
    const groups = pairs.update(changed.rows, liveChanged, absentIn(zone));
    const differences = pairs.differences();
    const links = linked.update({ groups, live: liveChanged, bases: changed.bases }, differences);
    const stale = new Set(differences.stale);
    const owned = changesOf(differences, links, stale, pairs.matchOf, release);
    const { changes } = owned;
    return {
      changes,
      problems: [...shorten([...gaps, ...unknown(changed.rows)]), ...links.problems],
      owned: index.owned() + pairs.adopted() + differences.stale.filter(({ isOurs }) => !isOurs).length,
      observed: () => digest(changes, differences, links),
      kinds: () => groupByKind(pairs.matches(), owned, release),
      transactions: (limits, isStaged = false) => {
        const gathered = gatherUnits(stepsOf(differences, links, stale, context), aclsOf);
        const units = orderFilters(gathered, index, stale, limits);
        const staged = isStaged ? divideIntoStages(units) : { units, barriers: new Set<number>() };
        return createTransactions(staged, limits, { schema, find });
      },
    };
  };
}

/** Returns the identities of rows that must not exist, by table. */
function absentIn({ absent }: ZoneRows): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...absent].map(([table, rows]) => [table, new Set(rows.map(naturalKey))]));
}

const MAX_PROBLEMS = 20;

function shorten(problems: readonly string[]): readonly string[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), `and ${problems.length - MAX_PROBLEMS} more of that sort`];
}

/**
 * Returns a digest of the changes. It includes all replaced and removed content, because the texts of changes are
 * shortened.
 */
function digest(changes: readonly Change[], { changed: matches, stale }: Pairs, { sets, singles }: Links): string {
  const replaced = matches.map(({ live: { uuid, row }, changed }) => [uuid, ...changed.map(({ name }) => row[name])]);
  const removed = stale.map(({ uuid, row }) => [uuid, { ...row, _version: undefined }]);
  const detached = sets.map(({ holder, column, remove }) => [
    'live' in holder ? holder.live.uuid : holder.inserted.key,
    column.name,
    ...remove.map(({ uuid }) => uuid).sort(),
  ]);
  const turned = singles.map(({ holder: { uuid, row }, column }) => [uuid, column.name, row[column.name]]);
  const texts = [replaced, removed, detached, turned].map((items) => items.map((item) => JSON.stringify(item)).sort());
  return createHash('sha256')
    .update(JSON.stringify([changes, texts]))
    .digest('hex');
}
