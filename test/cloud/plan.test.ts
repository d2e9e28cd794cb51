import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOfCloudName } from '../../src/cloud/name.js';
import { planCloud } from '../../src/cloud/plan/plan.js';
import type { CloudPlan, CurrentAssignment, DesiredAssignment } from '../../src/cloud/plan/model.js';
import type { CloudEgress, Node } from '../../src/model/cluster.js';
import { type Address, formatAddress, parseAddress } from '../../src/net/address.js';
import { parsePrefix } from '../../src/net/prefix.js';
import { checkProperty } from '../rig/random.js';

function ip(text: string): Address {
  const address = parseAddress(text);
  if (!address) throw new Error(text);
  return address;
}

function cloudNode(name: string, capacity: CloudEgress['capacity'] = {}): Node {
  const subnets = ['10.0.0.0/16', 'fd00:10::/64'].flatMap((text) => parsePrefix(text) ?? []);
  const object = { spec: { providerID: `aws:///zone/${name}` } };
  const origin = { file: { path: 'nodes.yaml', text: '' }, start: 0, end: 0, pointer: '' };
  return {
    name,
    labels: {},
    zone: 'global',
    subnets: [],
    primaryAddresses: [],
    ready: true,
    cloudEgress: { interface: `eni-${name}`, subnets, capacity },
    interfaces: [],
    transitAddresses: [],
    gatewayMtuSupport: true,
    hasEncapIPs: false,
    manifest: { apiVersion: 'v1', kind: 'Node', namespace: '', name, object, origin },
  };
}

/** Present and desired assignments by `<address>` → node; all belong to the EgressIP `shop`. */
function plan(
  nodes: readonly Node[],
  before: Record<string, string>,
  after: Record<string, string>,
  changes: Partial<CurrentAssignment> = {},
): CloudPlan {
  const current = Object.entries(before).map(([text, node]): CurrentAssignment => ({
    address: ip(text),
    owner: 'shop',
    node,
    isAssigned: true,
    ...changes,
  }));
  const desired = Object.entries(after).map(([text, node]): DesiredAssignment => ({
    address: ip(text),
    owner: 'shop',
    node,
  }));
  return planCloud({
    platform: 'AWS',
    current,
    desired,
    unplaced: [],
    nodes,
    owners: new Set(['shop']),
    isAssignable: () => true,
  });
}

function show({ operations }: CloudPlan): string[] {
  return operations.map(({ id, fromNode = '', toNode = '', dependsOn }) =>
    `${id} ${fromNode}>${toNode} ${dependsOn.join(', ')}`.trim(),
  );
}

const [w1, w2] = [cloudNode('w1', { ip: 1 }), cloudNode('w2', { ip: 1 })];

