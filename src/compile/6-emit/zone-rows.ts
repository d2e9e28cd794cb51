import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import { type Memo, noMemo } from '../../engine/memo.js';
import type { NorthboundRows, OwnRows, RowBlock, ZoneRows } from '../../model/northbound.js';
import { type Downgrade, downgrade, supportsAllColumns } from '../../northbound/downgrade.js';
import { joinZone } from '../../northbound/join-rows.js';
import { isAvailable } from '../../northbound/schema/version.js';
import { once } from '../../std/memoize.js';
import { messages } from './messages.js';
import { createClusterRows } from './northbound/emit.js';
import type { RowOptions } from './northbound/options.js';

/** Rows of all zones for the target's version, and the problems of the downgrade. */
export interface DowngradedRows {
  readonly shared: Downgrade<NorthboundRows>;
  /** Additional rows that all zones contain. */
  readonly blocks: readonly RowBlock[];
  readonly ownOf: (zone: string) => Downgrade<OwnRows>;
  /** All inputs of the rows of zones, in addition to the shared rows of the same tables. */
  readonly ownInputs: readonly unknown[];
}

/**
 * Creates the rows of all zones for the target's version. Unsupported rows are reported, as problems or at once. Rows
 * may stay in blocks if the version supports all columns that Weir uses.
 */
export function emitClusterRows(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
  { memo, inBlocks = false }: RowOptions = {},
): DowngradedRows {
  const { ovnSchemaVersion: version } = configuration;
  const tiered = reportUntiered(intents, configuration, report);
  const options = { memo, inBlocks: inBlocks && supportsAllColumns(version) };
  const rows = createClusterRows(tiered, cluster, configuration, options);
  return {
    shared: downgrade(rows.shared, version),
    blocks: rows.blocks,
    ownOf: (zone) => downgrade(rows.ownOf(zone), version, rows.shared),
    ownInputs: rows.ownInputs,
  };
}

/**
 * Returns all rows of a cluster, for a model of packets. They include the base rows and load balancers of a managed
 * topology, even if another component makes them in the cluster itself. The rows of a zone are created when they are
 * first read, because a packet passes few zones.
 */
export function emitWholeRows(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  memo: Memo = noMemo,
): ZoneRows[] {
  const whole = memo('whole configuration', configuration, [], (): Configuration => {
    const features = new Set([...configuration.features, 'services' as const]);
    return { ...configuration, topology: 'managed', features };
  });
  const { shared, ownOf } = emitClusterRows(intents, cluster, whole, () => undefined, { memo });
  return [...cluster.zones.keys()].map((name) =>
    createWhenRead(name, () => {
      const own = ownOf(name).rows;
      return joinZone([shared.rows, own], own, memo);
    }),
  );
}

/** Returns the rows of a zone that `make` creates when they are first read. */
function createWhenRead(zone: string, make: () => ZoneRows): ZoneRows {
  const made = once(make);
  return {
    zone,
    get rows() {
      return made().rows;
    },
    get attachments() {
      return made().attachments;
    },
    get absent() {
      return made().absent;
    },
  };
}

/** Schema version that introduced ACL tiers and the action `pass` (OVN 23.06). */
const TIERS_SINCE = '7.0.4';

/** Returns the intents without the policies that need tiers if the target has none. These policies are reported. */
function reportUntiered(
  intents: readonly Intent[],
  { ovnSchemaVersion }: Configuration,
  report: Reporter,
): readonly Intent[] {
  if (isAvailable(TIERS_SINCE, ovnSchemaVersion)) return intents;
  return intents.filter((intent) => {
    if (intent.effect !== 'policy' || intent.layer === 'namespaced') return true;
    const { cause } = intent;
    if (intent.isCompiled) {
      const location = { origin: cause.origin, pointer: '/kind' };
      report({ ...messages.noTiers(cause.kind, ovnSchemaVersion), location, resource: cause });
    }
    return false;
  });
}
