import { type AddressRange, sampleAddress } from './filters/address-range.js';
import type { Rule } from './filters/sweep.js';
import { placeOf, portsOf } from './filters/transport-range.js';
import type { TransportRange } from './filters/transport-set.js';
import { type Address, formatAddress, parseAddress } from '../net/address.js';
import type { Packets } from './packets.js';

/** One packet of many. */
export interface Sample {
  readonly address: Address;
  readonly text: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP' | 'other';
  /** 0 for `other`. */
  readonly port: number;
}

/** Ports and addresses that a person knows (RFC 5737, RFC 3849), taken where they are among the packets. */
const USUAL_PORTS = [
  ['TCP', 443],
  ['TCP', 80],
  ['UDP', 53],
  ['SCTP', 3868],
] as const;
const USUAL_ADDRESSES = ['198.51.100.1', '203.0.113.1', '2001:db8::1'].flatMap((text) => parseAddress(text) ?? []);
/** Networks with fewer host bits speak for themselves. */
const LARGE = { IPv4: 2n ** 16n, IPv6: 2n ** 80n } as const;

/** A packet among `packets`; `answers` are addresses that their names are known to have. */
export function samplePacket({ addresses, transport }: Packets, answers: readonly Address[]): Sample | undefined {
  const [range] = addresses;
  if (!range || transport.length === 0) return undefined;
  const isLarge = BigInt(range.end) - BigInt(range.first) > LARGE[range.family];
  const wanted = [...answers, ...(isLarge ? USUAL_ADDRESSES : [])];
  const address = wanted.find((one) => addresses.some((own) => hasAddress(own, one))) ?? sampleAddress(range);
  return { address, text: formatAddress(address), ...sampleTransport(transport) };
}

/** A protocol and port among some, which are not none. */
export function sampleTransport(transport: Packets['transport']): Pick<Sample, 'protocol' | 'port'> {
  const ports = portsOf(transport);
  const usual = USUAL_PORTS.find(([protocol, port]) =>
    ports.some((own) => own.protocol === protocol && own.first <= port && port <= own.last),
  );
  const [first = { protocol: 'other' as const, first: 0, last: 0 }] = ports;
  const [protocol, port] = usual ?? [first.protocol, Math.max(first.first, Math.min(1, first.last))];
  return { protocol, port };
}

/** The index of the rule that decides about a packet, or -1. */
export function findDecider(rules: readonly Rule<unknown>[], { address, protocol, port }: Sample): number {
  const place = placeOf(protocol, port);
  return rules.findIndex(
    ({ addresses, transport }) =>
      transport.some((range) => hasPlace(range, place)) && addresses.some((range) => hasAddress(range, address)),
  );
}

function hasPlace({ first, end }: TransportRange, place: number): boolean {
  return first <= place && place < end;
}

function hasAddress({ family, first, end }: AddressRange, address: Address): boolean {
  return family === address.family && BigInt(first) <= address.value && address.value < BigInt(end);
}
