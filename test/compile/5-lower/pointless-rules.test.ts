import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportPointlessRules } from '../../../src/compile/5-lower/policies/report.js';
import type { Report } from '../../../src/model/diagnostic.js';
import { checkProperty } from '../../rig/random.js';
import { type TestPacket, passes } from '../../traffic/policies/brute-force.js';
import { compileWorld } from '../../traffic/policies/compile-world.js';
import type { TestPod, TestWorld } from '../../traffic/policies/objects.js';
import { ADDRESSES, worlds } from '../../traffic/policies/worlds.js';
import { configurationOf } from '../3-index/inventory.js';

const CONFIGURATION = configurationOf('');
const TRANSPORTS = [
  ...[80, 81, 443, 8080].map((port) => ({ protocol: 'TCP', port }) as const),
  ...[80, 81, 443].map((port) => ({ protocol: 'UDP', port }) as const),
  { protocol: 'ICMP', port: 0 } as const,
];

/** Those that small random clusters have. */
const FOUND = [
  'admin-network-policy/shadowed-rule',
  'baseline-admin-network-policy/never-reached',
  'baseline-admin-network-policy/shadowed-rule',
  'egress-firewall/dropped-by-policy',
  'network-policy/already-allowed',
  'network-policy/denied-by-admin-policy',
];

type Policy = TestWorld['policies'][number];
type Gress = 'ingress' | 'egress';

/** A rule that is said to be pointless; without an index all of a direction. */
interface Found {
  readonly code: string;
  readonly title: string;
  readonly gress: Gress;
  readonly index?: number;
}

function findPointless(world: TestWorld): Found[] {
  const { intents, cluster } = compileWorld(world, CONFIGURATION);
  const reports: Report[] = [];
  reportPointlessRules({ intents, cluster, configuration: CONFIGURATION }, (one) => void reports.push(one));
  return reports.map(({ code, resource, location }): Found => {
    const [, , gress = '', index] = ('pointer' in location ? location.pointer : '').split('/');
    const title = `${resource?.kind} ${resource?.namespace} ${resource?.name}`;
    return { code, title, gress: gress as Gress, ...(index === undefined ? {} : { index: Number(index) }) };
  });
}

function titleOf(policy: Policy): string {
  const { kind, namespace = '', name = 'default' } = { namespace: undefined, name: undefined, ...policy };
  return `${kind} ${namespace} ${name}`;
}

/** A cluster without some rules; what policies close stays closed. */
function without(world: TestWorld, found: readonly Found[]): TestWorld {
  const policies = world.policies.map((policy) => {
    const own = found.filter(({ title }) => title === titleOf(policy));
    if (own.length === 0) return policy;
    const left = (gress: Gress): readonly unknown[] =>
      ((policy.spec as Partial<Record<Gress, readonly unknown[]>>)[gress] ?? []).filter(
        (_, index) => !own.some((one) => one.gress === gress && (one.index ?? index) === index),
      );
    const types = policy.kind === 'NetworkPolicy' ? { policyTypes: typesOf(policy) } : {};
    const ingress = policy.kind === 'EgressFirewall' ? {} : { ingress: left('ingress') };
    return { ...policy, spec: { ...policy.spec, ...types, ...ingress, egress: left('egress') } } as Policy;
  });
  return { ...world, policies };
}

function typesOf({ spec }: Extract<Policy, { kind: 'NetworkPolicy' }>): readonly string[] {
  return spec.policyTypes ?? (spec.egress && spec.egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress']);
}

function packetsOf({ pods }: TestWorld): TestPacket[] {
  const ends: (TestPod | string)[] = [...pods, ...ADDRESSES];
  return ends.flatMap((from) =>
    ends.flatMap((to) =>
      from === to || (typeof from === 'string' && typeof to === 'string')
        ? []
        : TRANSPORTS.map((transport): TestPacket => ({ from, to, ...transport })),
    ),
  );
}

function verdictsOf(world: TestWorld): string {
  return packetsOf(world)
    .map((packet) => (passes(world, packet) ? '+' : '-'))
    .join('');
}

describe('a rule that is said to be pointless', () => {
  it('can be removed without any packet being treated otherwise, and so can all of them', () => {
    const counts = new Map<string, number>();
    checkProperty(
      fc.property(worlds, (world) => {
        const found = findPointless(world);
        if (found.length === 0) return;
        const verdicts = verdictsOf(world);
        for (const one of [...found.map((each) => [each]), found]) {
          expect(verdictsOf(without(world, one)), JSON.stringify(one)).toBe(verdicts);
        }
        for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
      }),
      { numRuns: 150 },
    );
    expect([...counts.keys()].sort()).toEqual(FOUND);
  });
});
