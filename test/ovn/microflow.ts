import { startDatabases } from '../rig/databases.js';
import type { OvnRelease } from '../rig/ovn.js';
import { type Tracer, startTracer } from '../rig/trace.js';
import type { Workspace } from '../rig/workspace.js';
import { type TestCluster, chassisIn, nodeOf, podAddress, podMac, podNetworkAddress } from './cluster.js';
import { compileCluster } from './compile.js';
import { type Connection, familyOf } from './evaluate.js';

/** The first packet of a connection, as its pod sends it. */
export function microflowOf(cluster: TestCluster, { pod, destination, protocol, port }: Connection): string {
  const family = familyOf(destination);
  const ip = family === 'IPv4' ? 'ip4' : 'ip6';
  const neighbour = cluster.pods.find(
    (other) => other.node === pod.node && podAddress(cluster, other, family) === destination,
  );
  const l4 = {
    ICMP: family === 'IPv4' ? 'icmp4.type == 8' : 'icmp6.type == 128',
    TCP: `tcp.src == 40000 && tcp.dst == ${port} && tcp.flags == 2`,
    UDP: `udp.src == 40000 && udp.dst == ${port}`,
    SCTP: `sctp.src == 40000 && sctp.dst == ${port}`,
  };
  return [
    `inport == "${pod.namespace}_${pod.name}"`,
    `eth.src == ${podMac(cluster, pod)}`,
    `eth.dst == ${neighbour ? podMac(cluster, neighbour) : routerMac(cluster, pod)}`,
    `${ip}.src == ${podAddress(cluster, pod, family)}`,
    `${ip}.dst == ${destination}`,
    'ip.ttl == 64',
    l4[protocol],
  ].join(' && ');
}

/** The MAC of the pod's router: OVN-Kubernetes derives it from the router's IPv4 address. */
function routerMac(cluster: TestCluster, pod: Connection['pod']): string {
  const octets = podNetworkAddress(nodeOf(cluster, pod), 1, 'IPv4').split('.');
  return ['0a', '58', ...octets.map((octet) => Number(octet).toString(16).padStart(2, '0'))].join(':');
}

/** Loads the zone of oak and starts an ovn-trace on it. */
export async function startOak(workspace: Workspace, release: OvnRelease, cluster: TestCluster): Promise<Tracer> {
  const zone = cluster.interconnect ? 'oak' : 'global';
  const { transaction = '' } = compileCluster(cluster, release.schemaVersion).get(zone) ?? {};
  const databases = await startDatabases(workspace, release, zone, transaction, chassisIn(cluster, zone));
  databases.startNorthd();
  await databases.waitForNorthd();
  return startTracer(workspace, release, databases);
}
