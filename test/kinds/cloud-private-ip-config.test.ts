import { describe, expect, it } from 'vitest';
import { cloudConfig } from '../compile/4-claim/inventory.js';
import { lowerObjects } from './pipeline.js';
import type { JsonObject } from '../../src/std/json.js';

const CODE = 'cloud-private-ip-config';

/** A node whose interface has a subnet; `capacity` as the cloud controller writes it. */
function cloudNode(name: string, capacity: JsonObject = { ip: 10 }, ipv4 = '10.0.0.0/24'): JsonObject {
  const annotation = JSON.stringify([{ interface: `nic-${name}`, ifaddr: { ipv4, ipv6: 'fd00:10::/64' }, capacity }]);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, annotations: { 'cloud.network.openshift.io/egress-ipconfig': annotation } },
  };
}

function status(node: string, value: string, message: string): JsonObject {
  const condition = {
    type: 'Assigned',
    status: value,
    reason: value === 'True' ? 'CloudResponseSuccess' : 'CloudResponseError',
    message,
  };
  return { node, conditions: [condition] };
}

function live(node: string, value: string, message: string): JsonObject {
  const { conditions } = status(node, value, message) as { conditions: JsonObject[] };
  return { node, conditions: conditions.map((one) => ({ ...one, lastTransitionTime: '2025-03-01T00:00:00Z' })) };
}

const nodes = [cloudNode('heron'), cloudNode('otter')];

describe('a CloudPrivateIPConfig', () => {
  it('that the cloud can carry out has the condition Assigned in the end', () => {
    const { statuses, said } = lowerObjects([...nodes, cloudConfig('10.0.0.50', 'heron')], 'platform: AWS');
    expect(statuses.map((intent) => intent.status)).toEqual([status('heron', 'True', 'IP address successfully added')]);
    expect(statuses.map((intent) => intent.subresource)).toEqual(['status']);
    expect(said).toEqual([]);
  });

  it('that moves says so on OpenStack only, where a move is one step', () => {
    const moved = cloudConfig('10.0.0.50', 'heron', 'a', live('otter', 'True', 'IP address successfully added'));
    const messageOn = (platform: string) =>
      lowerObjects([...nodes, moved], `platform: ${platform}`).statuses.map((intent) => intent.status);
    expect(messageOn('OpenStack')).toEqual([status('heron', 'True', 'IP address successfully moved')]);
    expect(messageOn('GCP')).toEqual([status('heron', 'True', 'IP address successfully added')]);
  });

  it('on its desired node keeps its message', () => {
    const settled = cloudConfig('10.0.0.50', 'heron', 'a', live('heron', 'True', 'IP address successfully moved'));
    const { statuses } = lowerObjects([...nodes, settled], 'platform: OpenStack');
    expect(statuses[0]?.status).toEqual(status('heron', 'True', 'IP address successfully moved'));
  });

  it('that failed before is expected to succeed', () => {
    const failed = cloudConfig('10.0.0.50', 'heron', 'a', live('heron', 'False', 'Error'));
    const { statuses } = lowerObjects([...nodes, failed], 'platform: Azure');
    expect(statuses[0]?.status).toEqual(status('heron', 'True', 'IP address successfully added'));
  });

  it('of a node that does not exist has the words of the cloud controller in its status', () => {
    const { statuses, said } = lowerObjects([...nodes, cloudConfig('10.0.0.50', 'crane')], 'platform: AWS');
    expect(statuses[0]?.status).toEqual(status('crane', 'False', 'Node "crane" does not exist'));
    expect(said).toEqual([`rejected ${CODE}/unknown-node /spec/node`]);
  });

  it('that OpenStack cannot move to a node that does not exist stays at the old one', () => {
    const moved = cloudConfig('10.0.0.50', 'crane', 'a', live('otter', 'True', 'IP address successfully added'));
    const { statuses } = lowerObjects([...nodes, moved], 'platform: OpenStack');
    expect(statuses[0]?.status).toEqual(status('otter', 'False', 'Target node "crane" does not exist'));
  });

  it('is ignored elsewhere, which is reported once', () => {
    const heron = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'heron' } };
    const { statuses, said } = lowerObjects(
      [heron, cloudConfig('10.0.0.50', 'heron'), cloudConfig('10.0.0.51', 'heron')],
      'platform: BareMetal',
    );
    expect(statuses).toEqual([]);
    expect(said).toEqual([`warning ${CODE}/no-cloud /kind`]);
  });
});

