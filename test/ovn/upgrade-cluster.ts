import { dump } from 'js-yaml';
import { upgradeInputs } from '../../src/cli/run/upgrade.js';
import type { Upgrade } from '../../src/compare/upgrade.js';
import { emitTracedState } from '../../src/compile/6-emit/traced-state.js';
import { compile } from '../../src/compile/compile.js';
import { compareInputs } from '../../src/compare/compare.js';
import type { ComparedInput, ComparedSide } from '../../src/compare/interpret-side.js';
import type { Comparison } from '../../src/compare/comparison.js';
import type { ReleaseProfile } from '../../src/model/release.js';
import { renderTransaction } from '../../src/northbound/transaction.js';
import type { Both } from '../../src/traffic/side.js';
import { parseConfiguration } from '../../src/settings/configuration/parse.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { type TestCluster, nodeAddress } from './cluster.js';
import { egressFirewall, egressIP, egressQoS } from './egress.js';
import { configurationOf, inventoryOf } from './manifests.js';

const HTTPS = [{ protocol: 'TCP' as const, port: 443 }];
/** The first Northbound schema whose ACLs have tiers. */
const FIRST_WITH_TIERS = '7.0.4';
const FEATURES = ['egressFirewall', 'egressQoS', 'networkPolicy'];
/** What needs columns that the first schema does not have. */
const NEWER: ReadonlyMap<string, string> = new Map([
  ['EgressIP', 'egressIP'],
  ['AdminNetworkPolicy', 'adminNetworkPolicy'],
]);

const policy = (namespace: string, name: string, spec: object): object => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { namespace, name },
  spec: { podSelector: {}, ...spec },
});

/** A cluster in which releases do otherwise what they can, for pods and addresses that packets may have. */
export const CLUSTER: TestCluster = {
  families: ['IPv4'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2, labels: { 'k8s.ovn.org/egress-assignable': '' } },
    { name: 'elm', id: 3, labels: { role: 'infra' }, inSecondary: true },
  ],
  namespaces: ['harbor', 'quay', 'media', 'guest'],
  namespaceLabels: { quay: { team: 'ships' }, harbor: { team: 'ships' }, guest: { zone: 'guest' } },
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6, labels: { app: 'tug' } },
    { namespace: 'quay', name: 'rope', node: 'oak', number: 7 },
    { namespace: 'media', name: 'voice', node: 'oak', number: 8, labels: { app: 'voice' } },
    { namespace: 'media', name: 'video', node: 'elm', number: 9 },
    { namespace: 'guest', name: 'gull', node: 'elm', number: 10 },
  ],
  resources: [
    egressFirewall(
      'harbor',
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/25' } },
      { type: 'Allow', to: { nodeSelector: { matchLabels: { role: 'infra' } } } },
      { type: 'Allow', to: { cidrSelector: '198.51.100.0/24' }, ports: HTTPS },
      { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
    ),
    egressQoS(
      'media',
      { dscp: 46, dstCIDR: '203.0.113.0/24', podSelector: { matchLabels: { app: 'voice' } } },
      { dscp: 10 },
    ),
    egressIP('ferry', '192.168.50.100', 'harbor'),
    policy('media', 'from-ships', {
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ namespaceSelector: { matchLabels: { team: 'ships' } } }], ports: HTTPS }],
      egress: [
        {
          to: [
            { ipBlock: { cidr: '203.0.113.0/24', except: ['203.0.113.128/26'] } },
            { ipBlock: { cidr: '198.51.100.0/25' } },
          ],
        },
        { to: [{ namespaceSelector: { matchLabels: { team: 'none' } } }, { namespaceSelector: {}, podSelector: {} }] },
      ],
    }),
    policy('quay', 'of-nobody', {
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: { matchLabels: { team: 'none' } } }] }],
    }),
    // A release with older peers rejects it.
    {
      apiVersion: 'policy.networking.k8s.io/v1alpha1',
      kind: 'AdminNetworkPolicy',
      metadata: { name: 'no-guests' },
      spec: {
        priority: 10,
        subject: { namespaces: { matchLabels: { team: 'ships' } } },
        ingress: [{ action: 'Deny', from: [{ namespaces: { matchLabels: { zone: 'guest' } } }] }],
        egress: [
          {
            action: 'Deny',
            to: [{ networks: ['203.0.113.64/26'] }],
            ports: [{ portNumber: { protocol: 'TCP', port: 443 } }],
          },
        ],
      },
    },
  ],
};

