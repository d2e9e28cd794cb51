import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowChanges, MarkChanges } from '../../src/traffic/change.js';
import type { Packets } from '../../src/traffic/packets.js';
import { parseAddress } from '../../src/net/address.js';
import { node } from '../compile/3-index/inventory.js';
import { compareRepositories, firewall, pod, qos } from './sides.js';
import { checkProperty } from '../rig/random.js';
import type { Json } from '../../src/std/json.js';

/** 192.0.2.0–15 with pods in .8–.15, 2001:db8::0–f with pods in ::8–::f, and an address of each family beyond. */
const WEIR_YAML = 'clusterSubnets: [192.0.2.8/29/30, "2001:db8::8/125/126"]\n';
const ADDRESSES = [
  ...Array.from({ length: 16 }, (_, number) => `192.0.2.${number}`),
  ...Array.from({ length: 16 }, (_, number) => `2001:db8::${number.toString(16)}`),
  ...['198.51.100.1', '2001:db8:1::1'],
];
const NAMES = ['a.example.com', 'b.example.com'] as const;
const NODES = [node('worker-a', { 'host-cidrs': '["192.0.2.3/24","2001:db8::9/64"]' }, { role: 'infra' })];
const TRANSPORTS = ['TCP 0', 'TCP 1', 'TCP 2', 'TCP 65535', 'UDP 1', 'UDP 2', 'SCTP 2', 'ICMP 0'] as const;
type Transport = (typeof TRANSPORTS)[number];

interface Packet {
  readonly address: string;
  readonly transport: Transport;
  readonly names: readonly string[];
}

interface Rule {
  readonly type: 'Allow' | 'Deny';
  readonly to: { readonly cidrSelector?: string; readonly dnsName?: string; readonly nodeSelector?: Json };
  readonly ports?: readonly { readonly protocol: string; readonly port: number }[];
}

