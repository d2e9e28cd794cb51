import { dump } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowChanges } from '../../src/traffic/change.js';
import { transportPointOf } from '../../src/traffic/filters/transport-range.js';
import { parseAddress } from '../../src/net/address.js';
import { compareRepositories } from '../compare/sides.js';
import type { Tracer } from '../rig/trace.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import type { TestCluster } from './cluster.js';
import { egressFirewall } from './egress.js';
import type { Connection } from './evaluate.js';
import { configurationOf, inventoryOf } from './manifests.js';
import { microflowOf, startOak } from './microflow.js';
import { describeEachRelease, showingLogs } from './releases.js';
import type { JsonObject } from '../../src/std/json.js';

const BASE: Omit<TestCluster, 'resources'> = {
  families: ['IPv4', 'IPv6'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, labels: { role: 'infra' } },
  ],
  namespaces: ['harbor', 'quay'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'quay', name: 'rope', node: 'oak', number: 7 },
  ],
  dns: { 'api.example.com': ['192.0.2.40', '2001:db8:d::40'] },
};
const ALL = [
  { type: 'Deny' as const, to: { cidrSelector: '0.0.0.0/0' } },
  { type: 'Deny' as const, to: { cidrSelector: '::/0' } },
];
const HTTPS = [{ protocol: 'TCP' as const, port: 443 }];
const BEFORE: TestCluster = {
  ...BASE,
  resources: [
    egressFirewall(
      'harbor',
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/25' } },
      { type: 'Allow', to: { cidrSelector: '203.0.113.128/25' }, ports: HTTPS },
      { type: 'Allow', to: { cidrSelector: '2001:db8:a::/48' }, ports: HTTPS },
      ...ALL,
    ),
    egressFirewall('quay', { type: 'Deny', to: { cidrSelector: '198.51.100.0/24' } }),
  ],
};
const AFTER: TestCluster = {
  ...BASE,
  resources: [
    egressFirewall(
      'harbor',
      { type: 'Allow', to: { dnsName: 'api.example.com' }, ports: HTTPS },
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' }, ports: HTTPS },
      { type: 'Allow', to: { cidrSelector: '2001:db8:a::/49' } },
      { type: 'Allow', to: { nodeSelector: { matchLabels: { role: 'infra' } } } },
      ...ALL,
    ),
    egressFirewall(
      'quay',
      { type: 'Deny', to: { cidrSelector: '198.51.100.128/25' } },
      { type: 'Deny', to: { cidrSelector: '198.51.100.0/25' } },
    ),
  ],
};
const DESTINATIONS = [
  ...['203.0.113.5', '203.0.113.200', '198.51.100.9', '198.51.100.200', '192.0.2.40', '192.0.2.41', '192.168.50.13'],
  ...['2001:db8:a::5', '2001:db8:a:8000::5', '2001:db8:d::40', '2001:db8:d::41'],
];
const PORTS: readonly Pick<Connection, 'protocol' | 'port'>[] = [
  { protocol: 'TCP', port: 443 },
  { protocol: 'TCP', port: 80 },
  { protocol: 'UDP', port: 53 },
  { protocol: 'ICMP', port: 0 },
];
const CONNECTIONS: readonly Connection[] = BASE.pods.flatMap((pod) =>
  DESTINATIONS.flatMap((destination) => PORTS.map((port) => ({ pod, destination, ...port }))),
);

/** What a comparison says about a connection, whose destination has the names whose pinned answers it is among. */
function said(changes: readonly FlowChanges[], { pod, destination, protocol, port }: Connection): string {
  const address = parseAddress(destination);
  const place = transportPointOf(protocol, port);
  const names = Object.entries(BASE.dns ?? {}).flatMap(([name, answers]) =>
    answers.includes(destination) ? [name] : [],
  );
  const own = changes.filter(({ source }) => source.namespace === pod.namespace);
  const find = (wanted: readonly string[]): string | undefined =>
    [
      ...own.flatMap(({ flows }) => flows.map((flow) => ({ ...flow, what: flow.change }))),
      ...own.flatMap(({ exceptions }) => exceptions.map((one) => ({ ...one, what: 'same' }))),
    ].find(
      (packets) =>
        packets.names.join() === wanted.join() &&
        packets.transport.some(({ first, end }) => first <= place && place < end) &&
        packets.addresses.some(
          ({ family, first, end }) =>
            family === address?.family && BigInt(first) <= address.value && address.value < BigInt(end),
        ),
    )?.what;
  return find(names) ?? find([]) ?? 'same';
}

describeEachRelease('what weir diff says', (release) => {
  describe('of connections before and after a change', () => {
    let workspace: Workspace;
    const verdicts = new Map<string, readonly string[]>();

    /** Whether ovn-trace sees each connection leave the switch of the pods. */
    async function trace(tracer: Tracer): Promise<string[]> {
      const found: string[] = [];
      for (const connection of CONNECTIONS) {
        const { outputs } = await tracer.trace('oak', microflowOf(BEFORE, connection));
        found.push(outputs.includes('br-ex_oak') ? 'allow' : 'drop');
      }
      return found;
    }

    beforeAll(async () => {
      for (const [side, cluster] of Object.entries({ before: BEFORE, after: AFTER })) {
        workspace = openWorkspace();
        verdicts.set(
          side,
          await showingLogs(workspace, async () => trace(await startOak(workspace, release, cluster))),
        );
        workspace.close();
      }
    });
    afterAll(() => {
      workspace.close();
    });

    it('is what ovn-trace sees change for every pod, destination, protocol and port', () => {
      const repository = (cluster: TestCluster) => ({
        objects: [...inventoryOf(cluster), ...cluster.resources] as JsonObject[],
        weirYaml: dump(configurationOf(cluster, release.schemaVersion)),
      });
      const { flows } = compareRepositories(repository(BEFORE), repository(AFTER)).comparison.traffic;
      const label = ({ pod, destination, protocol, port }: Connection): string =>
        `${pod.namespace} ${destination} ${protocol} ${port}`;
      const seen = CONNECTIONS.map((connection, index) => {
        const [old, now] = [verdicts.get('before')?.[index], verdicts.get('after')?.[index]];
        return `${label(connection)}: ${old === now ? 'same' : now === 'allow' ? 'opened' : 'closed'}`;
      });
      expect(new Set(seen.map((text) => text.split(': ')[1]))).toEqual(new Set(['same', 'opened', 'closed']));
      expect(CONNECTIONS.map((connection) => `${label(connection)}: ${said(flows, connection)}`)).toEqual(seen);
    });
  });
});
