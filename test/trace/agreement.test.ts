import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTracer } from '../../src/trace/trace.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { describeEachRelease, showingLogs } from '../ovn/releases.js';
import { compileRows } from './compile-rows.js';
import { type Entry, type Outcome, askOvn, stretchesOf } from './outcomes.js';
import { startTracers } from './ovn.js';
import { randomCluster } from './random-cluster.js';
import { randomPacket } from './random-packets.js';

/** With two releases, 200 packets; WEIR_TRACE_CLUSTERS asks for more clusters. */
const CLUSTERS = Number(process.env.WEIR_TRACE_CLUSTERS ?? 2);
const PACKETS = 50;

describeEachRelease('ovn-trace and the model', (release) => {
  describe.each(Array.from({ length: CLUSTERS }, (_, index) => firstSeed + index))('with the seed %i', (seed) => {
    const random = createRandom(seed);
    const cluster = randomCluster(random, release.schemaVersion);
    let workspace: Workspace;
    let tracers: Awaited<ReturnType<typeof startTracers>>;
    const compiled = compileRows(cluster, release.schemaVersion);

    beforeAll(async () => {
      workspace = openWorkspace();
      tracers = await showingLogs(workspace, () => startTracers(workspace, release, cluster, compiled.transactions));
    }, 120_000);
    afterAll(() => {
      workspace.close();
    });

    it('agree about every packet', async () => {
      const model = createTracer(compiled.state);
      const disagreements: unknown[] = [];
      const ends = new Set<string>();
      for (let count = 0; count < PACKETS; count++) {
        const { origin, packet } = randomPacket(random, cluster);
        for (const { entry, outcomes } of stretchesOf(cluster, model, origin, packet)) {
          if (!isFollowed(entry, outcomes)) continue;
          const tracer = tracers.get(entry.zone);
          if (!tracer) throw new Error(`no zone ${entry.zone}`);
          const { text, ...said } = await askOvn(tracer, entry);
          ends.add(said.end);
          if (outcomes.some((outcome) => isSame(outcome, said))) continue;
          disagreements.push({ seed, origin, entry, outcomes, said, text });
        }
      }
      expect(disagreements.slice(0, 3)).toEqual([]);
      expect(ends.size).toBeGreaterThan(2);
      expect([...tracers.values()].flatMap((tracer) => tracer.warnings())).toEqual([]);
    }, 120_000);
  });
});

/**
 * ovn-trace ends where a gateway router may undo a translation, which is the first that it does with what comes from outside,
 * and does not know what a load balancer sends back to its sender. traffic.test.ts has these with real packets.
 */
function isFollowed({ datapath }: Entry, outcomes: readonly Outcome[]): boolean {
  return (
    !datapath.startsWith('ext_') && !outcomes.some(({ source }) => source === HAIRPIN.IPv4 || source === HAIRPIN.IPv6)
  );
}

/** Sources of what a pod sends to itself through a Service. */
const HAIRPIN = { IPv4: '169.254.169.5', IPv6: 'fd69::5' };

function isSame(a: Outcome, b: Outcome): boolean {
  return a.end === b.end && a.source === b.source && a.dscp === b.dscp && a.mark === b.mark;
}
