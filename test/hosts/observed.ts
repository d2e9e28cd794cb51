import type { TracedPacket } from '../../src/trace/packet.js';
import type { HostNetwork } from './host-network.js';

/** A packet where it has come to. */
export interface Arrival {
  readonly interface: string;
  /** The frame's destination. */
  readonly mac: string;
  readonly source: string;
  readonly destination: string;
}

/** By what a packet is known wherever it comes: its protocol and the port of its sender. */
export function keyOf({ protocol, sourcePort }: Pick<TracedPacket, 'protocol' | 'sourcePort'>): string {
  return `${protocol.toLowerCase()} ${sourcePort}`;
}

/**
 * The table of a host that is not Weir's: it gives packets of the management port the marks that Open vSwitch would give
 * them, notes which came and which the host kept, and in local gateway mode translates as OVN-Kubernetes does.
 */
export function hostTable({ clusterSubnets, masquerades }: HostNetwork, managementPort: string): string {
  const own = `iifname "${managementPort}" meta l4proto { tcp, udp }`;
  const note = (set: string): string => `update @${set} { meta l4proto . th sport }`;
  const translations = clusterSubnets.map((subnet) => {
    const family = subnet.includes(':') ? 'ip6' : 'ip';
    return `oifname != "${managementPort}" ${family} saddr ${subnet} masquerade`;
  });
  return [
    'table inet rig {',
    'map marks { type inet_service : mark; }',
    ...['came', 'stayed'].map((set) => `set ${set} { type inet_proto . inet_service; flags dynamic; size 65535; }`),
    'chain arrive { type filter hook prerouting priority raw - 10;',
    own + ' meta mark set th sport map @marks',
    `${own} ${note('came')}`,
    '}',
    // Connections are tracked from the first one on, as on every node.
    `chain stay { type filter hook input priority filter; ct state invalid drop; ${own} ${note('stayed')}; }`,
    'chain translate { type nat hook postrouting priority srcnat + 1;',
    ...(masquerades ? translations : []),
    '}',
    '}',
    '',
  ].join('\n');
}

const FAMILIES = [
  { protocol: 'ip', suffix: 'v4', type: 'ipv4_addr' },
  { protocol: 'ip6', suffix: 'v6', type: 'ipv6_addr' },
] as const;

/** A table that notes what comes in by interfaces: addresses and the port at which a packet is known, `sport` or `dport`. */
export function wireTable(interfaces: readonly string[], port: 'sport' | 'dport'): string {
  return [
    'table netdev rig {',
    ...interfaces.flatMap((name, index) => [
      ...FAMILIES.map(({ suffix, type }) => {
        const key = ['ether_addr', type, type, 'inet_proto', 'inet_service'].join(' . ');
        return `set in-${index}-${suffix} { type ${key}; flags dynamic; size 65535; }`;
      }),
      `chain in-${index} { type filter hook ingress device "${name}" priority 0;`,
      ...FAMILIES.map(({ protocol, suffix }) => {
        const key = ['ether daddr', `${protocol} saddr`, `${protocol} daddr`, 'meta l4proto', `th ${port}`].join(' . ');
        return `meta protocol ${protocol} meta l4proto { tcp, udp } update @in-${index}-${suffix} { ${key} }`;
      }),
      '}',
    ]),
    '}',
    '',
  ].join('\n');
}

interface Listing {
  readonly nftables: readonly { readonly set?: { readonly name: string; readonly elem?: readonly unknown[] } }[];
}

/** The elements of the sets of a listing of `nft -j`, each with its fields. */
function readSets(
  json: string,
): { readonly name: string; readonly elements: readonly (readonly (string | number)[])[] }[] {
  const { nftables } = JSON.parse(json) as Listing;
  return nftables.flatMap(({ set }) => {
    const elements = (set?.elem ?? []) as { readonly concat: readonly (string | number)[] }[];
    return set ? [{ name: set.name, elements: elements.map(({ concat }) => concat) }] : [];
  });
}

/** The packets that a set of a host's table notes. */
export function readNoted(json: string, name: string): ReadonlySet<string> {
  const found = readSets(json).find((set) => set.name === name);
  return new Set((found?.elements ?? []).map(([protocol, port]) => `${protocol} ${port}`));
}

/** What has come in by the interfaces of a wire's table. */
export function readArrivals(json: string, interfaces: readonly string[]): ReadonlyMap<string, Arrival> {
  return new Map(
    readSets(json).flatMap(({ name, elements }) =>
      elements.map(([mac, source, destination, protocol, port]): [string, Arrival] => [
        `${protocol} ${port}`,
        {
          interface: interfaces[Number(name.split('-')[1])] ?? '',
          mac: String(mac),
          source: String(source),
          destination: String(destination),
        },
      ]),
    ),
  );
}
