import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAvailable } from '../../src/northbound/schema/version.js';
import { packetOf, replyTo } from '../../src/trace/packet.js';
import type { Path } from '../../src/trace/path.js';
import { createTracer } from '../../src/trace/trace.js';
import { type TestCluster, type TestPod, nodeAddress, podAddress, podNetworkAddress } from '../ovn/cluster.js';
import { describeEachRelease, showingLogs } from '../ovn/releases.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { NODE_PORT, withAnswers } from './answering.js';
import { compileRows } from './compile-rows.js';
import { askOvn, entryOf } from './outcomes.js';
import { startTracers } from './ovn.js';
import { randomCluster } from './random-cluster.js';

/** WEIR_TRACE_CLUSTERS asks for more clusters. */
const CLUSTERS = Number(process.env.WEIR_TRACE_CLUSTERS ?? 2);
const CLIENT = '198.51.100.9';

/** The port by which a reply leaves the zone of its pod, as the lines about it tell. */
function exitOf(cluster: TestCluster, { stages }: Path): string {
  const lines = stages.filter(({ stage }) => stage === 'reply');
  const transit = lines.find(({ text }) => text.startsWith('to zone '));
  if (transit) return transit.row?.key ?? '';
  const host = cluster.nodes.find((node) =>
    lines.some(({ text }) => text === `to ${podNetworkAddress(node, 2, 'IPv4')}`),
  );
  if (host) return `k8s-${host.name}`;
  const { text = '', at = '' } = lines.at(-1) ?? {};
  return text.startsWith('are lost') ? 'dropped' : `br-ex_${at}`;
}

function answeringPod(cluster: TestCluster, { stages }: Path): TestPod | undefined {
  const { destination } = stages.findLast(({ stage }) => stage !== 'reply')?.after ?? {};
  return cluster.pods.find((pod) => podAddress(cluster, pod, 'IPv4') === destination);
}

describeEachRelease('ovn-trace and the model', (release) => {
  if (!isAvailable('7.3.0', release.schemaVersion)) {
    it.skip(`left out: schema ${release.schemaVersion} has no QoS mark, so Weir compiles no EgressIP for it`);
    return;
  }
  describe.each(Array.from({ length: CLUSTERS }, (_, index) => firstSeed + index))('with the seed %i', (seed) => {
    const random = createRandom(seed);
    const base = randomCluster(random, release.schemaVersion);
    const cluster = withAnswers(random, { ...base, gatewayMode: 'shared' });
    const compiled = compileRows(cluster, release.schemaVersion);
    let workspace: Workspace;
    let tracers: Awaited<ReturnType<typeof startTracers>>;

    beforeAll(async () => {
      workspace = openWorkspace();
      tracers = await showingLogs(workspace, () =>
        startTracers(workspace, release, cluster, compiled.transactions, 'est,rpl'),
      );
    }, 120_000);
    afterAll(() => {
      workspace.close();
    });

    it('agree by which port the replies of pods to clients outside leave their zone, and with which mark', async () => {
      const model = createTracer(compiled.state);
      const seen: unknown[] = [];
      const expected: unknown[] = [];
      for (const node of cluster.nodes) {
        const packet = packetOf(CLIENT, nodeAddress(node, 'IPv4'), 'TCP', NODE_PORT);
        const { paths } = model.tracePacket({ type: 'outside', node: node.name }, packet);
        for (const path of paths.filter(({ stages }) => stages.at(-1)?.stage === 'reply')) {
          const pod = answeringPod(cluster, path);
          const sent = path.stages.findLast(({ stage }) => stage !== 'reply')?.after;
          if (!pod || !sent) throw new Error('replies of no pod');
          const { namespace, name } = pod;
          const entry = entryOf(cluster, { type: 'pod', namespace, name }, replyTo(sent));
          const tracer = tracers.get(entry.zone);
          if (!tracer) throw new Error(`no zone ${entry.zone}`);
          const { end, mark = 0 } = await askOvn(tracer, entry);
          seen.push({ name, end, mark });
          const isMarked = path.stages.some(({ stage, text }) => stage === 'reply' && text === 'mark 42');
          expected.push({ name, end: exitOf(cluster, path), mark: isMarked ? 42 : 0 });
        }
      }
      expect(seen).toEqual(expected);
      expect(seen.length).toBeGreaterThan(0);
    }, 120_000);
  });
});
