import { MAIN_TABLE, POD_TO_NODE_MARK, tableOfInterface } from '../../../ovn-kubernetes/numbers.js';
import { HOST_RULE_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { LOCAL_GATEWAY_SETTINGS } from '../../../ovn-kubernetes/settings.js';
import type { NodeInterface } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { HostRule } from '../../../model/host-state.js';
import type { HostRoute } from '../../../model/node-state.js';
import { type Family, type Prefix, formatAddress, widthOf } from '../../../net/address.js';
import { formatPrefix } from '../../../net/prefix.js';
import type { HostTranslation } from '../host/egress.js';
import type { HostArtefacts } from '../host/host.js';
import { interfaceNetworks } from '../host/interface.js';

/**
 * Content of `nodes/<node>/routes.json`. Prefixes have their length, also `/32` and `/128`. `from` is a single address.
 */
export interface HostRoutesOfNode {
  readonly addresses: readonly { readonly interface: string; readonly address: string; readonly label?: string }[];
  /** Rules in the order of their priorities, which is also the kernel's. */
  readonly rules: readonly HostRule[];
  /** Routes, those to neighbours before those that need them. */
  readonly routes: readonly HostRoute[];
  readonly sysctls: Readonly<Record<string, string>>;
}

/**
 * Returns the addresses, rules, routes and settings with which a host sends the traffic of pods out of its other
 * interfaces or networks.
 */
export function hostRoutesOf(
  { translations, tableRules }: HostArtefacts,
  configuration: Configuration,
): HostRoutesOfNode {
  const isLocal = translations.length > 0 && configuration.gatewayMode === 'local';
  const marked = isLocal
    ? configuration.ipFamilies.map((family) => ({
        family,
        priority: HOST_RULE_PRIORITY.podToNode,
        fwmark: POD_TO_NODE_MARK,
        table: MAIN_TABLE,
      }))
    : [];
  const services = tableRules.map(({ family, from, sport, table }) => ({
    family,
    priority: HOST_RULE_PRIORITY.egressService,
    from,
    ...(sport === undefined ? {} : { sport }),
    table: /^\d+$/.test(table) ? Number(table) : table,
  }));
  const pods = translations.map(({ family, podAddress, interface: { index } }) => ({
    family,
    priority: HOST_RULE_PRIORITY.egressIP,
    from: podAddress,
    table: tableOfInterface(index),
  }));
  return {
    addresses: addressesOf(translations),
    rules: [...services, ...marked, ...pods],
    routes: routesOf(translations, configuration),
    sysctls: isLocal && configuration.ipFamilies.includes('IPv4') ? LOCAL_GATEWAY_SETTINGS : {},
  };
}

function addressesOf(translations: readonly HostTranslation[]): HostRoutesOfNode['addresses'] {
  const addresses = new Map<string, HostRoutesOfNode['addresses'][number]>();
  for (const {
    family,
    egressAddress,
    interface: { name },
  } of translations) {
    const address = `${egressAddress}/${widthOf(family)}`;
    addresses.set(`${name} ${address}`, { interface: name, address });
  }
  return [...addresses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, address]) => address);
}

/** Returns a table for each interface in use, with its routes of the families in use. */
function routesOf(translations: readonly HostTranslation[], configuration: Configuration): HostRoute[] {
  const used = new Map<number, { readonly port: NodeInterface; readonly families: Set<Family> }>();
  for (const { family, interface: port } of translations) {
    const known = used.get(port.index) ?? { port, families: new Set<Family>() };
    used.set(port.index, known);
    known.families.add(family);
  }
  return [...used.values()]
    .sort((a, b) => a.port.index - b.port.index)
    .flatMap(({ port, families }) =>
      configuration.ipFamilies
        .filter((family) => families.has(family))
        .flatMap((family) => tableOf(port, family, configuration)),
    );
}

/**
 * Returns the main table's routes through an interface, with those that the kernel makes for its addresses. Without a
 * default route, one to the link itself is added (OVN-Kubernetes).
 */
function tableOf(port: NodeInterface, family: Family, configuration: Configuration): HostRoute[] {
  const table = tableOfInterface(port.index);
  const routes = new Map<string, HostRoute>();
  const add = (prefix: Prefix, via?: string): void => {
    const destination = formatPrefix(prefix);
    if (prefix.family !== family || routes.has(destination)) return;
    routes.set(destination, {
      family,
      table,
      destination,
      ...(via === undefined ? {} : { via }),
      interface: port.name,
    });
  };
  const whole: Prefix = { family, base: 0n, length: 0 };
  for (const { destination, via } of port.routes) {
    // A route with a gateway of the other family does not apply here.
    if (via && via.family !== family) continue;
    add(destination === 'default' ? whole : destination, via && formatAddress(via));
  }
  for (const prefix of interfaceNetworks(port, configuration)) add(prefix);
  add(whole);
  return [...routes.values()].sort(byReach);
}

/** Compares routes: a gateway can only be used once the route to it exists. */
function byReach(a: HostRoute, b: HostRoute): number {
  const rank = ({ via }: HostRoute): number => (via === undefined ? 0 : 1);
  return rank(a) - rank(b) || (a.destination < b.destination ? -1 : 1);
}
