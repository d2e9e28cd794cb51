import { expect, it } from 'vitest';
import type { ZoneRows } from '../../src/model/northbound.js';
import { renderTransaction } from '../../src/northbound/transaction.js';
import type { ProofDifference } from '../../src/prove/proof.js';
import { proveState } from '../../src/prove/prove.js';
import { renderProofText } from '../../src/prove/render-text.js';
import { packetOf } from '../../src/trace/packet.js';
import { createTracer } from '../../src/trace/trace.js';
import { type Databases, startDatabases } from '../rig/databases.js';
import type { OvnRelease } from '../rig/ovn.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { startTracer } from '../rig/trace.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { OTHER_HOPS, SORTS, applyMutant, randomMutant } from '../prove/mutants.js';
import { askOvn, entryOf, microflowOf, routerMac, stretchesOf } from '../trace/outcomes.js';
import { addNeighbours } from '../trace/ovn.js';
import { randomCluster } from '../trace/random-cluster.js';
import { readWorld } from '../trace/read-world.js';
import { type TestCluster, chassisIn, podMac, podNetworkAddress, zoneOf } from './cluster.js';
import { describeEachRelease, showingLogs } from './releases.js';

/** WEIR_OVN_MUTANTS asks for more mutants. */
const MUTANTS = Number(process.env.WEIR_OVN_MUTANTS ?? 4);
const PER_CLUSTER = Math.min(40, MUTANTS);
/** Next hops of changed rows that are in no network of a gateway. Whom it does not know, ovn-trace asks for. */
const FAR_HOPS = [...OTHER_HOPS.IPv4, ...OTHER_HOPS.IPv6].filter(
  (address) => !/^(192\.168\.50\.|fd00:50::)/.test(address),
);

/** Rows that drop nothing, so that every packet gets to the routers. */
function withoutFilters(zone: ZoneRows): ZoneRows {
  const rows = [...zone.rows].filter(([table]) => table !== 'ACL');
  const isEmptied = (table: string): boolean => table === 'Port_Group' || table === 'Logical_Switch';
  return {
    ...zone,
    rows: new Map(
      rows.map(([table, own]) => [
        table,
        isEmptied(table) ? own.map(({ key, columns }) => ({ key, columns: { ...columns, acls: [] } })) : own,
      ]),
    ),
    attachments: zone.attachments.filter(({ column }) => column !== 'acls'),
  };
}

/** The databases of each zone of a cluster, which get the rows that are to be traced. */
function zonesOf(workspace: Workspace, release: OvnRelease, cluster: TestCluster, prefix: string) {
  const known = new Map<string, Databases>();
  return async (rows: ZoneRows) => {
    const text = [...renderTransaction(rows)].join('');
    const { zone } = rows;
    const databases = known.get(zone);
    if (databases) await databases.replace(text);
    else {
      const name = `${prefix}-${zone}`;
      const started = await startDatabases(workspace, release, name, text, chassisIn(cluster, zone));
      started.startNorthd();
      known.set(zone, started);
    }
    const current = known.get(zone) ?? databases;
    if (!current) throw new Error('no databases');
    await current.waitForNorthd();
    if (!databases) {
      for (const node of cluster.nodes)
        if (zoneOf(cluster, node) === zone) await addNeighbours(current, node.name, FAR_HOPS);
    }
    return startTracer(workspace, release, current);
  };
}

type Load = ReturnType<typeof zonesOf>;

