import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareInputs } from '../../src/compare/compare.js';
import type { ComparedSide } from '../../src/compare/interpret-side.js';
import { compiledStateOf } from '../../src/compile/compile.js';
import { createWorld } from '../../src/expectations/world.js';
import { compareObservedFlows, createChangeGroups } from '../../src/observed/compare-flows.js';
import { type FlowDecider, createFlowDecider } from '../../src/observed/decide-flow.js';
import { createRecord, protocolNumberOf } from '../../src/observed/flow-record.js';
import { createFlowCollector } from '../../src/observed/observe.js';
import type { Json } from '../../src/std/json.js';
import { samplePacket, sampleTransport } from '../../src/traffic/sample.js';
import type { Pod } from '../../src/model/cluster.js';
import { policyPullRequests } from '../compare/policy-pull-requests.js';
import { pullRequests } from '../compare/pull-requests.js';
import { ADDRESSES, NODES, type Rule, TRANSPORTS, WEIR_YAML, change, expected } from '../compare/rules.js';
import { firewall, inputOf, pod } from '../compare/sides.js';
import { checkProperty } from '../rig/random.js';
import type { Both } from '../../src/traffic/side.js';

const deciderOf = ({ prepared, intents }: ComparedSide) =>
  createFlowDecider(createWorld(compiledStateOf(prepared, intents)));

/** A packet of the comparison, and its change. */
interface Changed {
  readonly change: 'opened' | 'closed';
  readonly from: string;
  readonly to: string;
  readonly protocol: string;
  readonly port: number;
}

const addressOf = (pod: Pod | undefined, family: string): string | undefined =>
  pod?.addresses.find((one) => one.family === family)?.text;

/** Packets between known addresses whose verdict changes, by the exact sets of the comparison. */
function changedPackets(compared: Exclude<ReturnType<typeof compareInputs>, { errors: unknown }>): Changed[] {
  const { traffic } = compared.comparison;
  const { podsByNamespace } = compared.sides.after.cluster;
  const ofFlows = traffic.flows.flatMap(({ source, flows }) => {
    const pod = (source.pods ?? podsByNamespace.get(source.namespace) ?? []).find((one) => !one.hostNetwork);
    return flows.flatMap((flow): Changed[] => {
      const sample = flow.names.length === 0 ? samplePacket(flow, []) : undefined;
      const from = sample && addressOf(pod, sample.address.family);
      return sample && from !== undefined ? [{ ...flow, ...sample, from, to: sample.text }] : [];
    });
  });
  const ofConnections = traffic.connections.changes.flatMap((one): Changed[] => {
    const family = one.family ?? 'IPv4';
    const [from, to] = [addressOf(one.ends?.from, family), addressOf(one.ends?.to, family)];
    const sample = one.sample ?? sampleTransport(one.transport);
    return from !== undefined && to !== undefined ? [{ ...sample, change: one.change, from, to }] : [];
  });
  return [...ofFlows, ...ofConnections].filter(({ protocol }) => protocol !== 'other');
}

/** Observes different packets, and returns the change of each, `same` or `undecided`. */
function observe(
  sides: Both<ComparedSide>,
  deciders: Both<FlowDecider>,
  packets: readonly Omit<Changed, 'change'>[],
): string[] {
  const collector = createFlowCollector(sides.after, createChangeGroups(deciders));
  for (const { from, to, protocol, port } of packets) {
    collector.add({
      ...createRecord(),
      source: collector.numbers.ofText(from),
      destination: collector.numbers.ofText(to),
      protocol: protocolNumberOf(protocol),
      destinationPort: port,
      role: 'request',
    });
  }
  const observed = collector.finish();
  return observed.flows.map((flow) => {
    const { changes, undecided } = compareObservedFlows(deciders, { ...observed, flows: [flow] });
    const found = changes.find(({ change }) => change === 'cut' || change === 'opened');
    return undecided > 0 ? 'undecided' : found ? (found.change === 'cut' ? 'closed' : 'opened') : 'same';
  });
}

/** Packets of a pod to addresses outside and of nodes. */
const PACKETS = ADDRESSES.filter((address) => !/[:.](?:[89a-f]|1[0-5])$/.test(address)).flatMap((address) =>
  TRANSPORTS.map((transport) => {
    const [protocol = '', port = ''] = transport.split(' ');
    const from = address.includes(':') ? '2001:db8::a' : '192.0.2.10';
    return { address, transport, names: [], from, to: address, protocol, port: Number(port) };
  }),
);

describe('changes of observed flows', () => {
  it('are those that packet by packet enumeration finds, unless they depend on unknown answers of a name', () => {
    const counts = new Map<string, number>();
    checkProperty(
      fc.property(change, ([before, after]) => {
        const side = (rules: readonly Rule[]) => ({
          objects: [
            ...NODES,
            pod('shop', 'web-0', ['192.0.2.10', '2001:db8::a']),
            firewall('shop', ...(rules as unknown as Json[])),
          ],
          weirYaml: WEIR_YAML,
        });
        const compared = compareInputs({ before: inputOf(side(before)), after: inputOf(side(after)) });
        if ('errors' in compared) throw new Error('the rules have errors');
        const { sides } = compared;
        const deciders = { before: deciderOf(sides.before), after: deciderOf(sides.after) };
        const found = observe(sides, deciders, PACKETS);
        expect(found).toHaveLength(PACKETS.length);
        for (const [index, packet] of PACKETS.entries()) {
          const one = found[index] ?? '';
          counts.set(one, (counts.get(one) ?? 0) + 1);
          const { address, transport } = packet;
          if (one !== 'undecided') expect(one, `${address} ${transport}`).toBe(expected(before, after, packet));
        }
      }),
      { numRuns: 6 },
    );
    expect([...counts.keys()].sort()).toEqual(['closed', 'opened', 'same', 'undecided']);
    expect(counts.get('undecided')).toBeLessThan((counts.get('same') ?? 0) / 2);
  });

  it('are those that the comparison finds in exact sets, for each pull request', () => {
    let count = 0;
    for (const [title, { before, after }] of Object.entries({ ...pullRequests, ...policyPullRequests })) {
      const compared = compareInputs({ before: inputOf(before), after: inputOf(after) });
      if ('errors' in compared) throw new Error(title);
      const packets = changedPackets(compared);
      if (packets.length === 0) continue;
      const deciders = { before: deciderOf(compared.sides.before), after: deciderOf(compared.sides.after) };
      for (const { change: expectedChange, from, to, protocol, port } of packets) {
        const [found] = observe(compared.sides, deciders, [{ from, to, protocol, port }]);
        // Names with unknown answers leave the verdict open.
        if (found === 'undecided') continue;
        count++;
        expect([title, found]).toEqual([title, expectedChange]);
      }
    }
    expect(count).toBeGreaterThan(5);
  });
});
