import type { OvnRelease } from '../rig/ovn.js';
import { type Databases, startDatabases } from '../rig/databases.js';
import { type Tracer, type Tracked, startTracer } from '../rig/trace.js';
import type { Workspace } from '../rig/workspace.js';
import { type TestCluster, chassisIn } from '../ovn/cluster.js';

/** Whom gateway routers know on their network: without that, ovn-trace ends with the question who has an address. */
const NEIGHBOURS = [
  ...['192.168.50.1', '192.168.50.77', '192.168.50.101', '192.168.50.102'],
  ...['192.168.50.12', '192.168.50.13', '192.168.50.14', 'fd00:50::1', 'fd00:50::12', 'fd00:50::13', 'fd00:50::14'],
];

/** An ovn-trace for each zone of a cluster. */
export async function startTracers(
  workspace: Workspace,
  release: OvnRelease,
  cluster: TestCluster,
  transactions: ReadonlyMap<string, string>,
  tracked: Tracked = 'new',
): Promise<ReadonlyMap<string, Tracer>> {
  const tracers = new Map<string, Tracer>();
  for (const [zone, transaction] of transactions) {
    const databases = await startDatabases(workspace, release, zone, transaction, chassisIn(cluster, zone));
    databases.startNorthd();
    await databases.waitForNorthd();
    const own = cluster.nodes.filter(({ name }) => zone === 'global' || name === zone);
    for (const { name } of own) await addNeighbours(databases, name);
    tracers.set(zone, await startTracer(workspace, release, databases, tracked));
  }
  return tracers;
}

/** Tells a gateway router the MACs of its neighbours, and of `more` outside of the cluster, as if they had answered. */
export async function addNeighbours({ sbctl }: Databases, node: string, more: readonly string[] = []): Promise<void> {
  const find = ['--bare', '--columns=_uuid', 'find', 'Datapath_Binding', `external_ids:name=GR_${node}`];
  const datapath = (await sbctl(...find)).trim();
  const binding = (port: string, mac: string, ip: string): string[] => {
    const columns = [`logical_port=${port}-GR_${node}`, `datapath=${datapath}`, `mac="${mac}"`, `ip="${ip}"`];
    return ['--', 'create', 'MAC_Binding', ...columns];
  };
  await sbctl(
    ...[...NEIGHBOURS, ...more].flatMap((ip) => binding('rtoe', '52:54:00:00:ff:01', ip)),
    ...['100.64.0.1', 'fd98::1'].flatMap((ip) => binding('rtoj', '0a:58:64:40:00:01', ip)),
  );
}