describe('the plan of cloud assignments', () => {
  it('assigns a new address: object, operation, counts and expected status', () => {
    expect(plan([cloudNode('w1', { ipv4: 9, ipv6: 10 })], {}, { '10.0.0.50': 'w1' })).toEqual({
      platform: 'AWS',
      nodes: [
        {
          node: 'w1',
          providerID: 'aws:///zone/w1',
          interface: 'eni-w1',
          subnets: { ipv4: '10.0.0.0/16', ipv6: 'fd00:10::/64' },
          limit: { ipv4: 9, ipv6: 10 },
          before: { ipv4: 0, ipv6: 0 },
          after: { ipv4: 1, ipv6: 0 },
          assignable: true,
        },
      ],
      desired: [
        {
          address: '10.0.0.50',
          family: 'IPv4',
          object: {
            apiVersion: 'cloud.network.openshift.io/v1',
            kind: 'CloudPrivateIPConfig',
            metadata: { name: '10.0.0.50', annotations: { 'k8s.ovn.org/egressip-owner-ref': 'shop' } },
            spec: { node: 'w1' },
          },
        },
      ],
      operations: [
        {
          id: 'assign 10.0.0.50',
          op: 'assign',
          address: '10.0.0.50',
          name: '10.0.0.50',
          owner: 'shop',
          toNode: 'w1',
          toProviderID: 'aws:///zone/w1',
          interface: 'eni-w1',
          subnet: '10.0.0.0/16',
          dependsOn: [],
          precondition: { absentOrOwnedBy: 'shop', node: 'w1', providerID: 'aws:///zone/w1' },
        },
      ],
      unplaced: [],
      expectedStatus: [{ egressIP: 'shop', items: [{ egressIP: '10.0.0.50', node: 'w1' }] }],
    });
  });

  it('moves an address in one operation', () => {
    const { operations } = plan([w1, w2], { '10.0.0.25': 'w1' }, { '10.0.0.25': 'w2' });
    expect(operations).toMatchObject([
      { op: 'move', fromNode: 'w1', toNode: 'w2', interface: 'eni-w2', precondition: { statusNode: 'w1' } },
    ]);
  });

  it('leaves an address on its desired node alone, and asks again for one that is not confirmed', () => {
    const where = { '10.0.0.25': 'w1' };
    expect(show(plan([w1], where, where))).toEqual([]);
    expect(show(plan([w1], where, where, { isAssigned: false }))).toEqual(['assign 10.0.0.25 >w1']);
  });

  it('is in the order release, move, assign, and by address in each, IPv4 first', () => {
    const nodes = ['w1', 'w2', 'w3'].map((name) => cloudNode(name));
    const before = { 'fd00:10::1': 'w1', '10.0.0.9': 'w1', '10.0.0.10': 'w1', '10.0.0.2': 'w2', '10.0.0.100': 'w3' };
    const after = { '10.0.0.10': 'w3', '10.0.0.2': 'w1', '10.0.0.77': 'w2', '10.0.0.8': 'w2', '10.0.0.100': 'w2' };
    expect(show(plan(nodes, before, after))).toEqual([
      'release 10.0.0.9 w1>',
      'release fd00:10::1 w1>',
      'move 10.0.0.2 w2>w1',
      'move 10.0.0.10 w1>w3',
      'move 10.0.0.100 w3>w2',
      'assign 10.0.0.8 >w2',
      'assign 10.0.0.77 >w2',
    ]);
  });

  it('waits for the place of a release or of a move', () => {
    const before = { '10.0.0.1': 'w1', '10.0.0.2': 'w2' };
    expect(show(plan([w1, w2], before, { '10.0.0.2': 'w1', '10.0.0.3': 'w2' }))).toEqual([
      'release 10.0.0.1 w1>',
      'move 10.0.0.2 w2>w1 release 10.0.0.1',
      'assign 10.0.0.3 >w2 move 10.0.0.2',
    ]);
  });

  it('breaks a swap between full nodes at its smallest address', () => {
    const before = { '10.0.0.10': 'w1', '10.0.0.11': 'w2' };
    expect(show(plan([w1, w2], before, { '10.0.0.10': 'w2', '10.0.0.11': 'w1' }))).toEqual([
      'release 10.0.0.10 w1>',
      'move 10.0.0.11 w2>w1 release 10.0.0.10',
      'assign 10.0.0.10 >w2 release 10.0.0.10, move 10.0.0.11',
    ]);
  });

  it('leaves out what does not fit in the end, and those who stay go first', () => {
    const node = cloudNode('w1', { ipv4: 1, ipv6: 3 });
    const result = plan([node], { '10.0.0.51': 'w1' }, { '10.0.0.50': 'w1', '10.0.0.51': 'w1' });
    expect(result.unplaced).toEqual([
      { owner: 'shop', address: '10.0.0.50', reason: 'capacity', nodes: [{ node: 'w1', reason: 'capacity' }] },
    ]);
    expect(result.expectedStatus).toEqual([{ egressIP: 'shop', items: [{ egressIP: '10.0.0.51', node: 'w1' }] }]);
    expect(result.operations).toEqual([]);
  });

  it.each([
    ['of a node that is gone', '10.0.0.50', 'w9', 'noAssignableNode'],
    ['outside of the subnet', '10.9.0.50', 'w1', 'noSubnet'],
  ])('leaves out an address %s', (_, address, node, reason) => {
    expect(plan([w1], {}, { [address]: node }).unplaced).toMatchObject([{ address, reason }]);
  });

  it.each([
    ['without an owner', undefined],
    ['of an owner that does not exist', 'gone'],
  ])('does not touch an object %s', (_, owner) => {
    const other: CurrentAssignment = {
      address: ip('10.0.0.50'),
      node: 'w1',
      isAssigned: true,
      ...(owner === undefined ? {} : { owner }),
    };
    const result = planCloud({
      platform: 'GCP',
      current: [other],
      desired: ['10.0.0.50', '10.0.0.51'].map((text) => ({ address: ip(text), owner: 'shop', node: 'w1' })),
      unplaced: [],
      nodes: [w1],
      owners: new Set(['shop']),
      isAssignable: () => false,
    });
    expect(result.operations).toEqual([]);
    expect(result.unplaced.map(({ reason }) => reason)).toEqual(['conflict', 'capacity']);
    expect(result.nodes).toMatchObject([{ before: { ipv4: 1 }, after: { ipv4: 1 }, assignable: false }]);
  });
});

