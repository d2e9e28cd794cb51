import fc from 'fast-check';
import { describe, it } from 'vitest';
import { kinds } from '../../../src/kinds/index.js';
import { pointsOf } from '../../../src/traffic/policies/boundaries.js';
import { type ConnectionEnd, connectClasses, explain } from '../../../src/traffic/policies/connections.js';
import { buildPolicyModel } from '../../../src/traffic/policies/model.js';
import { createVocabulary } from '../../../src/traffic/policies/vocabulary.js';
import { readAddress } from '../../../src/net/address.js';
import { transportPointOf } from '../../../src/traffic/filters/transport-range.js';
import { configurationOf } from '../../compile/3-index/inventory.js';
import { checkProperty } from '../../rig/random.js';
import { type TestPacket, connects } from './brute-force.js';
import { compileWorld } from './compile-world.js';
import type { TestPod, TestWorld } from './objects.js';
import { ADDRESSES, withStateless, worlds } from './worlds.js';

/** Worlds without policies of kinds that are not compiled. */
const COMPILED = new Set(kinds.map(({ kind }) => kind));
const compiledWorlds = worlds.map((world): TestWorld => ({
  ...world,
  policies: world.policies.filter(({ kind }) => COMPILED.has(kind)),
}));
/** Ports of rules, and those beside them. */
const TRANSPORTS = [
  ...[80, 81, 443, 8080].map((port) => ({ protocol: 'TCP', port }) as const),
  ...[80, 81].map((port) => ({ protocol: 'UDP', port }) as const),
  { protocol: 'SCTP', port: 80 } as const,
  { protocol: 'ICMP', port: 0 } as const,
];

/** Whether packets between two ends pass, by protocol and port. */
type Answer = (packet: Pick<TestPacket, 'protocol' | 'port'>) => boolean;

/** Asks the model of a cluster about two ends: what its sets say, and what the decisions of its stages say. */
function createAsking(
  world: TestWorld,
  lettingICMP: boolean,
): (from: TestPod | string, to: TestPod | string) => Answer[] {
  const vocabulary = createVocabulary();
  const model = buildPolicyModel(
    compileWorld(world, configurationOf(`allowIcmpNetworkPolicy: ${lettingICMP}\nstatelessNetworkPolicy: true`)),
    vocabulary,
  );
  const pods = [...model.classOf.keys()];
  const endOf = (end: TestPod | string): ConnectionEnd => {
    if (typeof end === 'string')
      return { point: pointsOf([readAddress(end)].filter((one) => one !== undefined)).IPv4 ?? 0 };
    const own = pods.find(({ namespace, name }) => namespace === end.namespace && name === end.name);
    const podClass = own && model.classOf.get(own);
    if (!podClass) throw new Error(`no class of ${end.name}`);
    return { pod: podClass };
  };
  const ends = new Map<TestPod | string, ConnectionEnd>([...world.pods, ...ADDRESSES].map((end) => [end, endOf(end)]));
  return (from, to) => {
    const [left = { point: 0 }, right = { point: 0 }] = [ends.get(from), ends.get(to)];
    const set = connectClasses(left, right, 'IPv4', vocabulary);
    return [
      ({ protocol, port }) => {
        const place = transportPointOf(protocol, port);
        return set.some(({ first, end }) => first <= place && place < end);
      },
      ({ protocol, port }) =>
        explain(left, right, 'IPv4', transportPointOf(protocol, port)).every(({ verdict }) => verdict === 'allow'),
    ];
  };
}

/** Pairs of pods, and of pods and addresses, in both directions. */
function pairsOf({ pods }: TestWorld): [TestPod | string, TestPod | string][] {
  const ends = [...pods, ...ADDRESSES];
  return ends.flatMap((from) =>
    ends.flatMap((to): [TestPod | string, TestPod | string][] =>
      from === to || (typeof from === 'string' && typeof to === 'string') ? [] : [[from, to]],
    ),
  );
}

/** Holds all packets of a small cluster against brute force. */
function checkAll(world: TestWorld, lettingICMP: boolean): void {
  const ask = createAsking(world, lettingICMP);
  for (const [from, to] of pairsOf(world)) {
    const answers = ask(from, to);
    for (const transport of TRANSPORTS) {
      const packet = { from, to, ...transport };
      const expected = connects(world, packet, lettingICMP);
      const said = answers.map((answer) => answer(packet));
      if (said.every((one) => one === expected)) continue;
      throw new Error(`${JSON.stringify(packet)}: expected ${expected}, sets and decisions say ${said.join()}`);
    }
  }
}

describe('the model of policies', () => {
  it('says of every packet of a small cluster what the text of the Kubernetes API says', () => {
    checkProperty(
      fc.property(compiledWorlds, (world) => {
        checkAll(world, false);
      }),
      { numRuns: 200 },
    );
  });

  it('lets a connection of a stateless policy pass only where rules of their own let its replies back', () => {
    checkProperty(
      fc.property(withStateless(compiledWorlds), fc.boolean(), (world, lettingICMP) => {
        checkAll(world, lettingICMP);
      }),
      { numRuns: 120 },
    );
  });

  it('lets ICMP pass every NetworkPolicy, and no other policy, where allowIcmpNetworkPolicy says so', () => {
    checkProperty(
      fc.property(compiledWorlds, (world) => {
        checkAll(world, true);
      }),
      { numRuns: 20 },
    );
  });
});
