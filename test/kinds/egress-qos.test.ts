import { describe, expect, it } from 'vitest';
import type { MarkIntent } from '../../src/model/intent/mark.js';
import { formatPrefix } from '../../src/net/prefix.js';
import { node, pod } from '../compile/3-index/inventory.js';
import { type Outcome, lowerObjects, resource } from './pipeline.js';
import type { Json } from '../../src/std/json.js';

const placed = { nodeName: 'worker-a' };
const inventory = [
  node('worker-a', { 'zone-name': 'worker-a' }),
  node('worker-b', { 'zone-name': 'worker-b' }),
  pod('voip-0', placed, { podIPs: [{ ip: '10.128.2.9' }, { ip: 'fd01:0:0:2::9' }] }, { labels: { app: 'voice' } }),
  pod('voip-1', { nodeName: 'worker-b' }, { podIP: '10.129.2.9' }, { labels: { app: 'voice' } }),
  pod('other-0', placed, { podIP: '10.128.2.10' }, { labels: { app: 'other' } }),
  pod('host-0', { ...placed, hostNetwork: true }, { podIP: '192.168.10.11' }, { labels: { app: 'voice' } }),
  pod('done-0', placed, { podIP: '10.128.2.11', phase: 'Succeeded' }, { labels: { app: 'voice' } }),
  pod('dead-0', placed, { podIP: '10.128.2.12', phase: 'Failed' }, { labels: { app: 'voice' } }),
  pod('wait-0', {}, { podIP: '10.128.2.13', phase: 'Pending' }, { labels: { app: 'voice' } }),
  pod('young-0', placed, { phase: 'Pending' }, { labels: { app: 'voice' } }),
  pod('far-0', placed, { podIP: '10.128.2.14' }, { namespace: 'front', labels: { app: 'voice' } }),
];

function lowerRules(egress: Json[], weirYaml = 'interconnect: true'): Outcome {
  return lowerObjects([...inventory, resource('EgressQoS', 'shop', egress)], weirYaml);
}

function networkOf({ destination }: MarkIntent): { text: string; prefix: string } | 'none' | undefined {
  if (destination === undefined || destination === 'none') return destination;
  return { text: destination.text, prefix: formatPrefix(destination.prefix) };
}

const voice = { matchLabels: { app: 'voice' } };

describe('rules', () => {
  it('become marks in their order, with destination, pods and cause', () => {
    const { marks, said } = lowerRules([{ dscp: 46, dstCIDR: '198.51.100.0/24', podSelector: voice }, { dscp: 0 }]);
    expect(said).toEqual([]);
    expect(
      marks.map((mark) => [mark.order, mark.dscp, networkOf(mark), mark.source.namespace, mark.cause.pointer]),
    ).toEqual([
      [0, 46, { text: '198.51.100.0/24', prefix: '198.51.100.0/24' }, 'shop', '/spec/egress/0'],
      [1, 0, undefined, 'shop', '/spec/egress/1'],
    ]);
    expect(marks[1]).not.toHaveProperty('destination');
    expect(marks.map(({ source }) => source.pods.map((one) => one.name))).toEqual([
      ['voip-0', 'voip-1'],
      ['other-0', 'voip-0', 'voip-1'],
    ]);
  });

  it('pick pods of their namespace that are placed, on the pod network, running and have an address', () => {
    const names = (podSelector: Json): string[][] =>
      lowerRules([{ dscp: 1, podSelector }]).marks.map(({ source }) => source.pods.map((one) => one.name));
    expect(names(voice)).toEqual([['voip-0', 'voip-1']]);
    expect(names({})).toEqual([['other-0', 'voip-0', 'voip-1']]);
    expect(names({ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['voice'] }] })).toEqual([['other-0']]);
  });

  it.each([
    ['::ffff:10.0.0.0/104', 'mapped-cidr'],
    ['::FFFF:a00:0/104', 'mapped-cidr'],
    ['::ffff:10.0.0.0/64', 'mapped-cidr'],
    ['10.0.0.0/08', 'leading-zeros'],
  ])('for %s, which OVN does not read, are the only ones without effect', (dstCIDR, fact) => {
    const { marks, said, statuses } = lowerRules([{ dscp: 1, dstCIDR, podSelector: voice }, { dscp: 46 }]);
    expect(said).toEqual([`rejected egress-qos/${fact} /spec/egress/0/dstCIDR`]);
    expect(marks.map((mark) => [mark.order, networkOf(mark), mark.source.pods.length])).toEqual([
      [0, 'none', 2],
      [1, undefined, 3],
    ]);
    expect(statuses[0]?.status.status).toBe('EgressQoS Rules applied');
  });

  it('that pick no pod are kept, with a warning', () => {
    const { marks, said } = lowerRules([{ dscp: 1, podSelector: { matchLabels: { app: 'none' } } }]);
    expect(marks[0]?.source.pods).toEqual([]);
    expect(said).toEqual(['warning egress-qos/no-pod-selected /spec/egress/0/podSelector']);
  });

  it('without a spec, or with no rules, are no marks and a good status', () => {
    const bare = { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressQoS', metadata: { name: 'default', namespace: 'shop' } };
    const { marks, statuses, said } = lowerObjects([...inventory, bare], 'interconnect: true');
    expect([marks, said]).toEqual([[], []]);
    expect(statuses[0]?.status.status).toBe('EgressQoS Rules applied');
    expect(lowerRules([]).marks).toEqual([]);
  });

  it('keep the text of a destination, and warn of host bits and families that are off', () => {
    const { marks, said } = lowerRules([
      { dscp: 8, dstCIDR: '2001:DB8::/32' },
      { dscp: 8, dstCIDR: '198.51.100.7/24' },
    ]);
    expect(marks.map(networkOf)).toEqual([
      { text: '2001:DB8::/32', prefix: '2001:db8::/32' },
      { text: '198.51.100.7/24', prefix: '198.51.100.0/24' },
    ]);
    expect(said).toEqual([
      'warning egress-qos/family-off /spec/egress/0/dstCIDR',
      'warning egress-qos/host-bits /spec/egress/1/dstCIDR',
    ]);
  });
});