it('a name with leading zeros, which no controller reads, has no status', () => {
  const { said, statuses } = lowerObjects([...nodes, cloudConfig('010.0.0.50', 'heron')], 'platform: AWS');
  expect(said).toEqual([`rejected ${CODE}/leading-zeros /metadata/name`]);
  expect(statuses).toEqual([]);
});

describe('a CloudPrivateIPConfig is refused for', () => {
  const bare: JsonObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'bare' } };
  const withoutIPv6: JsonObject = {
    ...bare,
    metadata: {
      name: 'bare',
      annotations: {
        'cloud.network.openshift.io/egress-ipconfig':
          '[{"interface":"n","ifaddr":{"ipv4":"10.0.0.0/24"},"capacity":{}}]',
      },
    },
  };

  it.each<[string, string, JsonObject, string]>([
    [
      'a node without the annotation',
      '10.0.0.50',
      { ...bare, metadata: { name: 'heron' } },
      'unusable-node /spec/node',
    ],
    ['an address outside of the subnet', '10.0.1.50', nodes[0] ?? {}, 'outside-subnet /metadata/name'],
    [
      'a family that the node has no subnet of',
      'fd00.0010.0000.0000.0000.0000.0000.0050',
      { ...withoutIPv6, metadata: { ...(withoutIPv6.metadata as JsonObject), name: 'heron' } },
      'no-subnet /metadata/name',
    ],
    ['no node', '10.0.0.50', bare, 'unknown-node /spec/node'],
  ])('%s', (_, name, node, fact) => {
    const { said, statuses } = lowerObjects([node, cloudConfig(name, 'heron')], 'platform: AWS');
    expect(said).toEqual([`rejected ${CODE}/${fact}`]);
    expect(statuses.map((intent) => (intent.status.conditions as JsonObject[])[0]?.status)).toEqual(['False']);
  });

  it.each([
    ['AWS', ['10.0.0.0', '10.0.0.3', '10.0.0.255'], ['10.0.0.4', '10.0.0.254']],
    ['Azure', ['10.0.0.0', '10.0.0.3', '10.0.0.255'], ['10.0.0.4', '10.0.0.254']],
    ['GCP', ['10.0.0.1', '10.0.0.254', '10.0.0.255'], ['10.0.0.2', '10.0.0.253']],
    ['OpenStack', ['10.0.0.0', '10.0.0.255'], ['10.0.0.1', '10.0.0.254']],
  ])('an address that %s keeps for itself', (platform, kept, free) => {
    const objects = [...kept, ...free].map((address) => cloudConfig(address, 'heron'));
    const { said } = lowerObjects([...nodes, ...objects], `platform: ${platform}`);
    expect(said).toEqual(kept.map(() => `rejected ${CODE}/reserved-address /metadata/name`));
  });

  it.each<[string, JsonObject, number]>([
    ['all addresses', { ip: 2 }, 2],
    ['IPv4', { ipv4: 1, ipv6: 9 }, 1],
    ['IPv6', { ipv4: 9, ipv6: 0 }, 1],
    ['neither family', { ipv4: 2, ipv6: 1 }, 0],
  ])('a capacity for %s that is used up: %j', (_, capacity, refused) => {
    const objects = ['10.0.0.50', '10.0.0.51', 'fd00.0010.0000.0000.0000.0000.0000.0050'].map((name) =>
      cloudConfig(name, 'heron'),
    );
    const { statuses, said } = lowerObjects([cloudNode('heron', capacity), ...objects], 'platform: AWS');
    const failed = statuses.filter((intent) => (intent.status.conditions as JsonObject[])[0]?.status === 'False');
    expect(failed).toHaveLength(capacity.ip === undefined ? refused : 1);
    expect(said.filter((text) => text.includes('/over-capacity'))).toHaveLength(failed.length);
  });

  it('a capacity of 0, which is also reported for the node', () => {
    const { said } = lowerObjects([cloudNode('heron', { ip: 0 }), cloudConfig('10.0.0.50', 'heron')], 'platform: GCP');
    expect(said).toContain(`rejected ${CODE}/over-capacity /spec/node`);
    expect(said).toContain(
      `warning ${CODE}/no-capacity /metadata/annotations/cloud.network.openshift.io~1egress-ipconfig`,
    );
  });
});