const cidr = fc.oneof(
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
const change = fc.oneof(
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

function isIn(address: string, network: string): boolean {
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

function matches({ to, ports: some }: Rule, { address, transport, names }: Packet): boolean {
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
function expected(before: readonly Rule[], after: readonly Rule[], packet: Packet): string {
  const [old, now] = [verdict(before, packet), verdict(after, packet)];
  return old === now ? 'same' : now === 'Allow' ? 'opened' : 'closed';
}

const STARTS: Readonly<Record<string, number>> = { TCP: 0, UDP: 65_536, SCTP: 131_072, ICMP: 196_608 };

function holds({ addresses, transport }: Packets, packet: Packet): boolean {
  const target = parseAddress(packet.address);
  const [protocol = '', port = ''] = packet.transport.split(' ');
  const place = (STARTS[protocol] ?? 0) + Number(port);
  return (
    addresses.some(
      ({ family, first, end }) =>
        family === target?.family && BigInt(first) <= target.value && target.value < BigInt(end),
    ) && transport.some(({ first, end }) => first <= place && place < end)
  );
}

/** All that a comparison says about a packet whose address has just these names. */
function said(changes: readonly FlowChanges[], packet: Packet): string[] {
  const isFor = (packets: Packets): boolean =>
    [...packets.names].sort().join() === [...packet.names].sort().join() && holds(packets, packet);
  return changes.flatMap(({ flows, exceptions }) => [
    ...flows.filter(isFor).map((flow): string => flow.change),
    ...exceptions.filter(isFor).map(() => 'same'),
  ]);
}

/** What a comparison means for a packet: what is said of its names, else what is said of no name. */
function meant(changes: readonly FlowChanges[], packet: Packet): string {
  const own = said(changes, packet);
  const other = packet.names.length > 0 ? said(changes, { ...packet, names: [] }) : [];
  expect(own.length, 'statements about one packet').toBeLessThanOrEqual(1);
  return own[0] ?? other[0] ?? 'same';
}

function compareRules(before: readonly Rule[], after: readonly Rule[]): readonly FlowChanges[] {
  const side = (rules: readonly Rule[]) => ({
    objects: [...NODES, firewall('shop', ...(rules as unknown as Json[]))],
    weirYaml: WEIR_YAML,
  });
  return compareRepositories(side(before), side(after)).comparison.traffic.flows;
}

describe('the flows that a comparison calls opened and closed', () => {
  it('are those that packet by packet enumeration finds, for addresses with no name and with each name', () => {
    let changed = 0;
    checkProperty(
      fc.property(change, ([before, after]) => {
        const changes = compareRules(before, after);
        for (const names of [[], [NAMES[0]], [NAMES[1]]]) {
          for (const address of ADDRESSES) {
            for (const transport of TRANSPORTS) {
              const packet = { address, transport, names };
              const what = expected(before, after, packet);
              if (what !== 'same') changed++;
              expect(meant(changes, packet), JSON.stringify(packet)).toBe(what);
            }
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(changed).toBeGreaterThan(1000);
  });

  it('say of an address with two names what one of them means, or name both', () => {
    let both = 0;
    checkProperty(
      fc.property(change, ([before, after]) => {
        const changes = compareRules(before, after);
        for (const address of ADDRESSES) {
          for (const transport of TRANSPORTS) {
            const packet = { address, transport, names: [...NAMES] };
            const [own] = said(changes, packet);
            const what = expected(before, after, packet);
            const alone = [[], [NAMES[0]], [NAMES[1]]].map((names) => meant(changes, { ...packet, names }));
            if (own === undefined) expect(alone, JSON.stringify(packet)).toContain(what);
            else {
              both++;
              expect(own, JSON.stringify(packet)).toBe(what);
            }
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(both).toBeGreaterThan(0);
  });

  it('each come with a packet of theirs and the rules that decide about it', () => {
    let samples = 0;
    const indexOf = (rules: readonly Rule[], packet: Packet): string | undefined => {
      const index = rules.findIndex((one) => matches(one, packet));
      return index < 0 ? undefined : `/spec/egress/${index}`;
    };
    checkProperty(
      fc.property(change, ([before, after]) => {
        for (const flow of compareRules(before, after).flatMap(({ flows }) => flows)) {
          const { text = '', protocol = 'other', port = 0 } = flow.sample ?? {};
          const transport = (protocol === 'other' ? 'ICMP 0' : `${protocol} ${port}`) as Transport;
          const packet = { address: text, transport, names: flow.names };
          expect(holds(flow, packet), JSON.stringify(packet)).toBe(true);
          expect(expected(before, after, packet)).toBe(flow.change);
          const pointers = [flow.deciders.before?.cause.pointer, flow.deciders.after?.cause.pointer];
          expect(pointers).toEqual([indexOf(before, packet), indexOf(after, packet)]);
          samples++;
        }
      }),
      { numRuns: 100 },
    );
    expect(samples).toBeGreaterThan(100);
  });

  it('are none where the rules are only written in another way', () => {
    const deny = (cidrSelector: string): Rule => ({ type: 'Deny', to: { cidrSelector } });
    const changes = compareRules(
      [deny('192.0.2.0/30'), { type: 'Allow', to: { cidrSelector: '192.0.2.4/31' } }, deny('0.0.0.0/0')],
      [
        { type: 'Allow', to: { cidrSelector: '192.0.2.5/32' } },
        { type: 'Allow', to: { cidrSelector: '192.0.2.4/32' } },
        deny('0.0.0.0/0'),
      ],
    );
    expect(changes).toEqual([]);
  });
});

interface Mark {
  readonly dscp: number;
  readonly dstCIDR?: string;
  readonly podSelector?: Json;
}

const mark: fc.Arbitrary<Mark> = fc.record(
  {
    dscp: fc.nat(3),
    dstCIDR: cidr,
    podSelector: fc.constantFrom('web', 'db').map((app) => ({ matchLabels: { app } })),
  },
  { requiredKeys: ['dscp'] },
);

describe('the DSCP values that a comparison calls changed', () => {
  it('are those that enumeration finds for every pod and destination', () => {
    const pods = [
      { name: 'web-0', app: 'web', address: '192.0.2.9' },
      { name: 'db-0', app: 'db', address: '192.0.2.10' },
    ];
    const dscpOf = (marks: readonly Mark[], app: string, address: string): number | undefined =>
      marks.find(
        ({ dstCIDR, podSelector }) =>
          (dstCIDR === undefined || isIn(address, dstCIDR)) &&
          (podSelector === undefined || JSON.stringify(podSelector).includes(app)),
      )?.dscp;
    const found = (changes: readonly MarkChanges[], name: string, address: string): (number | undefined)[] =>
      changes
        .filter(({ source }) => source.pods.some((one) => one.name === name))
        .flatMap(({ marks }) => marks.filter((one) => holds(one, { address, transport: 'TCP 1', names: [] })))
        .flatMap(({ before, after }) => [before, after]);
    const list = fc.array(mark, { maxLength: 5 });
    checkProperty(
      fc.property(list, list, (before, after) => {
        const side = (marks: readonly Mark[]) => ({
          objects: [
            ...NODES,
            ...pods.map(({ name, app, address }) => pod('shop', name, [address], { app })),
            qos('shop', ...(marks as unknown as Json[])),
          ],
          weirYaml: WEIR_YAML,
        });
        const { marks } = compareRepositories(side(before), side(after)).comparison.traffic;
        for (const { name, app } of pods) {
          for (const address of ADDRESSES) {
            const [old, now] = [dscpOf(before, app, address), dscpOf(after, app, address)];
            expect(found(marks, name, address), `${name} ${address}`).toEqual(old === now ? [] : [old, now]);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
