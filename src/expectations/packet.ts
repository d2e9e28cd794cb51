import type { Gap } from '../model/gap.js';
import type { Pod, Service } from '../model/cluster.js';
import type { Family } from '../net/address.js';
import type { AddressRange } from '../traffic/filters/address-range.js';
import type { TransportSet } from '../traffic/filters/transport-set.js';
import type { PodClass } from '../traffic/policies/model.js';
import { type Sample, samplePacket, sampleTransport } from '../traffic/sample.js';

/** A peer of one packet: a pod, or an address of no pod. */
export type PacketEnd = PodEnd | { readonly address: Sample };

interface PodEnd {
  readonly pod: Pod;
  readonly podClass: PodClass;
  /** The Service that leads to the pod, if the outcome depends on it. */
  readonly service?: Service;
}

/** One packet. */
export interface CheckedPacket extends Pick<Sample, 'protocol' | 'port'> {
  readonly from: PacketEnd;
  readonly to: PacketEnd;
  readonly family: Family;
  /** A normalized DNS name without known answers that resolves to the address. */
  readonly name?: string;
  /** True if packets to other answers of the name have another outcome, and the answers are unknown. */
  readonly isAssumed?: boolean;
  /** Gaps of the inventory that leave open whether the packet arrives. If unset, there are none. */
  readonly missing?: readonly Gap[];
}

/** Packets between pods and addresses. */
interface Beyond {
  readonly addresses: readonly AddressRange[];
  readonly transport: TransportSet;
}

/** Returns true if the input leaves open what happens to a packet. */
export function isUndecided({ isAssumed = false, missing = [] }: CheckedPacket): boolean {
  return isAssumed || missing.length > 0;
}

/** Returns the packet with the gaps of the inventory that leave open whether it arrives. */
export function withMissing(packet: CheckedPacket, missing: readonly Gap[]): CheckedPacket {
  return missing.length > 0 ? { ...packet, missing } : packet;
}

/** Returns one of the packets between a pod and addresses, or undefined if there is none. */
export function packetBeyond(end: PacketEnd, direction: 'to' | 'from', beyond: Beyond): CheckedPacket | undefined {
  const sample = samplePacket({ ...beyond, names: [] }, []);
  if (!sample) return undefined;
  const [from, to] = direction === 'to' ? [end, { address: sample }] : [{ address: sample }, end];
  return { from, to, family: sample.address.family, protocol: sample.protocol, port: sample.port };
}

/** Returns one of the packets between two pods. */
export function packetBetween(
  [from, to]: readonly [PacketEnd, PacketEnd],
  family: Family,
  transport: TransportSet,
): CheckedPacket {
  return { from, to, family, ...sampleTransport(transport) };
}
