import { type AddressRange, comparePoints, rangeOfAddress, sampleAddress } from './filters/address-range.js';
import { NO_RULE, type SweepRule, sweep } from './filters/sweep.js';
import { type PortRange, transportPointOf, portRangesOf } from './filters/transport-range.js';
import type { TransportRange } from './filters/transport-set.js';
import { type Address, FAMILIES, formatAddress, parseAddress } from '../net/address.js';
import type { PacketClasses } from './packets.js';

/** One packet of many. */
export interface Sample {
  readonly address: Address;
  readonly text: string;
  readonly protocol: PortRange['protocol'];
  /** 0 for `ICMP` and `other`. */
  readonly port: number;
}

/** Well-known ports and example addresses (RFC 5737, RFC 3849), preferred if they are among the packets. */
const USUAL_PORTS = [
  ['TCP', 443],
  ['TCP', 80],
  ['UDP', 53],
  ['SCTP', 3868],
] as const;
const USUAL_ADDRESSES = ['198.51.100.1', '203.0.113.1', '2001:db8::1'].flatMap((text) => parseAddress(text) ?? []);
/** Maximum number of addresses of a small range. In larger ranges, example addresses are preferred. */
const LARGE = { IPv4: 2n ** 16n, IPv6: 2n ** 80n } as const;

/** Returns a packet among `packets`. `answers`: known addresses of their names. */
export function samplePacket({ addresses, transport }: PacketClasses, answers: readonly Address[]): Sample | undefined {
  const [range] = addresses;
  if (!range || transport.length === 0) return undefined;
  const isLarge = BigInt(range.end) - BigInt(range.first) > LARGE[range.family];
  const wanted = [...answers, ...(isLarge ? USUAL_ADDRESSES : [])];
  const address =
    wanted.find((one) => addresses.some((own) => hasStart(own, rangeOfAddress(one)))) ?? sampleAddress(range);
  return { address, text: formatAddress(address), ...sampleTransport(transport) };
}

/** Returns a protocol and port of a non-empty transport. */
export function sampleTransport(transport: PacketClasses['transport']): Pick<Sample, 'protocol' | 'port'> {
  const ports = portRangesOf(transport);
  const usual = USUAL_PORTS.find(([protocol, port]) =>
    ports.some((own) => own.protocol === protocol && own.first <= port && port <= own.last),
  );
  const [first = { protocol: 'ICMP' as const, first: 0, last: 0 }] = ports;
  const [protocol, port] = usual ?? [first.protocol, Math.max(first.first, Math.min(1, first.last))];
  return { protocol, port };
}

/** Returns true if packets of a protocol have a port. */
export function hasPort({ protocol }: Pick<Sample, 'protocol'>): boolean {
  return protocol !== 'ICMP' && protocol !== 'other';
}

/** Formats the transport of a sample: `TCP 443`, `ICMP`. */
export function formatSampleTransport(sample: Pick<Sample, 'protocol' | 'port'>): string {
  if (hasPort(sample)) return `${sample.protocol} ${sample.port}`;
  return sample.protocol === 'other' ? 'another protocol' : sample.protocol;
}

/** Returns the index of the rule that decides on a packet, or NO_RULE. */
export function findDecider(rules: readonly SweepRule<unknown>[], { address, protocol, port }: Sample): number {
  return findDeciderAt(rules, rangeOfAddress(address), transportPointOf(protocol, port));
}

/** Returns the index of the rule that decides on packets to the first address of a range and a place, or NO_RULE. */
export function findDeciderAt(rules: readonly SweepRule<unknown>[], range: AddressRange, place: number): number {
  return rules.findIndex(
    ({ addresses, transport }) => hasPlace(transport, place) && addresses.some((own) => hasStart(own, range)),
  );
}

/** Returns the result of `findDecider` for each packet, in one pass over the rules. */
export function findSampleDeciders(rules: readonly SweepRule<unknown>[], samples: readonly Sample[]): Int32Array {
  const deciders = new Int32Array(samples.length).fill(NO_RULE);
  for (const family of FAMILIES) {
    const asked = samples
      .flatMap(({ address, protocol, port }, index) =>
        address.family === family
          ? [{ point: rangeOfAddress(address).first, place: transportPointOf(protocol, port), index }]
          : [],
      )
      .sort((a, b) => comparePoints(a.point, b.point));
    if (asked.length === 0) continue;
    let at = 0;
    sweep([rules], family, (_first, end, [active = []]) => {
      for (let one = asked[at]; one && one.point < end; one = asked[++at]) {
        const { place } = one;
        deciders[one.index] = active.find((rule) => hasPlace(rules[rule]?.transport ?? [], place)) ?? NO_RULE;
      }
    });
  }
  return deciders;
}

function hasPlace(transport: readonly TransportRange[], place: number): boolean {
  return transport.some(({ first, end }) => first <= place && place < end);
}

/** Returns true if the first address of a range is in another. */
function hasStart({ family, first, end }: AddressRange, range: AddressRange): boolean {
  return family === range.family && first <= range.first && range.first < end;
}
