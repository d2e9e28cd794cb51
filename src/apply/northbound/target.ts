import { columnsToRead, createZoneComparison } from './diff/index.js';
import { isManaged } from './diff/ownership.js';
import type { ZoneDiff } from './diff/scoped-comparison.js';
import { describeOtherRelease } from './diff/other-release.js';
import type { Wait } from './live/await-installed.js';
import { readFromFile } from './live/database-file.js';
import { type LiveRows, createSelectedRows } from './live/live-rows.js';
import type { ReadLive } from './live/read-live.js';
import { createReplicatedRows } from './live/replicated-rows.js';
import { type Failure, type ApplyOutcome, type Planned, type ApplyTarget, fail } from '../../model/change.js';
import type { ZoneRows } from '../../model/northbound.js';
import type { ReleaseProfile } from '../../model/release.js';
import { findRelease } from '../../ovn-kubernetes/releases/index.js';
import { type Client, type Remote, type Timeouts, type TlsIdentity, connectOvsdb } from '../../clients/ovsdb/index.js';
import { once } from '../../std/memoize.js';
import type { LiveDatabase } from './wire/database.js';
import type { TransactionLimits } from './wire/transactions.js';
import { applyZone, writeTransaction } from './apply.js';
import { createZoneLock } from './zone-lock.js';
import { type OutputSource, nameOfOutput } from '../../rendered/read-folder.js';
import { createZoneReader } from '../../rendered/read-zone.js';

/** The location of a Northbound database: servers, or a file, which is read-only. */
export type NorthboundSource =
  { readonly remotes: readonly Remote[]; readonly tls?: TlsIdentity } | { readonly file: string };

export interface NorthboundTargetOptions {
  readonly output: OutputSource;
  readonly zone: string;
  readonly source: NorthboundSource;
  /** Progress of the rows at which an apply ends. Default: `none` (committed). */
  readonly wait?: Wait;
  /** Timeouts in milliseconds. `install` is the timeout of `wait`, by default 60,000. */
  readonly timeouts?: Timeouts & { readonly install?: number };
  /** Default: 500,000 operations and 256 MiB for a standalone server, 2,000 and 2 MiB for a cluster. */
  readonly limits?: Partial<TransactionLimits>;
}

/**
 * Limits of a transaction. A standalone server accepts all at once. In a cluster, the leader loses its role if a
 * transaction takes longer than the election timer.
 */
const ALONE: TransactionLimits = { operations: 500_000, bytes: 256 * 2 ** 20 };
const CLUSTERED: TransactionLimits = { operations: 2000, bytes: 2 * 2 ** 20 };
const INSTALL_TIMEOUT = 60_000;

/** The differences of a zone, and a function that returns a sentence which explains many of them at once. */
interface Compared {
  readonly diff: ZoneDiff;
  readonly notice: () => string | undefined;
}

/** Creates a function that compares a database with the rows of a zone, unless it has just compared the same ones. */
function createComparison(): (rows: ZoneRows, live: LiveDatabase, release: ReleaseProfile) => Compared {
  const compareRows = createZoneComparison();
  let last: { readonly rows: ZoneRows; readonly live: LiveDatabase; readonly compared: Compared } | undefined;
  return (rows, live, release) => {
    if (last?.rows !== rows || last.live !== live) {
      const notice = once(() => (isManaged(rows) ? undefined : describeOtherRelease(live, release)));
      last = { rows, live, compared: { diff: compareRows(rows, live, release), notice } };
    }
    return last.compared;
  };
}

/** Creates the target for the Northbound database of a zone and its output. Connects on first use. */
export function createNorthboundTarget(options: NorthboundTargetOptions): ApplyTarget {
  const { output, zone, source, wait = 'none', timeouts = {} } = options;
  let server: { readonly client: Client; readonly live: LiveRows } | undefined;
  let ring: (() => void) | undefined;
  const lock = createZoneLock(zone);
  const readDesired = createZoneReader(output, zone);
  const compare = createComparison();
  const connected = async (): Promise<NonNullable<typeof server> | Failure> => {
    if (server) return server;
    if ('file' in source) return fail(`${source.file} is a file: only a database behind a server can be changed`);
    const result = await connectOvsdb({ ...source, database: 'OVN_Northbound', timeouts });
    if (result.result === 'failed') return result;
    const { client } = result;
    return (server = { client, live: ring ? createReplicatedRows(client, ring) : createSelectedRows(client) });
  };
  const read = async (rows: ZoneRows): Promise<ReadLive> => {
    const choose = columnsToRead.bind(undefined, rows);
    if ('file' in source) return readFromFile(source.file, choose, zone);
    const found = await connected();
    return 'result' in found ? found : found.live.read(choose);
  };
  const apply = async (rows: ZoneRows, diff: ZoneDiff, release: ReleaseProfile): Promise<ApplyOutcome> => {
    const found = await connected();
    if ('result' in found) return found;
    const { client, live } = found;
    // One remote may also lead to a cluster: to its leader, or to a server behind a load balancer.
    const limits = { ...(client.isShared ? CLUSTERED : ALONE), ...options.limits };
    const installTimeout = timeouts.install ?? INSTALL_TIMEOUT;
    const held = lock.isRequested() ? lock.name : undefined;
    return applyZone(client, rows, diff, { release, limits, wait, installTimeout, live, lock: held });
  };
  const plan = async (): Promise<Planned> => {
    const desired = readDesired();
    if (desired.result === 'failed') return desired;
    const { rows } = desired;
    const release = findRelease(desired.release);
    if (!release)
      return fail(`${nameOfOutput(output)} is made for a release that is unknown: '${desired.release ?? ''}'`);
    const seen = await read(rows);
    if (seen.result === 'failed') return seen;
    const { diff, notice } = compare(rows, seen.live, release);
    const { changes, problems, owned, observed, kinds } = diff;
    // A loop prints no plan, and the notice reads whole tables.
    const shown = problems.length > 0 || !ring ? notice() : undefined;
    if (problems.length > 0) {
      return { result: 'failed', problems: shown === undefined ? problems : [shown, ...problems], transient: false };
    }
    return {
      result: 'planned',
      plan: {
        changes,
        digests: () => ({ desired: desired.digest, observed: observed() }),
        owned,
        kinds,
        ...(shown === undefined ? {} : { notice: shown }),
        transaction: () => writeTransaction(diff),
        apply: () => apply(rows, diff, release),
      },
    };
  };
  return {
    name: `northbound ${zone}`,
    plan,
    stand: async (onChange) => {
      const found = await connected();
      return 'result' in found ? found : lock.stand(found.client, onChange);
    },
    follow: (onChange) => {
      ring = onChange;
    },
    close: () => {
      server?.client.close();
      server = undefined;
      return Promise.resolve();
    },
  };
}
