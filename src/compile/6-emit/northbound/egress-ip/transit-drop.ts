import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Columns, Row, RowIdentity } from '../../../../model/northbound.js';
import type { Family } from '../../../../net/address.js';
import { formatPrefix } from '../../../../net/prefix.js';
import { transitAddress } from '../../../../ovn-kubernetes/addresses.js';
import { TRANSIT_DROP_NAME, translatedPods } from '../../../../ovn-kubernetes/egress-ip-forms.js';
import { ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { clusterRouterName, transitRouterPortName } from '../../../../ovn-kubernetes/row-names.js';
import { protocolOf } from '../address-family.js';
import { type SetMember, addressSetRow } from '../address-set.js';
import { deferRow } from '../deferred-row.js';
import type { RouterRow } from '../router-row.js';
import { clusterPrefixes } from '../topology/networks.js';
import { hasZoneRoutes } from './zone-routes.js';

/** Rows that drop packets of other zones' pods that a zone does not translate. */
export interface TransitDrop {
  readonly sets: readonly Row[];
  readonly policies: readonly RouterRow[];
}

const NO_DROP: TransitDrop = { sets: [], policies: [] };

/**
 * Returns these rows for a zone, if `dropUntranslatedEgress` is set. Only rerouted packets come over the transit switch and
 * leave the cluster. Those that the zone reroutes to a host, and those inside the cluster, have policies of higher
 * priority. So a packet of a pod without a translation would leave with the address of the node.
 */
export function emitTransitDrop(
  zone: string,
  nodes: readonly Node[],
  translations: readonly RouterRow[],
  configuration: Configuration,
): TransitDrop {
  if (!configuration.dropUntranslatedEgress || !hasZoneRoutes(zone, configuration)) return NO_DROP;
  const translated = translations.flatMap(({ row }): SetMember[] => {
    const { logical_ip: text } = row.columns;
    return typeof text === 'string' ? [{ text, family: text.includes(':') ? 'IPv6' : 'IPv4' }] : [];
  });
  const families = configuration.ipFamilies;
  return {
    sets: families.map((family) => addressSetRow(translatedPods(family), translated, family)),
    policies: families.flatMap((family) => [
      allowTranslated(family, configuration),
      ...nodes.flatMap((node) => dropOthers(node, family, configuration)),
    ]),
  };
}

function allowTranslated(family: Family, { release }: Configuration): RouterRow {
  const field = protocolOf(family);
  const priority = ROUTER_POLICY_PRIORITY.translated;
  return routerPolicy(release.egressIP.policy(priority, TRANSIT_DROP_NAME.translated, field), {
    action: 'allow',
    match: `${field}.src == $${translatedPods(family).key}`,
    priority,
  });
}

/** A node without an address on the transit switch has no port there. */
function dropOthers(node: Node, family: Family, configuration: Configuration): readonly RouterRow[] {
  const own = clusterPrefixes(configuration).filter((prefix) => prefix.family === family);
  if (!transitAddress(node, family) || own.length === 0) return [];
  const field = protocolOf(family);
  const sources = [...new Set(own.map(formatPrefix))].join(', ');
  const priority = ROUTER_POLICY_PRIORITY.untranslated;
  const identity = configuration.release.egressIP.policy(priority, `${TRANSIT_DROP_NAME.others}-${node.name}`, field);
  const match = `inport == "${transitRouterPortName(node.name)}" && ${field}.src == {${sources}}`;
  return [routerPolicy(identity, { action: 'drop', match, priority })];
}

function routerPolicy({ key, external_ids }: RowIdentity, columns: Columns): RouterRow {
  return { router: clusterRouterName, row: deferRow({ key, columns: () => ({ external_ids, ...columns }) }) };
}