it('a plan lists the desired objects by their names, and what every EgressIP will have', () => {
  const result = planCloud({
    platform: 'AWS',
    current: [],
    desired: ['10.0.0.9', '10.0.0.10'].map((text) => ({ address: ip(text), owner: 'shop', node: 'w1' })),
    unplaced: [],
    nodes: [cloudNode('w1')],
    owners: new Set(['shop', 'idle']),
    isAssignable: () => true,
  });
  expect(result.desired.map(({ address }) => address)).toEqual(['10.0.0.10', '10.0.0.9']);
  expect(result.operations.map(({ address }) => address)).toEqual(['10.0.0.9', '10.0.0.10']);
  expect(result.expectedStatus).toMatchObject([
    { egressIP: 'idle', items: [] },
    { egressIP: 'shop', items: [{ egressIP: '10.0.0.9' }, { egressIP: '10.0.0.10' }] },
  ]);
});

describe('carrying out a plan in its order', () => {
  const names = ['w1', 'w2', 'w3', 'w4'];
  const place = fc.option(fc.constantFrom(...names), { nil: undefined });
  /** The current and the desired node of each of some addresses. */
  const wishes = fc.array(fc.record({ before: place, after: place, isIPv6: fc.boolean() }), { maxLength: 14 });

  it('ends in the desired state, never holds more than a limit allows, and has every dependency done before', () => {
    checkProperty(
      fc.property(wishes, fc.integer({ min: 0, max: 1 }), (wanted, slack) => {
        const addresses = wanted.map(({ isIPv6 }, index) => (isIPv6 ? `fd00:10::${index + 1}` : `10.0.0.${index + 1}`));
        const pick = (when: 'before' | 'after') =>
          Object.fromEntries(
            wanted.flatMap((one, index) => (one[when] === undefined ? [] : [[addresses[index] ?? '', one[when]]])),
          );
        const [before, after] = [pick('before'), pick('after')];
        const countOn = (where: Record<string, string>, name: string) =>
          Object.values(where).filter((node) => node === name).length;
        const limits = new Map(
          names.map((name) => [name, Math.max(countOn(before, name), countOn(after, name)) + slack]),
        );
        const nodes = names.map((name) => cloudNode(name, { ip: limits.get(name) ?? 0 }));
        const { operations, unplaced } = plan(nodes, before, after);
        const where = { ...before };
        const done = new Set<string>();
        for (const { id, address, fromNode, toNode, dependsOn } of operations) {
          expect(dependsOn.filter((one) => !done.has(one))).toEqual([]);
          if (fromNode !== undefined) expect(where[address]).toBe(fromNode);
          Reflect.deleteProperty(where, address);
          if (toNode !== undefined) where[address] = toNode;
          for (const name of names) expect(countOn(where, name)).toBeLessThanOrEqual(limits.get(name) ?? 0);
          done.add(id);
        }
        expect(unplaced).toEqual([]);
        expect(where).toEqual(after);
      }),
    );
  });

  it('is the same plan whatever the order of the input', () => {
    checkProperty(
      fc.property(wishes, (wanted) => {
        const entries = (when: 'before' | 'after') =>
          wanted.flatMap((one, index) =>
            one[when] === undefined ? [] : [[`10.0.0.${index + 1}`, one[when]] as const],
          );
        const nodes = names.map((name) => cloudNode(name, { ip: 4 }));
        const forward = plan(nodes, Object.fromEntries(entries('before')), Object.fromEntries(entries('after')));
        const backward = plan(
          [...nodes].reverse(),
          Object.fromEntries(entries('before').reverse()),
          Object.fromEntries(entries('after').reverse()),
        );
        expect(backward.operations).toEqual(forward.operations);
        expect(backward.nodes).toEqual(forward.nodes);
        expect(backward.unplaced).toEqual(forward.unplaced);
      }),
    );
  });

  it('every address of the plan has a name that says it', () => {
    const { operations } = plan([cloudNode('w1')], {}, { 'fd00:10::7': 'w1', '10.0.0.7': 'w1' });
    expect(
      operations.map(({ name, address }) => [formatAddress(addressOfCloudName(name) ?? ip('::')), address]),
    ).toEqual([
      ['10.0.0.7', '10.0.0.7'],
      ['fd00:10::7', 'fd00:10::7'],
    ]);
  });
});
