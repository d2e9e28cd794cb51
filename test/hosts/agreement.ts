import type { HostState } from '../../src/model/host-state.js';
import type { TracedPacket } from '../../src/trace/packet.js';
import { eventually } from '../rig/eventually.js';
import { expectedOf } from './expected.js';
import type { HostPacket } from './host-cluster.js';
import type { HostNetwork } from './host-network.js';
import type { HostRig, Outcome } from './host-rig.js';

/** A packet of which the model says one thing and the host does another. */
export interface Disagreement {
  readonly from: string;
  readonly packet: TracedPacket;
  readonly expected: Partial<Outcome>;
  readonly seen: Outcome;
}

/** How long packets that a host has taken may be under way, in milliseconds. */
const PATIENCE = 30_000;

/** The packets, all of which the host has taken, about which the model and the host disagree. */
export async function listDisagreements(
  rig: HostRig,
  network: HostNetwork,
  packets: readonly HostPacket[],
  state: HostState,
): Promise<readonly Disagreement[]> {
  let found: readonly Disagreement[] = [];
  const compare = async (): Promise<boolean> => {
    const outcomeOf = await rig.outcomes();
    found = packets
      .map(({ from, packet, path }) => {
        const expected = expectedOf(path, network, state);
        return { from, packet, expected, seen: outcomeOf(packet) };
      })
      .filter(({ expected, seen }) => !isSame(expected, seen));
    return found.length === 0;
  };
  await eventually('all packets are through', compare, PATIENCE).catch(() => undefined);
  return found;
}

function isSame(expected: Partial<Outcome>, seen: Outcome): boolean {
  return Object.entries(expected).every(([field, value]) => seen[field as keyof Outcome] === value);
}
