import { readState } from '../prove/state.js';
import {
  type FlowCollector,
  type FlowLimits,
  type ObservedFlows,
  createFlowCollector,
} from '../../src/observed/observe.js';
import type { FlowFormat } from '../../src/observed/flow-format.js';
import { formatPeer } from '../../src/observed/peer.js';
import { type ReadOutcome, readFlowPieces } from '../../src/observed/read-flow-pieces.js';
import { formatTransport } from '../../src/traffic/filters/transport-range.js';

/** A file that was read. */
export interface ReadFlows {
  readonly outcome: ReadOutcome;
  readonly observed: ObservedFlows;
}

const quickstart = readState('quickstart');

/** Creates a collector for the cluster of the quickstart. */
export async function collector(limits: FlowLimits = {}): Promise<FlowCollector> {
  const state = await quickstart;
  if (!state) throw new Error('the quickstart has errors');
  return createFlowCollector(state, undefined, limits);
}

/** Reads the text of a file with flows of the quickstart, in pieces of a length. */
export async function readText(
  text: string | Buffer,
  { format, size = 1 << 20, limits = {} }: { format?: FlowFormat; size?: number; limits?: FlowLimits } = {},
): Promise<ReadFlows> {
  const sink = await collector(limits);
  const bytes = Buffer.from(text);
  const outcome = await readFlowPieces(piecesOf(bytes, size), format, sink);
  return { outcome, observed: sink.finish() };
}

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Formats the flows of a file, in byte order. */
export function linesOf({ flows }: ObservedFlows): string[] {
  return flows
    .map(({ from, to, place, requests, replies, allowed, dropped, first, last }) => {
      const port = formatTransport([{ first: place, end: place + 1 }]);
      const times = `${new Date(first).toISOString()} ${new Date(last).toISOString()}`;
      return `${formatPeer(from)} → ${formatPeer(to)} ${port}: ${requests}/${replies} +${allowed} -${dropped} ${times}`;
    })
    .sort();
}