describe('status', () => {
  it('has a condition of each zone, sorted', () => {
    expect(lowerRules([{ dscp: 1 }]).statuses.map(({ subresource, status }) => [subresource, status])).toEqual([
      [
        'status',
        {
          conditions: ['worker-a', 'worker-b'].map((zone) => ({
            type: `Ready-In-Zone-${zone}`,
            status: 'True',
            reason: 'SetupSucceeded',
            message: 'EgressQoS Rules applied',
          })),
          status: 'EgressQoS Rules applied',
        },
      ],
    ]);
  });

  it('is not touched where there is no zone', () => {
    expect(lowerObjects([resource('EgressQoS', 'shop', [])], 'interconnect: true').statuses).toEqual([]);
  });
});

describe('an object with wrong rules', () => {
  /** The message that every zone has. */
  function failure({ marks, statuses }: Outcome): unknown {
    expect(marks).toEqual([]);
    const [status] = statuses.map((intent) => intent.status);
    expect(status?.status).toBe('EgressQoS Rules not correctly applied');
    const conditions = status?.conditions as { status: string; reason: string; message: string }[];
    expect(conditions.map(({ status: holds, reason }) => [holds, reason])).toEqual([
      ['False', 'SetupFailed'],
      ['False', 'SetupFailed'],
    ]);
    expect(new Set(conditions.map(({ message }) => message)).size).toBe(1);
    return conditions[0]?.message;
  }

  it('a destination that the API server takes and the controllers do not', () => {
    const outcome = lowerRules([{ dscp: 1 }, { dscp: 46, dstCIDR: '010.0.0.0/8' }]);
    expect(outcome.said).toEqual(['rejected egress-qos/bad-cidr /spec/egress/1/dstCIDR']);
    expect(failure(outcome)).toBe(
      'EgressQoS Rules not correctly applied: cannot create egressqos Rule to destination 010.0.0.0/8 for namespace shop: invalid CIDR address: 010.0.0.0/8',
    );
  });

  it('an invalid selector: its destination is named, or any', () => {
    const podSelector = { matchExpressions: [{ key: 'app', operator: 'In' }] };
    const why = "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty";
    const outcome = lowerRules([
      { dscp: 1, podSelector },
      { dscp: 1, dstCIDR: '198.51.100.0/24', podSelector },
    ]);
    expect(outcome.said).toEqual([
      'rejected egress-qos/bad-pod-selector /spec/egress/0/podSelector/matchExpressions/0',
      'rejected egress-qos/bad-pod-selector /spec/egress/1/podSelector/matchExpressions/0',
    ]);
    expect(failure(outcome)).toBe(
      `EgressQoS Rules not correctly applied: [cannot create egressqos Rule to destination any for namespace shop: ${why}, cannot create egressqos Rule to destination 198.51.100.0/24 for namespace shop: ${why}]`,
    );
  });

  it('1000 rules fit, 1001 do not, and then nothing else is looked at', () => {
    const rules = Array.from({ length: 1000 }, () => ({ dscp: 1 }));
    expect(lowerRules(rules).marks.at(-1)?.order).toBe(999);
    const outcome = lowerRules([...rules, { dscp: 1, dstCIDR: '010.0.0.0/8' }]);
    expect(outcome.said).toEqual(['rejected egress-qos/too-many-rules /spec/egress/1000']);
    expect(failure(outcome)).toBe(
      'EgressQoS Rules not correctly applied: cannot create EgressQoS with 1001 rules - maximum is 1000',
    );
  });

  it('leaves the objects of other namespaces alone', () => {
    const { marks } = lowerObjects([
      ...inventory,
      resource('EgressQoS', 'shop', [{ dscp: 46, dstCIDR: '010.0.0.0/8' }]),
      resource('EgressQoS', 'front', [{ dscp: 10 }]),
    ]);
    expect(marks.map(({ source }) => [source.namespace, source.pods.map((one) => one.name)])).toEqual([
      ['front', ['far-0']],
    ]);
  });
});
