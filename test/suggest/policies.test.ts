import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpectations } from '../../src/expectations/parse.js';
import { createWorld } from '../../src/expectations/world.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { specOfDraft } from '../../src/suggest/policy-object.js';
import { suggestPolicies } from '../../src/suggest/suggest-policies.js';
import { pathsOfExpectations } from '../../src/suggest/wished-path.js';
import { configurationOf } from '../compile/3-index/inventory.js';
import { type TestExpectation, isMeant } from '../expectations/brute-force.js';
import { checkProperty } from '../rig/random.js';
import { type TestPacket, passes } from '../traffic/policies/brute-force.js';
import { compileWorld } from '../traffic/policies/compile-world.js';
import type { Firewall, NetworkPolicy, NetworkPolicyRule, TestPod, TestWorld } from '../traffic/policies/objects.js';
import { ADDRESSES, ANSWERS, NAMED, clusters, outsideWishes, wishes } from './wishes.js';

const RUNS = Number(process.env.WEIR_SUGGESTIONS ?? 20);
const CONFIGURATION = configurationOf(`dns: ${JSON.stringify(ANSWERS)}`.replaceAll(/:("[^"]*")/g, ': [$1]'));
/** Ports on and beside every boundary of the wishes. */
const TRANSPORTS = [
  ...[1, 53, 80, 81, 443, 444, 8080].flatMap((port) =>
    (['TCP', 'UDP'] as const).map((protocol) => ({ protocol, port })),
  ),
  { protocol: 'SCTP', port: 1 } as const,
  { protocol: 'ICMP', port: 0 } as const,
];

/** The policies for wishes, and the EgressFirewalls of the namespaces that have or need one. */
function suggest(world: TestWorld, list: readonly object[], hasFirewall: (namespace: string) => boolean = () => false) {
  const file = { path: 'expectations.yaml', text: JSON.stringify({ expectations: list.map(mayBeEmpty) }) };
  const parsed = parseExpectations([file], checkConfiguration, (report) => {
    throw new Error(report.message);
  });
  const compiled = createWorld({
    ...compileWorld(world, CONFIGURATION),
    failovers: () => [],
    tracedState: () => ({ zones: [] }),
  });
  const paths = pathsOfExpectations(parsed);
  const { policies, firewalls, problems } = suggestPolicies(NAMED, paths, compiled, hasFirewall);
  const objects = policies.map(
    (draft, index) =>
      ({
        kind: 'NetworkPolicy',
        namespace: draft.namespace,
        name: `policy-${index}`,
        spec: specOfDraft(draft),
      }) as unknown as NetworkPolicy,
  );
  const filters = firewalls
    .filter(({ namespace, isNeeded }) => isNeeded || hasFirewall(namespace))
    .map(
      ({ namespace, spec }) => ({ kind: 'EgressFirewall', namespace, spec: withAnswers(spec) }) as unknown as Firewall,
    );
  return { objects, filters, problems };
}

const mayBeEmpty = (one: object): object => ({ ...one, 'may-be-empty': true });

/** Replaces DNS names by their answers. */
function withAnswers<Value>(value: Value): Value {
  return Object.entries(ANSWERS).reduce<Value>(
    (replaced, [name, address]) =>
      JSON.parse(
        JSON.stringify(replaced)
          .replaceAll(`"dnsName":"${name}"`, `"cidrSelector":"${address}/32"`)
          .replaceAll(`"name":"${name}"`, `"cidr":"${address}/32"`),
      ) as Value,
    value,
  );
}

const isNamed = (end: TestPod | string): boolean => typeof end !== 'string' && NAMED.includes(end.namespace);

/** Every packet from or to a pod of the namespaces. */
function packetsOf({ pods }: TestWorld): TestPacket[] {
  const ends = [...pods, ...ADDRESSES];
  return ends.flatMap((from) =>
    ends.flatMap((to) =>
      from !== to && (isNamed(from) || isNamed(to)) ? TRANSPORTS.map((one): TestPacket => ({ from, to, ...one })) : [],
    ),
  );
}

/** Whether a packet is asked for, from the wishes alone. */
function isWished(list: readonly TestExpectation[], { pods }: TestWorld, packet: TestPacket): boolean {
  if (list.some((wish) => isMeant(wish, packet))) return true;
  const { from, to, protocol, port } = packet;
  const isDNS = typeof to !== 'string' && to.labels['k8s-app'] === 'kube-dns' && port === 53;
  if (!isDNS || !isNamed(from) || protocol === 'SCTP') return false;
  const others = [...pods, ...ADDRESSES];
  return list.some((wish) =>
    others.some((other) => TRANSPORTS.some((one) => isMeant(wish, { from, to: other, ...one }))),
  );
}

/** A packet that passes although it is not asked for, or the other way round. */
function findDifference(world: TestWorld, wished: ReadonlyMap<TestPacket, boolean>): TestPacket | undefined {
  for (const [packet, isAskedFor] of wished) if (passes(world, packet) !== isAskedFor) return packet;
  return undefined;
}

/** Every policy set with a policy, a rule, a peer or a port less. */
function* withoutParts(objects: readonly NetworkPolicy[]): Generator<readonly [string, readonly NetworkPolicy[]]> {
  for (const [index, policy] of objects.entries()) {
    const replace = (spec: NetworkPolicy['spec']) => objects.with(index, { ...policy, spec });
    yield [`policy ${index}`, objects.toSpliced(index, 1)];
    for (const field of ['ingress', 'egress'] as const) {
      const rules = policy.spec[field] ?? [];
      for (const [place, rule] of rules.entries()) {
        yield [`${field} ${place}`, replace({ ...policy.spec, [field]: rules.toSpliced(place, 1) })];
        for (const list of ['from', 'to', 'ports'] as const) {
          const items = rule[list] ?? [];
          if (items.length < 2) continue;
          for (const item of items.keys()) {
            const less: NetworkPolicyRule = { ...rule, [list]: (items as readonly unknown[]).toSpliced(item, 1) };
            yield [`${field} ${place} ${list} ${item}`, replace({ ...policy.spec, [field]: rules.with(place, less) })];
          }
        }
      }
    }
  }
}

/** Every firewall with a rule or a port less. */
function* withoutRules({ spec, ...rest }: Firewall): Generator<readonly [string, Firewall]> {
  for (const [index, rule] of spec.egress.entries()) {
    yield [`firewall rule ${index}`, { ...rest, spec: { egress: spec.egress.toSpliced(index, 1) } }];
    const { ports = [] } = rule;
    for (const port of ports.length > 1 ? ports.keys() : []) {
      const less = { ...rule, ports: ports.toSpliced(port, 1) };
      yield [`firewall rule ${index} port ${port}`, { ...rest, spec: { egress: spec.egress.with(index, less) } }];
    }
  }
}

describe('suggested policies', () => {
  it('allow what is asked for and nothing else, by lasting labels, and none of their parts can be left out', () => {
    let proven = 0;
    checkProperty(
      fc.property(clusters, wishes, (world, list) => {
        const { objects, problems } = suggest(world, list);
        if (problems.length > 0) return;
        proven++;
        expect(JSON.stringify(objects)).not.toContain('pod-template-hash');
        const wished = new Map(packetsOf(world).map((packet) => [packet, isWished(list, world, packet)]));
        const words = JSON.stringify({ list, objects });
        expect(findDifference({ ...world, policies: objects }, wished), words).toBeUndefined();
        for (const [part, less] of withoutParts(objects)) {
          expect(findDifference({ ...world, policies: less }, wished), `${part} of ${words}`).toBeDefined();
        }
      }),
      { numRuns: RUNS },
    );
    // The labels of some clusters do not tell apart what the wishes do.
    expect(proven).toBeGreaterThan(RUNS / 2);
    if (RUNS > 20) process.stdout.write(`${proven} of ${RUNS} clusters have a suggestion\n`);
  });

  it('let an EgressFirewall decide about destinations outside if all pods of its namespace need the same', () => {
    const [first = ''] = NAMED;
    const isFirst = (name: string): boolean => name === first;
    checkProperty(
      fc.property(clusters, wishes, outsideWishes, (world, list, outside) => {
        const inside = list.filter(({ from, to }) => isPods(from) && isPods(to));
        const added = outside.map((to, index) => ({
          ...{ name: `outside ${index}`, from: { namespace: first } },
          ...{ to, reachable: true as const },
        }));
        const { objects, filters, problems } = suggest(world, [...inside, ...added], isFirst);
        expect(problems).toEqual([]);
        if (!world.pods.some(({ namespace }) => isFirst(namespace))) return;
        const all = withAnswers([...inside, ...added]) as unknown as TestExpectation[];
        const wished = new Map(packetsOf(world).map((packet) => [packet, isWished(all, world, packet)]));
        const words = JSON.stringify({ all, objects, filters });
        const [filter] = filters;
        expect(filter, words).toBeDefined();
        if (!filter) return;
        expect(findDifference({ ...world, policies: [...objects, filter] }, wished), words).toBeUndefined();
        for (const [part, less] of withoutParts(objects))
          expect(
            findDifference({ ...world, policies: [...less, filter] }, wished),
            `${part} of ${words}`,
          ).toBeDefined();
        for (const [part, less] of withoutRules(filter))
          expect(
            findDifference({ ...world, policies: [...objects, less] }, wished),
            `${part} of ${words}`,
          ).toBeDefined();
      }),
      { numRuns: RUNS / 2 },
    );
  });
});

function isPods(end: TestExpectation['from']): boolean {
  return typeof end === 'object' && !('cidr' in end);
}
