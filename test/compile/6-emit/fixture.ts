import { emit } from '../../../src/compile/6-emit/emit.js';
import { emitClusterRows } from '../../../src/compile/6-emit/zone-rows.js';
import type { Node, NodeInterface, Pod } from '../../../src/model/cluster.js';
import type { Configuration } from '../../../src/model/configuration.js';
import type { Report } from '../../../src/model/diagnostic.js';
import type { Intent } from '../../../src/model/intent.js';
import type { Cause } from '../../../src/model/intent/cause.js';
import type { EgressPoint } from '../../../src/model/intent/egress-point.js';
import type { Columns, ColumnValue, ZoneRows } from '../../../src/model/northbound.js';
import { joinZone } from '../../../src/northbound/join-rows.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import {
  address,
  annotated,
  clusterOf,
  configurationOf,
  dualStack,
  dualStackNodeOf,
  nodeOf,
  podOf,
  prefix,
} from './topology/fixture.js';

const origin = { file: { path: 'egress.yaml', text: '' }, start: 0, end: 0, pointer: '' };

export function causeOf(name: string): Cause {
  return { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressIP', namespace: '', name, origin, pointer: '' };
}

/** A point in 198.18.0.0/16 or fd18::/64 is on its node's own network, any other on a second one of its host. */
export function pointOf(node: Node, text: string): EgressPoint {
  const isPrimary = /^(198\.18\.|fd18:)/.test(text);
  const own = address(text);
  const [primary, secondary] = own.family === 'IPv4' ? ['198.18.0.0/16', '10.20.30.0/24'] : ['fd18::/64', 'fd20::/64'];
  return {
    address: own,
    node,
    network: isPrimary ? 'primary' : 'secondary',
    prefix: prefix(isPrimary ? primary : secondary),
  };
}

/** What an EgressIP means whose addresses are at these points. */
export function egressOf(name: string, pods: readonly Pod[], points: readonly EgressPoint[]): Intent[] {
  const selection = { namespaces: {} };
  const cause = causeOf(name);
  return [
    { effect: 'reroute', selection, pods, points, cause },
    ...points.map((point): Intent => ({ effect: 'translate', selection, pods, point, mark: 50_000, cause })),
  ];
}

/** Nodes heron (2), egret (3) and stork (4), all of one zone, or each of its own with interconnect. */
export function nodesOf(interconnect: boolean, overrides: Partial<Node> = {}): readonly [Node, Node, Node] {
  const make = (name: string, id: number): Node =>
    nodeOf(name, id, { ...(interconnect ? { zone: name } : {}), ...overrides });
  return [make('heron', 2), make('egret', 3), make('stork', 4)];
}

export const duck = podOf('heron', 'duck', ['10.60.2.7']);
export const coot = podOf('egret', 'coot', ['10.60.3.7']);

/** A second host network, 10.20.30.0/24 and fd20::/64. */
export const ens4: NodeInterface = {
  name: 'ens4',
  index: 5,
  addresses: ['10.20.30.13/24', 'fd20::13/64', 'fe80::1/64'].map(annotated),
  routes: [],
};

const egressIP: Partial<Configuration> = { features: new Set(['egressIP']), topology: 'external' };

export { address, annotated, clusterOf, configurationOf, dualStack, dualStackNodeOf, nodeOf, podOf, prefix };

/** The rows of a zone. */
export function zoneOf(
  zone: string,
  nodes: readonly Node[],
  intents: readonly Intent[],
  configuration: Partial<Configuration> = {},
  pods: readonly Pod[] = [],
): ZoneRows {
  const settings = configurationOf({ ...egressIP, ...configuration });
  const input = { intents, cluster: clusterOf(nodes, pods), configuration: settings };
  const { shared, ownOf } = emitClusterRows(input, () => undefined);
  const { rows } = ownOf(zone);
  return joinZone([shared.rows, rows], rows);
}

/** Rows of a table whose keys hold a text: key, less what all EgressIP rows begin with → columns. */
export function rowsOf({ rows }: Pick<ZoneRows, 'rows'>, table: string, part: string): Record<string, Columns> {
  const found = (rows.get(table) ?? []).filter(({ key }) => key.includes(part));
  return Object.fromEntries(
    found.map(({ key, columns }) => [key.replace('default-network-controller:EgressIP:', ''), columns]),
  );
}

function textOf(value: ColumnValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Pod policies of a zone: name → next hops. */
export function reroutesOf(zone: ZoneRows): Record<string, unknown> {
  const policies = Object.entries(rowsOf(zone, 'Logical_Router_Policy', ':EgressIP:100:'));
  return Object.fromEntries(policies.map(([key, { match, nexthops }]) => [`${key} ${textOf(match)}`, nexthops]));
}

/** Translations of a zone: router and addresses, as `ovn-nbctl lr-nat-list` would tell them. */
export function translationsOf(zone: ZoneRows): string[] {
  const nats = new Map((zone.rows.get('NAT') ?? []).map(({ key, columns }) => [key, columns]));
  return zone.attachments
    .filter(({ column }) => column === 'nat')
    .flatMap(({ key, references }) =>
      references.map((reference) => {
        const { external_ip, logical_ip } = nats.get(reference) ?? {};
        return `${key}: ${textOf(logical_ip)} -> ${textOf(external_ip)}`;
      }),
    );
}

/** All artefacts by path, and what was reported. */
export function emitAll(
  nodes: readonly Node[],
  intents: readonly Intent[],
  configuration: Partial<Configuration> = {},
): { readonly files: Record<string, string>; readonly reports: readonly Report[] } {
  const reports: Report[] = [];
  const settings = configurationOf({ ...egressIP, ...configuration });
  const artefacts = emit(intents, clusterOf(nodes), settings, (report) => reports.push(report), {
    purpose: 'artefacts',
  });
  const texts = artefacts.flatMap((one) => ('content' in one ? [[one.path, readChunks(one.content)] as const] : []));
  return { files: Object.fromEntries(texts), reports };
}
