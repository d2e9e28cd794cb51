import fc from 'fast-check';
import { describe, it } from 'vitest';
import { packetOf } from '../../src/trace/packet.js';
import type { PacketOrigin } from '../../src/trace/origin.js';
import { arrivalOf } from '../../src/trace/path.js';
import { createTracer } from '../../src/trace/trace.js';
import { addressOf, clusterOf, packetsOf, placed } from '../ovn/small-cluster.js';
import { checkProperty } from '../rig/random.js';
import { connects, passes } from '../traffic/policies/brute-force.js';
import { withStateless, worlds } from '../traffic/policies/worlds.js';
import { compileRows } from './compile-rows.js';

describe('the trace of packets of stateless policies', () => {
  it('ends where their replies are dropped, and nowhere else', () => {
    checkProperty(
      fc.property(withStateless(worlds).map(placed), (world) => {
        const { tracePacket } = createTracer(compileRows(clusterOf(world), '7.11.0').state);
        for (const packet of packetsOf(world)) {
          const { from, to, protocol, port } = packet;
          if (typeof from === 'string') continue;
          const origin: PacketOrigin = { type: 'pod', namespace: from.namespace, name: from.name };
          const { verdict, paths } = tracePacket(origin, packetOf(from.address, addressOf(to), protocol, port));
          const arrives = paths.some((path) => arrivalOf(path) !== undefined);
          if ((verdict === 'delivered') === connects(world, packet) && arrives === passes(world, packet)) continue;
          const stages = paths.flatMap((path) => path.stages.map(({ stage, text }) => `${stage}: ${text}`));
          throw new Error(`${JSON.stringify(packet)}: ${verdict}\n${stages.join('\n')}`);
        }
      }),
      { numRuns: 20 },
    );
  });
});
