import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expectations/evaluate.js';
import type { CheckedPacket, PacketEnd } from '../../src/expectations/packet.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { createWorld } from '../../src/expectations/world.js';
import { kinds } from '../../src/kinds/index.js';
import type { Report } from '../../src/model/diagnostic.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import { checkProperty } from '../rig/random.js';
import type { TestPacket } from '../traffic/policies/brute-force.js';
import { compileWorld } from '../traffic/policies/compile-world.js';
import type { TestPod, TestWorld } from '../traffic/policies/objects.js';
import { NAMESPACES, withStateless, worlds } from '../traffic/policies/worlds.js';
import { type TestEnd, type TestExpectation, breaks, createAsking, isMeant, judge } from './brute-force.js';

const CONFIGURATION = configurationOf('statelessNetworkPolicy: true');
const COMPILED = new Set(kinds.map(({ kind }) => kind));
const compiledWorlds = worlds.map((world): TestWorld => ({
  ...world,
  policies: world.policies.filter(({ kind }) => COMPILED.has(kind)),
}));

const namespace = fc.constantFrom(...NAMESPACES.map(({ name }) => name));
const labels = fc.constantFrom<Record<string, string>[]>({ app: 'a' }, { app: 'b', role: 'x' }, { role: 'y' });
const cidr = fc.constantFrom(
  '0.0.0.0/0',
  '192.0.2.0/24',
  '192.0.2.1/32',
  '192.0.2.128/25',
  '10.0.0.0/8',
  '10.128.0.32/27',
);
const ports = fc.constantFrom(['80/TCP'], ['81-443/TCP', '80/UDP'], ['TCP'], ['UDP', 'SCTP'], ['8080/TCP', '443/UDP']);
const podsEnd: fc.Arbitrary<TestEnd> = fc.oneof(
  fc.record({ namespace }),
  fc.record({ namespace, labels }),
  fc.record({ labels }),
);
const withPorts = (end: fc.Arbitrary<TestEnd>) =>
  fc
    .tuple(end, fc.option(ports, { nil: undefined }))
    .map(([one, some]): TestEnd => (some === undefined || typeof one === 'string' ? one : { ...one, ports: some }));
const addresses: fc.Arbitrary<TestEnd> = fc.oneof(
  fc.constant('outside' as const),
  cidr.map((one) => ({ cidr: one })),
);
const anyEnd: fc.Arbitrary<TestEnd> = fc.oneof(podsEnd, addresses, fc.constant('anywhere' as const));
const ends = fc.oneof(
  fc.record({ from: podsEnd, to: withPorts(anyEnd) }),
  fc.record({ from: anyEnd, to: withPorts(podsEnd) }),
  fc.record({ from: podsEnd }),
);
const claims = fc.oneof(
  fc.constant({ reachable: true as const }),
  fc.constant({ unreachable: true as const }),
  fc.array(withPorts(anyEnd), { minLength: 1, maxLength: 3 }).map((only) => ({ only })),
  fc.array(anyEnd, { minLength: 1, maxLength: 3 }).map((from) => ({ 'only-from': from })),
);
const expectations: fc.Arbitrary<TestExpectation[]> = fc
  .array(fc.tuple(ends, claims), { minLength: 4, maxLength: 8 })
  .map((all) => all.map(([own, claim], index) => ({ name: `expectation ${index}`, ...own, ...claim })));

/** What the program says of each expectation: undefined where it holds. */
function evaluateIn(world: TestWorld, list: readonly TestExpectation[]) {
  const reports: Report[] = [];
  const file = { path: 'expectations.yaml', text: JSON.stringify({ expectations: list }) };
  const parsed = parseExpectations([file], checkConfiguration, (report) => reports.push(report));
  expect(reports).toEqual([]);
  const compiled = createWorld({
    ...compileWorld(world, CONFIGURATION),
    failovers: () => [],
    tracedState: () => ({ zones: [] }),
  });
  return parsed.map((one) => evaluate(one, compiled)[0]);
}

function toTestPacket({ from, to, protocol, port }: CheckedPacket, { pods }: TestWorld): TestPacket {
  const endOf = (end: PacketEnd): TestPod | string => {
    if ('address' in end) return end.address.text;
    const own = pods.find(({ namespace: where, name }) => where === end.pod.namespace && name === end.pod.name);
    if (!own) throw new Error(`no pod ${end.pod.name}`);
    return own;
  };
  return { from: endOf(from), to: endOf(to), protocol: protocol === 'other' ? 'ICMP' : protocol, port };
}

describe('expectations', () => {
  it.each([
    ['where all policies are tracked', compiledWorlds],
    ['where some policies are stateless', withStateless(compiledWorlds)],
  ])('hold exactly where no packet breaks them, and each counterexample is one that does: %s', (_, someWorlds) => {
    checkProperty(
      fc.property(someWorlds, expectations, (world, list) => {
        const found = evaluateIn(world, list);
        const ask = createAsking(world);
        for (const [index, expectation] of list.entries()) {
          const { isMeant: hasMembers, breaking } = judge(world, ask, expectation);
          const breach = found[index];
          const words = JSON.stringify({ expectation, breach: breach?.type, breaking: breaking[0] });
          if (!hasMembers) expect(breach?.type, words).toBe('nobody');
          else expect(breach?.type, words).toBe(breaking.length > 0 ? 'filtered' : undefined);
          if (breach?.type !== 'filtered') continue;
          const packet = toTestPacket(breach.packet, world);
          expect(
            isMeant(expectation, packet) && breaks(ask, expectation, packet),
            JSON.stringify({ expectation, packet }),
          ).toBe(true);
        }
      }),
      { numRuns: 120 },
    );
  });
});
