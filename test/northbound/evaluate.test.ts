import { describe, expect, it } from 'vitest';
import { fits } from '../../src/northbound/match/evaluate.js';
import { parseMatch } from '../../src/northbound/match/expression.js';
import { type TracedPacket, packetOf, matchSubjectOf } from '../../src/trace/packet.js';

const PACKETS = {
  v4: packetOf('10.128.2.5', '203.0.113.7', 'TCP', 443),
  v6: packetOf('fd01::5', '2001:db8::7', 'UDP', 53),
  ping: packetOf('10.128.2.5', '203.0.113.7', 'ICMP', 0),
};
const TO_GROUPS = {
  v4: packetOf('10.128.2.5', '239.129.1.1', 'UDP', 5353),
  flooded: packetOf('fd01::5', 'ff05::2', 'UDP', 5353),
  v6: packetOf('fd01::5', 'ff0e::101', 'UDP', 5353),
};
const SETS: Readonly<Record<string, readonly bigint[]>> = { pods: [0x0a800205n], none: [] };
const PLACE = {
  inport: 'shop_web',
  outport: 'stor-oak',
  isInAddressSet: (name: string, value: bigint) => (SETS[name] ?? []).includes(value),
  isInPortGroup: (name: string, port: string) => name === 'pg' && port === 'shop_web',
};

function fitting(text: string, packets: Readonly<Record<string, TracedPacket>> = PACKETS): string[] {
  const match = parseMatch(text);
  if (!match) throw new Error(`no match: ${text}`);
  return Object.entries(packets).flatMap(([name, packet]) =>
    fits(match, matchSubjectOf(packet, PLACE)) ? [name] : [],
  );
}

describe('a match', () => {
  it.each([
    ['1', ['v4', 'v6', 'ping']],
    ['0', []],
    ['ip', ['v4', 'v6', 'ping']],
    ['ip4', ['v4', 'ping']],
    ['tcp', ['v4']],
    ['icmp4', ['ping']],
    ['ip4.dst == 203.0.113.0/24', ['v4', 'ping']],
    ['ip4.dst == 203.0.113.0/255.255.255.0', ['v4', 'ping']],
    ['ip6.dst == 2001:db8::/32', ['v6']],
    ['203.0.113.7 == ip4.dst', ['v4', 'ping']],
    ['ip4.dst == {198.51.100.1, 203.0.113.7}', ['v4', 'ping']],
    ['ip4.dst != {198.51.100.1, 203.0.113.7}', []],
    ['ip4.src == $pods && tcp.dst == 443', ['v4']],
    ['ip4.src == {$none, $pods}', ['v4', 'ping']],
    ['ip4.src != $none', ['v4', 'ping']],
    ['inport == @pg && outport == "stor-oak"', ['v4', 'v6', 'ping']],
    ['inport == {@other, "shop_web"}', ['v4', 'v6', 'ping']],
    ['outport == @pg', []],
    ['400 <= tcp.dst <= 500', ['v4']],
    ['500 >= tcp.dst > 443', []],
    ['udp.dst < 54', ['v6']],
    ['tcp.dst[0..7] == 0xbb', ['v4']],
    ['ip4.src[28..31] == 0 || udp', ['v4', 'v6', 'ping']],
    ['pkt.mark == 0 && ct.new', ['v4', 'v6', 'ping']],
    ['is_chassis_resident("cr-rtos-oak")', ['v4', 'v6', 'ping']],
    ['(ip4.mcast || mldv1 || mldv2 || (ip6.dst[120..127] == 0xff && ip6.dst[116] == 1))', []],
  ])('%s fits %j', (text, packets) => {
    expect(fitting(text)).toEqual(packets);
  });

  it.each([
    ['!(ip4.dst == 203.0.113.7)', []],
    ['!(ip4.dst == 203.0.113.8)', ['v4', 'ping']],
    ['ip4.dst != 203.0.113.8', ['v4', 'ping']],
    ['!(ip4.dst == 203.0.113.8 && tcp.dst == 443)', ['v4', 'ping']],
    ['!(tcp.dst == 80)', ['v4']],
    ['!ip4.mcast', ['v4', 'v6', 'ping']],
  ])('asks for the header of what it negates: %s fits %j', (text, packets) => {
    expect(fitting(text)).toEqual(packets);
  });

  it.each([
    ['eth.mcast', ['v4', 'flooded', 'v6']],
    ['eth.dst == 01:00:5e:01:01:01', ['v4']],
    ['eth.dst == 33:33:00:00:01:01', ['v6']],
    ['ip4.mcast', ['v4']],
    ['ip6.mcast', ['flooded', 'v6']],
    ['ip6.mcast_flood', ['flooded']],
    ['!ip6.mcast_flood', ['v4', 'v6']],
  ])('of the group of a packet: %s fits %j', (text, packets) => {
    expect(fitting(text, TO_GROUPS)).toEqual(packets);
  });

  it.each(['', 'ip4.dst ==', 'ip4 && (tcp', 'nonsense == 1', 'ip4.dst == {1.2.3.4', '443'])('is not %j', (text) => {
    const match = parseMatch(text);
    expect(match === undefined || match.type === 'truth').toBe(true);
  });
});
