import fc from 'fast-check';
import type { Json } from '../../src/std/json.js';
import { node } from '../compile/3-index/inventory.js';

/** 192.0.2.0–15 with pods in .8–.15, 2001:db8::0–f with pods in ::8–::f, and an address of each family beyond. */
export const WEIR_YAML = 'clusterSubnets: [192.0.2.8/29/30, "2001:db8::8/125/126"]\n';
export const ADDRESSES = [
  ...Array.from({ length: 16 }, (_, number) => `192.0.2.${number}`),
  ...Array.from({ length: 16 }, (_, number) => `2001:db8::${number.toString(16)}`),
  ...['198.51.100.1', '2001:db8:1::1'],
];
export const NAMES = ['a.example.com', 'b.example.com'] as const;
export const NODES = [node('worker-a', { 'host-cidrs': '["192.0.2.3/24","2001:db8::9/64"]' }, { role: 'infra' })];
export const TRANSPORTS = ['TCP 0', 'TCP 1', 'TCP 2', 'TCP 65535', 'UDP 1', 'UDP 2', 'SCTP 2', 'ICMP 0'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export interface Packet {
  readonly address: string;
  readonly transport: Transport;
  readonly names: readonly string[];
}

export interface Rule {
  readonly type: 'Allow' | 'Deny';
  readonly to: { readonly cidrSelector?: string; readonly dnsName?: string; readonly nodeSelector?: Json };
  readonly ports?: readonly { readonly protocol: string; readonly port: number }[];
}

export const cidr = fc.oneof(
  fc.tuple(fc.nat(15), fc.integer({ min: 28, max: 32 })).map(([host, length]) => `192.0.2.${host}/${length}`),
  fc
    .tuple(fc.nat(15), fc.integer({ min: 124, max: 128 }))
    .map(([host, length]) => `2001:db8::${host.toString(16)}/${length}`),
  fc.constantFrom('0.0.0.0/0', '::/0'),
);
const ports = fc.array(
  fc.record({ protocol: fc.constantFrom('TCP', 'UDP', 'SCTP'), port: fc.constantFrom(1, 2, 65_535) }),
  { minLength: 1, maxLength: 3 },
);
const rule: fc.Arbitrary<Rule> = fc
  .record({
    type: fc.constantFrom('Allow' as const, 'Deny' as const),
    to: fc.oneof(
      { weight: 4, arbitrary: cidr.map((cidrSelector) => ({ cidrSelector })) },
      { weight: 2, arbitrary: fc.constantFrom(...NAMES).map((dnsName) => ({ dnsName })) },
      { weight: 1, arbitrary: fc.constant({ nodeSelector: { matchLabels: { role: 'infra' } } }) },
    ),
    ports: fc.option(ports, { nil: undefined }),
  })
  .map(({ ports: some, ...rest }) => (some ? { ...rest, ports: some } : rest));

/** Two lists of rules that share most of what they say, as a change leaves it. */
export const change = fc.oneof(
  fc.tuple(fc.array(rule, { maxLength: 6 }), fc.array(rule, { maxLength: 6 })),
  fc
    .array(rule, { maxLength: 6 })
    .chain((rules) => fc.shuffledSubarray(rules).map((others): [Rule[], Rule[]] => [rules, others])),
);

/** The value of an address as the test sees it: a number below 16, or none of those. */
function hostOf(address: string): { readonly family: 4 | 6; readonly host: number } {
  const [v4, v6] = [/^192\.0\.2\.(\d+)$/.exec(address), /^2001:db8::([0-9a-f]?)$/.exec(address)];
  if (v4) return { family: 4, host: Number(v4[1]) };
  if (v6) return { family: 6, host: parseInt(v6[1] === '' ? '0' : (v6[1] ?? '0'), 16) };
  return { family: address.includes(':') ? 6 : 4, host: -1 };
}

export function isIn(address: string, network: string): boolean {
  const [base = '', length = ''] = network.split('/');
  const [one, other] = [hostOf(address), hostOf(base)];
  if (one.family !== other.family) return false;
  if (length === '0') return true;
  const bits = (one.family === 4 ? 32 : 128) - Number(length);
  return one.host >= 0 && one.host >> bits === other.host >> bits;
}

function isPod(address: string): boolean {
  return hostOf(address).host >= 8;
}

export function matches({ to, ports: some }: Rule, { address, transport, names }: Packet): boolean {
  const isTarget =
    to.cidrSelector !== undefined
      ? isIn(address, to.cidrSelector) && !isPod(address)
      : to.dnsName !== undefined
        ? names.includes(to.dnsName) && !isPod(address)
        : address === '192.0.2.3' || address === '2001:db8::9';
  return isTarget && (!some || some.some(({ protocol, port }) => `${protocol} ${port}` === transport));
}

function verdict(rules: readonly Rule[], packet: Packet): 'Allow' | 'Deny' {
  return rules.find((one) => matches(one, packet))?.type ?? 'Allow';
}

/** What the rules themselves say, packet by packet. */
export function expected(before: readonly Rule[], after: readonly Rule[], packet: Packet): string {
  const [old, now] = [verdict(before, packet), verdict(after, packet)];
  return old === now ? 'same' : now === 'Allow' ? 'opened' : 'closed';
}
