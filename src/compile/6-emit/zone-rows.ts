import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import type { ZoneRows } from '../../model/northbound.js';
import { createDowngrade } from '../../northbound/downgrade.js';
import type { RowProblem } from '../../northbound/row-problem.js';
import { isAvailable } from '../../northbound/schema/version.js';
import { messages } from './messages.js';
import { createZoneEmitter } from './northbound/emit.js';

/** The rows of a zone as the version of the target takes them, and what is lost on the way. */
interface DowngradedRows {
  readonly zone: ZoneRows;
  readonly problems: readonly RowProblem[];
}

/** Prepares the rows that all zones share and returns a function that makes those of one zone, for the target's version. */
export function createZoneRows(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
): (zone: string) => DowngradedRows {
  const emitZone = createZoneEmitter(reportUntiered(intents, configuration, report), cluster, configuration);
  const downgrade = createDowngrade(configuration.ovnSchemaVersion);
  return (name) => downgrade(emitZone(name));
}

/**
 * All rows of a cluster, for a model of what becomes of packets: with the base rows and the load balancers that a managed
 * topology has, whatever makes them in the cluster itself.
 */
export function emitWholeRows(intents: readonly Intent[], cluster: Cluster, configuration: Configuration): ZoneRows[] {
  const features = new Set([...configuration.features, 'services' as const]);
  const whole: Configuration = { ...configuration, topology: 'managed', features };
  const rowsOf = createZoneRows(intents, cluster, whole, () => undefined);
  return [...cluster.zones.keys()].map((name) => rowsOf(name).zone);
}

/** The schema version that ACL tiers and the action `pass` appeared in: OVN 23.06. */
const TIERS_SINCE = '7.0.4';

/** The intents without the policies that need tiers where the target has none; these are reported. */
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
