import { setTimeout as pause } from 'node:timers/promises';
import { NODE_PROBE } from '../../ovn-kubernetes/node-probe.js';
import { dialPort } from './discard.js';
import { type HealthTls, checkHealth } from './health.js';

/** Form of a probe. */
export interface NodeProbeOptions {
  /** Port of gRPC health checks. If unset, the discard port is dialled. */
  readonly port?: number | undefined;
  /** If set, health checks are encrypted. */
  readonly tls?: HealthTls | undefined;
  /** Milliseconds until a probe has failed. */
  readonly timeout: number;
}

/** Share of the timeout of each attempt, so that one lost packet is no failure. */
const ATTEMPT_SHARE = 0.4;
const PAUSE_SHARE = 0.1;

/** Probes a node by the addresses of its management port. Returns true if one answers within the timeout. */
export async function probeNode(
  addresses: readonly string[],
  { port, tls, timeout }: NodeProbeOptions,
): Promise<boolean> {
  const start = performance.now();
  const probe = (address: string, longest: number): Promise<boolean> =>
    port === undefined
      ? dialPort(address, NODE_PROBE.discardPort, longest)
      : checkHealth({ address, port, tls }, NODE_PROBE.healthService, longest);
  while (addresses.length > 0) {
    const left = timeout - (performance.now() - start);
    const longest = Math.min(left, ATTEMPT_SHARE * timeout);
    if (longest <= 0) break;
    const answers = await Promise.all(addresses.map((address) => probe(address, longest)));
    if (answers.includes(true)) return true;
    await pause(PAUSE_SHARE * timeout);
  }
  return false;
}