/** Whether ovn-trace treats the packet of a difference as the proof says that the changed rows do. */
async function isConfirmed(
  { packet, rows }: ProofDifference,
  cluster: TestCluster,
  before: readonly ZoneRows[],
  after: readonly ZoneRows[],
  load: Load,
): Promise<boolean> {
  if (packet.direction === 'outside') throw new Error('ovn-trace cannot follow packets from outside');
  const pod = cluster.pods.find(
    ({ namespace, name }) => namespace === packet.pod.namespace && name === packet.pod.name,
  );
  const node = cluster.nodes.find(({ name }) => name === pod?.node);
  if (!pod || !node || packet.protocol === 'other') throw new Error('a packet of no pod');
  const family = packet.address.includes(':') ? 'IPv6' : 'IPv4';
  const own = podNetworkAddress(node, pod.number, family);
  const origin = { type: 'pod', namespace: pod.namespace, name: pod.name } as const;
  const zone = after.find((one) => one.zone === zoneOf(cluster, node));
  if (!zone) throw new Error('no zone');
  const router = routerMac(podNetworkAddress(node, 1, 'IPv4'));
  if (packet.direction === 'from') {
    const sent = packetOf(packet.address, own, packet.protocol, packet.port);
    const place = { zone: zone.zone, datapath: node.name, inport: `stor-${node.name}` };
    const entry = { ...place, from: router, to: podMac(cluster, pod), packet: sent };
    const { end, text } = await askOvn(await load(zone), entry);
    const [, atPod = ''] = text.split(`egress(dp="${node.name}"`);
    if (rows.text.endsWith('tracked')) return atPod.includes('ct_next') === (rows.text === 'tracked');
    return (end === `${pod.namespace}_${pod.name}` ? 'allowed' : 'dropped') === rows.text;
  }
  const sent = packetOf(own, packet.address, packet.protocol, packet.port);
  const entry = { ...entryOf(cluster, origin, sent), to: router };
  if (/^(source|stays|arrives|leaves) /.test(rows.text)) {
    return leavesOtherwise(origin, sent, cluster, before, after, load);
  }
  // QoS rules also mark what an ACL of another object would drop before.
  const isMark = /DSCP|unmarked/.test(rows.text);
  const { text } = await (await load(isMark ? withoutFilters(zone) : zone)).trace(entry.datapath, microflowOf(entry));
  // Gateway routers have load balancers for the same addresses.
  const [atSwitch = ''] = text.split('ingress(dp="ovn_cluster_router"');
  if (isMark) {
    const dscp = [...text.matchAll(/ip\.dscp = (\d+);/g)].at(-1)?.[1];
    // Rules of equal priority have no order, so a proof lists the values of all.
    return rows.text.split(' or ').includes(dscp === undefined ? 'unmarked' : `DSCP ${dscp}`);
  }
  const [entering = ''] = atSwitch.split('egress(dp=');
  if (rows.text.endsWith('tracked')) return entering.includes('ct_next') === (rows.text === 'tracked');
  if (rows.text.startsWith('to ')) {
    const [, backends = ''] = /ct_lb(?:_mark)?\(backends=([^)]*?)(?:;[^)]*)?\);/.exec(atSwitch) ?? [];
    return `to ${[...new Set(backends.split(','))].sort().join(' or ')}` === rows.text;
  }
  if (rows.text === 'rejected') return /\b(reject|tcp_reset|sctp_abort) ?[{(]/.test(atSwitch);
  if (rows.text === 'no load balancer') return !/ct_lb(?:_mark)?\(backends=/.test(atSwitch);
  return (text.includes('ingress(dp="ovn_cluster_router"') ? 'allowed' : 'dropped') === rows.text;
}

/** Whether ovn-trace goes the way of the changed rows at the first place where it is not that of the others. */
async function leavesOtherwise(
  origin: { readonly type: 'pod'; readonly namespace: string; readonly name: string },
  packet: ReturnType<typeof packetOf>,
  cluster: TestCluster,
  before: readonly ZoneRows[],
  after: readonly ZoneRows[],
  load: Load,
): Promise<boolean> {
  const [then, now] = [before, after].map((zones) =>
    stretchesOf(cluster, createTracer({ zones: zones.map(withoutFilters) }), origin, packet),
  );
  for (const [index, { entry, outcomes }] of (now ?? []).entries()) {
    const other = then?.[index];
    const isSame = JSON.stringify(other?.outcomes) === JSON.stringify(outcomes);
    const rows = after.find(({ zone }) => zone === entry.zone);
    if ((isSame && index < (now ?? []).length - 1) || !rows) continue;
    const { text, ...said } = await askOvn(await load(withoutFilters(rows)), entry);
    return outcomes.some((one) => one.end === said.end && one.source === said.source) && text !== '';
  }
  return false;
}

describeEachRelease('ovn-trace and proofs', (release) => {
  it('agree about the packets by which changed rows are found', async () => {
    const workspace = openWorkspace();
    const [wrong, found] = [[] as unknown[], new Map<string, number>()];
    let [count, cluster] = [0, 0];
    try {
      for (; count < MUTANTS; cluster++) {
        const seed = firstSeed + cluster;
        const random = createRandom(seed);
        const nodes = randomCluster(random, release.schemaVersion);
        const world = readWorld(nodes, release.schemaVersion);
        const { zones, hosts = [] } = world.tracedState();
        const load = zonesOf(workspace, release, nodes, `cluster-${cluster}`);
        for (let tries = 0; tries < PER_CLUSTER && count < MUTANTS; tries++) {
          const mutant = randomMutant(SORTS[(cluster * 7 + tries) % SORTS.length] ?? '', zones, random);
          if (!mutant) continue;
          const changed = applyMutant(zones, mutant);
          const { differences } = proveState({ ...world, tracedState: () => ({ zones: changed, hosts }) });
          const [first] = differences.filter(
            ({ packet, rows }) =>
              packet.direction !== 'outside' &&
              !rows.text.includes('replies') &&
              packet.name === undefined &&
              !rows.text.includes('allowed or'),
          );
          if (!first) continue;
          count++;
          found.set(mutant.what, (found.get(mutant.what) ?? 0) + 1);
          const isRight = await showingLogs(workspace, () => isConfirmed(first, nodes, zones, changed, load));
          if (isRight) continue;
          const proof = { pods: 0, classes: 0, uncompared: [], differences: [first] };
          wrong.push({ seed, mutant, text: renderProofText(proof, () => undefined) });
        }
      }
    } finally {
      workspace.close();
    }
    const counts = JSON.stringify([...found]);
    if (process.env.WEIR_OVN_MUTANTS !== undefined) console.log(counts, count, wrong.length);
    expect(wrong.slice(0, 10), counts).toEqual([]);
  }, 1_200_000);
});
