import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningNetwork, startNetwork } from '../rig/network.js';
import { inNamespace } from '../rig/ovn.js';
import { send, startServer } from '../rig/traffic.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestCluster, networkOf } from './cluster.js';
import { compileCluster, transactionsOf } from './compile.js';
import { describeEachRelease, showingLogs } from './releases.js';
import { tcp } from './running-cluster.js';

/** Behind the gateways only. */
const ARCHIVE = '198.51.100.20';
const NEAR = '192.168.50.101';
const FAR = '192.168.50.102';
const OAK = '192.168.50.12';

/** An AdminPolicyBasedExternalRoute for the pods of a namespace. */
function externalRoute(
  namespace: string,
  ...hops: readonly { readonly ip: string; readonly bfdEnabled?: boolean }[]
): object {
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'AdminPolicyBasedExternalRoute',
    metadata: { name: namespace },
    spec: {
      from: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } },
      nextHops: { static: hops },
    },
  };
}

const CLUSTER: TestCluster = {
  families: ['IPv4'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [{ name: 'oak', id: 2 }],
  namespaces: ['harbor', 'wharf', 'depot', 'open'],
  pods: ['harbor', 'wharf', 'depot', 'open'].map((namespace, index) => ({
    namespace,
    name: 'crane',
    node: 'oak',
    number: index + 5,
  })),
  resources: [
    externalRoute('harbor', { ip: NEAR }),
    externalRoute('wharf', { ip: NEAR }, { ip: FAR }),
    externalRoute('depot', { ip: NEAR, bfdEnabled: true }, { ip: FAR }),
  ],
};

describeEachRelease('an AdminPolicyBasedExternalRoute', (release) => {
  let workspace: Workspace;
  let network: RunningNetwork;
  const gateways = new Map<string, string>();

  beforeAll(async () => {
    workspace = openWorkspace();
    await showingLogs(workspace, async () => {
      const transactions = transactionsOf(compileCluster(CLUSTER, release.schemaVersion));
      network = await startNetwork(workspace, release, networkOf(CLUSTER, [], []), transactions);
      for (const [index, address] of [NEAR, FAR].entries()) {
        const namespace = await workspace.addNamespace(`gateway-${index}`);
        gateways.set(address, namespace);
        const host = { name: 'eth0', index: 200, addresses: [`${address}/24`, `${ARCHIVE}/32`] };
        await network.outside.plugHost(namespace, host, `gateway-${index}`);
        await startServer(workspace, namespace, [ARCHIVE], [80]);
      }
    });
  });
  afterAll(() => {
    workspace.close();
  });

  const namespaceOf = (pod: string): string => network.pods.get(pod) ?? '';
  /** Connections that a gateway's server has accepted so far. */
  const acceptedBy = async (address: string): Promise<number> => {
    const text = await workspace.run(inNamespace(gateways.get(address) ?? '', ['cat', '/proc/net/snmp']));
    const [names = [], values = []] = text
      .split('\n')
      .flatMap((line) => (line.startsWith('Tcp:') ? [line.split(' ')] : []));
    return Number(values[names.indexOf('PassiveOpens')]);
  };
  /** The addresses that the archive saw a number of connections from, and how many of them came by each gateway. */
  const connect = async (pod: string, times: number): Promise<{ from: unknown[]; near: number; far: number }> => {
    const [near, far] = [await acceptedBy(NEAR), await acceptedBy(FAR)];
    const from = new Set<unknown>();
    for (let count = 0; count < times; count++) from.add(await send(workspace, namespaceOf(pod), tcp(ARCHIVE)));
    return { from: [...from], near: (await acceptedBy(NEAR)) - near, far: (await acceptedBy(FAR)) - far };
  };
  const fact = (name: string, test: () => Promise<void>): void => {
    it(name, () => showingLogs(workspace, test), 60_000);
  };

  fact('leads the pods of its namespace through its gateway', async () => {
    expect(await connect('harbor/crane', 2)).toEqual({ from: [OAK], near: 2, far: 0 });
  });

  fact('leaves other pods the route of their node', async () => {
    expect(await send(workspace, namespaceOf('open/crane'), tcp(ARCHIVE), 'dropped')).toBeUndefined();
  });

  fact('spreads connections over two gateways, each of which answers its own', async () => {
    const { from, near, far } = await connect('wharf/crane', 16);
    expect(from).toEqual([OAK]);
    expect(near + far).toBe(16);
    expect(Math.min(near, far)).toBeGreaterThan(0);
  });

  fact('gives no traffic to a gateway that BFD finds dead', async () => {
    expect(await connect('depot/crane', 6)).toEqual({ from: [OAK], near: 0, far: 6 });
  });

  fact('says nothing that ovn-northd or ovn-controller would warn of', async () => {
    const databases = [...network.databases.values()];
    for (const database of databases) await database.waitForNorthd();
    const said = databases.flatMap((database) => database.northdWarnings());
    // The chassis registers itself after ovn-northd has seen its name for the first time.
    expect(said.filter((line) => !line.includes('Unknown chassis'))).toEqual([]);
    const warnings = [...network.nodes.values()].flatMap(({ controllerWarnings }) => controllerWarnings());
    expect(warnings.filter((line) => /\|(lflow|expr|lex)\|/.test(line))).toEqual([]);
  });
});
