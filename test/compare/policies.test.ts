import fc from 'fast-check';
import { describe, it } from 'vitest';
import { compareTraffic } from '../../src/compare/traffic/compare.js';
import { COMPARISON_LIMITS } from '../../src/compare/traffic/limits.js';
import { kinds } from '../../src/kinds/index.js';
import type { Pod } from '../../src/model/cluster.js';
import { parseAddress } from '../../src/net/address.js';
import { type AddressRange, rangeOfAddress } from '../../src/traffic/filters/address-range.js';
import { transportPointOf } from '../../src/traffic/filters/transport-range.js';
import type { TransportRange } from '../../src/traffic/filters/transport-set.js';
import type { TrafficChanges } from '../../src/traffic/change.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import { checkProperty } from '../rig/random.js';
import { type TestPacket, passes } from '../traffic/policies/brute-force.js';
import { compileWorld, createShared } from '../traffic/policies/compile-world.js';
import type { TestPod, TestWorld } from '../traffic/policies/objects.js';
import { ADDRESSES, NAMESPACES, worlds } from '../traffic/policies/worlds.js';

const CONFIGURATION = configurationOf('');
const COMPILED = new Set(kinds.map(({ kind }) => kind));
const TRANSPORTS = [
  ...[80, 81, 443].map((port) => ({ protocol: 'TCP', port }) as const),
  { protocol: 'UDP', port: 80 } as const,
  { protocol: 'ICMP', port: 0 } as const,
];

/**
 * Two clusters: some policies come, some go, a namespace has other labels, and the inventory of one side may lack pods, which
 * count all the same.
 */
const changes = fc
  .record({
    world: worlds,
    other: worlds,
    kept: fc.infiniteStream(fc.boolean()),
    label: fc.boolean(),
    isOnlyLabel: fc.boolean(),
    known: fc.infiniteStream(fc.boolean()),
    lacking: fc.constantFrom('none', 'before', 'after'),
  })
  .map(({ world, other, kept, label, isOnlyLabel, known: isKnown, lacking }) => {
    const known = (all: TestWorld['policies']) => all.filter(({ kind }) => COMPILED.has(kind));
    const before: TestWorld = { ...world, policies: known(world.policies) };
    const own = before.policies.filter(({ kind }) => kind !== 'EgressFirewall' && (kept.next().value as boolean));
    const added = known(other.policies).slice(0, 2);
    const names = new Set<string>();
    const policies = [...own, ...added].filter((policy) => {
      const { namespace, name } = { namespace: '', name: '', ...policy };
      const id = `${policy.kind} ${namespace}/${name}`;
      return !names.has(id) && names.add(id);
    });
    const namespaces =
      label || isOnlyLabel
        ? NAMESPACES.map((one) => (one.name === 'front' ? { ...one, labels: { team: 'red' } } : one))
        : NAMESPACES;
    const after = { ...before, policies: isOnlyLabel ? before.policies : policies, namespaces };
    const some = before.pods.filter(() => isKnown.next().value as boolean);
    const inventory = (own: TestWorld, name: string): TestWorld => (lacking === name ? { ...own, pods: some } : own);
    return { before, after, compiled: { before: inventory(before, 'before'), after: inventory(after, 'after') } };
  });

/** Few classes are looked into as many are. */
const limitsOf = fc.record({
  pairs: fc.constant(COMPARISON_LIMITS.pairs),
  changes: fc.constant(COMPARISON_LIMITS.changes),
  singles: fc.constantFrom(0, COMPARISON_LIMITS.singles),
  heavy: fc.constantFrom(0, 3, 5, COMPARISON_LIMITS.heavy),
});

const hasPlace = (ranges: readonly TransportRange[], place: number): boolean =>
  ranges.some(({ first, end }) => first <= place && place < end);
const hasAddress = (ranges: readonly AddressRange[], text: string): boolean => {
  const address = parseAddress(text);
  const point = address && rangeOfAddress(address).first;
  return point !== undefined && ranges.some(({ first, end }) => first <= point && point < end);
};
const isAmong = (pods: readonly Pod[], { namespace, name }: TestPod): boolean =>
  pods.some((pod) => pod.namespace === namespace && pod.name === name);

/** What a comparison says of a packet. */
function saidOf({ flows, connections }: TrafficChanges, { from, to, protocol, port }: TestPacket): string[] {
  const place = transportPointOf(protocol, port);
  if (typeof to !== 'string') {
    return connections.changes
      .filter((one) => isAmong(one.to, to) && hasPlace(one.transport, place))
      .filter((one) => (typeof from === 'string' ? hasAddress(one.addresses, from) : isAmong(one.from ?? [], from)))
      .filter(
        ({ except = [] }) =>
          !except.some((one) => typeof from !== 'string' && isAmong(one.from, from) && isAmong(one.to, to)),
      )
      .map(({ change }) => change);
  }
  return flows
    .filter(({ source }) => typeof from !== 'string' && source.namespace === from.namespace)
    .filter(({ source }) => typeof from !== 'string' && (!source.pods || isAmong(source.pods, from)))
    .flatMap((one) => one.flows.filter((flow) => hasPlace(flow.transport, place) && hasAddress(flow.addresses, to)))
    .map(({ change }) => change);
}

describe('a comparison of policies', () => {
  it('opens and closes exactly the packets that the text of the Kubernetes API treats otherwise', () => {
    checkProperty(
      fc.property(changes, limitsOf, ({ before, after, compiled }, limits) => {
        const shared = createShared();
        const sideOf = (world: TestWorld) => ({ ...compileWorld(world, CONFIGURATION, shared), isEmpty: false });
        const sides = { before: sideOf(compiled.before), after: sideOf(compiled.after) };
        const decide = { before: sides.before.decide, after: sides.after.decide };
        const traffic = compareTraffic(sides, decide, limits);
        const ends = [...before.pods, ...ADDRESSES];
        for (const from of ends) {
          for (const to of ends) {
            if (from === to || (typeof from === 'string' && typeof to === 'string')) continue;
            for (const transport of TRANSPORTS) {
              const packet = { from, to, ...transport };
              const [was, now] = [passes(before, packet), passes(after, packet)];
              const expected = was === now ? [] : [now ? 'opened' : 'closed'];
              const said = saidOf(traffic, packet).join();
              if (said !== expected.join()) throw new Error(`${JSON.stringify(packet)}: ${said}`);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
