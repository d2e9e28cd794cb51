import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../src/net/address.js';
import { contains, parsePrefix } from '../../../src/net/prefix.js';
import { lowerObjects, resource } from '../pipeline.js';
import { checkProperty } from '../../rig/random.js';
import type { Json } from '../../../src/std/json.js';

interface Rule {
  readonly type: 'Allow' | 'Deny';
  readonly to: { readonly cidrSelector?: string; readonly dnsName?: string };
  readonly ports?: readonly { readonly protocol: string; readonly port: number }[];
}

interface Packet {
  readonly address: string;
  /** The names that have the address. */
  readonly names: readonly string[];
  readonly protocol: string;
  readonly port: number;
}

const CLUSTER = '10.128.0.0/14';
const NETWORKS = [
  '0.0.0.0/0',
  '0.0.0.0/1',
  '128.0.0.0/1',
  '10.0.0.0/8',
  '10.128.0.0/16',
  '192.0.2.0/24',
  '192.0.2.0/25',
];
const NAMES = ['a.example.com', 'b.example.com'];
/** One of each region that the networks and the cluster make. */
const ADDRESSES = ['1.2.3.4', '10.1.1.1', '10.128.1.1', '10.129.1.1', '192.0.2.1', '192.0.2.129', '203.0.113.1'];
const PORTS = [
  { protocol: 'TCP', port: 80 },
  { protocol: 'TCP', port: 443 },
  { protocol: 'UDP', port: 53 },
];
const OTHER_PORT = { protocol: 'SCTP', port: 9 };

const PACKETS: readonly Packet[] = ADDRESSES.flatMap((address) =>
  [[], ...NAMES.map((name) => [name])].flatMap((names) =>
    [...PORTS, OTHER_PORT].map((port) => ({ address, names, ...port })),
  ),
);

function isInside(address: string, network: string): boolean {
  const [point, prefix] = [parseAddress(address), parsePrefix(network)];
  return point !== undefined && prefix !== undefined && contains(prefix, point);
}

function matches({ to, ports = [] }: Rule, { address, names, protocol, port }: Packet): boolean {
  const isPort = ports.length === 0 || ports.some((one) => one.protocol === protocol && one.port === port);
  if (!isPort || isInside(address, CLUSTER)) return false;
  return to.dnsName === undefined ? isInside(address, to.cidrSelector ?? '') : names.includes(to.dnsName);
}

/** Rules that match something, but are the first to match nothing: tried out packet by packet. */
function idleRules(rules: readonly Rule[]): number[] {
  const deciding = new Set(PACKETS.map((packet) => rules.findIndex((rule) => matches(rule, packet))));
  return rules.flatMap((rule, index) =>
    !deciding.has(index) && PACKETS.some((packet) => matches(rule, packet)) ? [index] : [],
  );
}

function shadowedRules(rules: readonly Rule[]): number[] {
  const { said } = lowerObjects([resource('EgressFirewall', 'shop', rules as unknown as Json[])]);
  return said.flatMap((one) => {
    const [, code, pointer = ''] = one.split(' ');
    return code === 'egress-firewall/shadowed-rule' ? [Number(pointer.split('/')[3])] : [];
  });
}

const rule: fc.Arbitrary<Rule> = fc
  .record({
    type: fc.constantFrom('Allow' as const, 'Deny' as const),
    to: fc.oneof(
      fc.constantFrom(...NAMES).map((dnsName) => ({ dnsName })),
      fc.constantFrom(...NETWORKS).map((cidrSelector) => ({ cidrSelector })),
    ),
    ports: fc.oneof(fc.constant([]), fc.subarray(PORTS, { minLength: 1 })),
  })
  .map(({ ports, ...rest }): Rule => (ports.length > 0 ? { ...rest, ports } : rest));

describe('rules that never decide', () => {
  it('are those that no packet is first matched by, whatever addresses names have', () => {
    let found = 0;
    checkProperty(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 9 }), (rules) => {
        const idle = idleRules(rules);
        found += idle.filter((index) => rules[index]?.to.dnsName !== undefined).length;
        expect(shadowedRules(rules)).toEqual(idle);
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('are found for a name that several networks cover together', () => {
    const rules: Rule[] = [
      { type: 'Deny', to: { cidrSelector: '0.0.0.0/1' } },
      { type: 'Deny', to: { cidrSelector: '128.0.0.0/1' } },
      { type: 'Allow', to: { dnsName: 'a.example.com' } },
    ];
    expect(shadowedRules(rules)).toEqual([2]);
    expect(shadowedRules(rules.slice(1))).toEqual([]);
  });

  it.each([
    ['one name', () => 'a.example.com', 4000],
    ['names of their own', (index: number) => `host-${index}.example.com`, 0],
  ])('are found among as many rules as a firewall can have, for %s', (_what, nameOf, shadowed) => {
    const rules = Array.from({ length: 8000 }, (_, index): Rule => ({
      type: index % 2 === 0 ? 'Allow' : 'Deny',
      to: { dnsName: nameOf(index) },
      ports: [{ protocol: 'TCP', port: 1 + (index >> 1) }],
    }));
    expect(shadowedRules(rules)).toHaveLength(shadowed);
  });
});