/** The same with a zone for each node. Rules with and without a selector mark packets between them. */
export const INTERCONNECTED: TestCluster = {
  families: ['IPv4'],
  interconnect: true,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3 },
    { name: 'fir', id: 4 },
  ],
  namespaces: ['media', 'quay'],
  pods: [
    { namespace: 'media', name: 'voice', node: 'oak', number: 5, labels: { app: 'voice' } },
    { namespace: 'media', name: 'choir', node: 'elm', number: 6, labels: { app: 'voice' } },
    { namespace: 'media', name: 'video', node: 'fir', number: 7 },
    { namespace: 'quay', name: 'rope', node: 'elm', number: 8 },
  ],
  resources: [
    egressFirewall('media', { type: 'Deny', to: { cidrSelector: '203.0.113.0/24' } }),
    egressQoS(
      'media',
      { dscp: 46, podSelector: { matchLabels: { app: 'voice' } } },
      { dscp: 20, dstCIDR: '10.128.4.0/24' },
      { dscp: 10 },
    ),
  ],
};

/** Both sides of an upgrade, and the rows of each zone as a transaction for an empty database. */
export interface UpgradedCluster {
  readonly comparison: Comparison;
  readonly sides: Both<ComparedSide>;
  readonly transactions: Both<ReadonlyMap<string, string>>;
}

/** Compares a cluster before and after an upgrade, on an OVN with a version of the schema. */
export function upgradeCluster(cluster: TestCluster, upgrade: Upgrade, schemaVersion: string): UpgradedCluster {
  const before = inputFor(cluster, upgrade.from, schemaVersion);
  const inputs = upgradeInputs({ before, after: inputFor(cluster, upgrade.to, schemaVersion) }, upgrade);
  const compared = compareInputs(inputs, undefined, upgrade);
  if ('errors' in compared) throw new Error(JSON.stringify(compared.errors));
  const { comparison, sides } = compared;
  return { comparison, sides, transactions: { before: rowsOf(sides.before), after: rowsOf(sides.after) } };
}

/**
 * The rows that the controllers of a release write for a cluster of one zone, as a transaction for an empty database with a
 * version of the schema.
 */
export function rowsOfRelease(cluster: TestCluster, release: ReleaseProfile, schemaVersion: string): string {
  const { intents, cluster: indexed, configuration } = compileRelease(inputFor(cluster, release, schemaVersion));
  const [rows] = rowsOf({ intents, cluster: indexed, configuration }).values();
  if (rows === undefined) throw new Error('no zone');
  return rows;
}

function compileRelease(input: ComparedInput) {
  const compilation = compile({ ...input, purpose: 'answers' });
  const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return { ...compilation, configuration: input.configuration };
}

function rowsOf({
  intents,
  cluster,
  configuration,
}: Pick<ComparedSide, 'intents' | 'cluster' | 'configuration'>): ReadonlyMap<string, string> {
  const { zones } = emitTracedState({ intents, cluster, configuration });
  return new Map(zones.map((zone) => [zone.zone, [...renderTransaction(zone)].join('')]));
}

function inputFor(cluster: TestCluster, release: ReleaseProfile, schemaVersion: string): ComparedInput {
  const hasTiers = schemaVersion >= FIRST_WITH_TIERS;
  const resources = cluster.resources.filter((object) => hasTiers || !NEWER.has((object as { kind: string }).kind));
  const files = [
    { path: 'resources.yaml', text: textOf(resources) },
    {
      path: 'inventory.yaml',
      text: textOf(inventoryOf(cluster).map((object) => withAddresses(cluster, object))),
      role: 'inventory' as const,
    },
  ];
  const settings = {
    ...configurationOf(cluster, schemaVersion),
    topology: 'external',
    ovnKubernetes: release.name,
    features: [...FEATURES, ...(hasTiers ? NEWER.values() : [])],
  };
  const file = { path: 'weir.yaml', text: dump(settings) };
  const configuration = parseConfiguration(file, checkConfiguration, (one) => {
    if (one.severity === 'error') throw new Error(JSON.stringify(one.message));
  });
  if (!configuration) throw new Error('no configuration');
  return { configuration: { ...configuration, allowEmpty: true }, files, reports: [] };
}

/** A node has its primary address in its status, which old releases read. */
function withAddresses({ nodes }: TestCluster, object: object): object {
  const { kind, metadata, status } = object as { kind: string; metadata: { name: string }; status: object };
  const node = nodes.find(({ name }) => kind === 'Node' && name === metadata.name);
  if (!node) return object;
  const addresses = [{ type: 'InternalIP', address: nodeAddress(node, 'IPv4') }];
  return { ...object, status: { ...status, addresses } };
}

function textOf(objects: readonly object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}
