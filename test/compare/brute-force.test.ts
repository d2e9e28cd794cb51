import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowChanges, MarkChanges } from '../../src/traffic/change.js';
import type { PacketClasses } from '../../src/traffic/packets.js';
import { parseAddress } from '../../src/net/address.js';
import { compareRepositories, firewall, pod, qos } from './sides.js';
import { expectSame } from '../rig/expect-same.js';
import { checkProperty } from '../rig/random.js';
import {
  ADDRESSES,
  NAMES,
  NODES,
  type Packet,
  type Rule,
  TRANSPORTS,
  type Transport,
  WEIR_YAML,
  change,
  cidr,
  expected,
  isIn,
  matches,
} from './rules.js';
import type { Json } from '../../src/std/json.js';

const STARTS: Readonly<Record<string, number>> = { TCP: 0, UDP: 65_536, SCTP: 131_072, ICMP: 196_608 };

function holds({ addresses, transport }: PacketClasses, packet: Packet): boolean {
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
  const isFor = (packets: PacketClasses): boolean =>
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
  if (own.length > 1) expect(own, 'statements about one packet').toHaveLength(1);
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
              expectSame(meant(changes, packet), what, () => JSON.stringify(packet));
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
            if (own === undefined) {
              if (!alone.includes(what)) expect(alone, JSON.stringify(packet)).toContain(what);
            } else {
              both++;
              expectSame(own, what, () => JSON.stringify(packet));
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
          expectSame(holds(flow, packet), true, () => JSON.stringify(packet));
          expectSame<string>(expected(before, after, packet), flow.change, () => JSON.stringify(packet));
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
