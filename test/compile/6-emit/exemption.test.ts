import { describe, expect, it } from 'vitest';
import { clusterSubnet } from './topology/fixture.js';
import {
  causeOf,
  duck,
  dualStack,
  dualStackNodeOf,
  egressOf,
  emitAll,
  nodesOf,
  pointOf,
  rowsOf,
  zoneOf,
} from './fixture.js';

const [heron, egret, stork] = nodesOf(false);

function matchesOf(
  part: string,
  configuration: Parameters<typeof zoneOf>[3] = {},
  nodes = [heron],
): [string, unknown][] {
  const policies = rowsOf(zoneOf('global', nodes, [], configuration), 'Logical_Router_Policy', part);
  return Object.entries(policies).map(([key, { match }]) => [key, match]);
}

describe('without any EgressIP', () => {
  it('pods, join addresses, nodes and replies are exempt already', () => {
    expect(matchesOf(':102:')).toEqual([
      ['102:EIP-No-Reroute-Pod-To-Join:ip4:default', 'ip4.src == 10.60.0.0/16 && ip4.dst == 100.64.0.0/16'],
      [
        '102:EIP-No-Reroute-Pod-To-Node:ip4:default',
        '(ip4.src == $a8519615025667110816 || ip4.src == $a13607449821398607916) && ip4.dst == $a712973235162149816',
      ],
      ['102:EIP-No-Reroute-Pod-To-Pod:ip4:default', 'ip4.src == 10.60.0.0/16 && ip4.dst == 10.60.0.0/16'],
      ['102:EIP-No-Reroute-reply-traffic:ip:default', 'pkt.mark == 42'],
    ]);
  });

  it('two cluster subnets of a family have a row for each pair, numbered in the order of their matches', () => {
    const clusterSubnets = [clusterSubnet('10.70.0.0/16', 24), clusterSubnet('10.60.0.0/16', 24)];
    expect(matchesOf('Pod-To-Pod', { clusterSubnets })).toEqual([
      ['102:EIP-No-Reroute-Pod-To-Pod:ip4:default#1', 'ip4.src == 10.60.0.0/16 && ip4.dst == 10.60.0.0/16'],
      ['102:EIP-No-Reroute-Pod-To-Pod:ip4:default#2', 'ip4.src == 10.60.0.0/16 && ip4.dst == 10.70.0.0/16'],
      ['102:EIP-No-Reroute-Pod-To-Pod:ip4:default#3', 'ip4.src == 10.70.0.0/16 && ip4.dst == 10.60.0.0/16'],
      ['102:EIP-No-Reroute-Pod-To-Pod:ip4:default#4', 'ip4.src == 10.70.0.0/16 && ip4.dst == 10.70.0.0/16'],
    ]);
  });

  it('the same cluster subnet twice has one row', () => {
    const clusterSubnets = [clusterSubnet('10.60.0.0/16', 24), clusterSubnet('10.60.0.0/16', 25)];
    expect(matchesOf('Pod-To-Pod', { clusterSubnets })).toHaveLength(1);
  });

  it('both families have their own, and the one for replies serves both', () => {
    expect(matchesOf(':102:', dualStack, [dualStackNodeOf('heron', 2)])).toHaveLength(7);
    expect(matchesOf('Pod-To-Join:ip6', dualStack)).toEqual([
      ['102:EIP-No-Reroute-Pod-To-Join:ip6:default', 'ip6.src == fd00:60::/48 && ip6.dst == fd98::/64'],
    ]);
  });

  it('nodes are exempt only in a family in which a node has an address', () => {
    expect(matchesOf('Pod-To-Node', dualStack).map(([key]) => key)).toEqual([
      '102:EIP-No-Reroute-Pod-To-Node:ip4:default',
    ]);
  });

  it('nothing of it is there with the feature off', () => {
    expect(zoneOf('global', [heron], [], { features: new Set() }).rows.size).toBe(0);
    expect(
      emitAll([heron], egressOf('shop', [duck], [pointOf(egret, '10.20.30.200')]), { features: new Set() }).files,
    ).toEqual({});
  });
});

describe('replies', () => {
  it('are marked on every node switch, beside the marks of others', () => {
    const prefix = { family: 'IPv4', base: 0n, length: 0 } as const;
    const cause = { ...causeOf('default'), kind: 'EgressQoS', namespace: 'pond' };
    const mark = {
      effect: 'mark',
      source: { namespace: 'pond', pods: [duck] },
      order: 0,
      dscp: 5,
      destination: { prefix, text: '0.0.0.0/0' },
      cause,
    } as const;
    const { attachments, rows } = zoneOf('global', [heron, egret], [mark], {
      features: new Set(['egressIP', 'egressQoS']),
    });
    const id = 'default-network-controller:EgressIP:103:EgressIP-Mark-Reply-Traffic:ip4:default';
    expect(attachments.filter(({ table }) => table === 'Logical_Switch')).toEqual(
      ['egret', 'heron'].map((key) => ({
        table: 'Logical_Switch',
        key,
        column: 'qos_rules',
        references: [id, 'default-network-controller:EgressQoS:1000:pond'],
      })),
    );
    expect(rows.get('QoS')?.find(({ key }) => key === id)?.columns).toMatchObject({
      action: { mark: 42 },
      direction: 'from-lport',
      match: 'ip4.src == $a8519615025667110816 && ct.trk && ct.rpl',
      priority: 103,
    });
  });

  it('need no mark in a database too old for it while no pod is served, and are an error when one is', () => {
    const old = { ovnSchemaVersion: '7.0.0' };
    const idle = emitAll([heron], [], old);
    expect(idle.reports).toEqual([]);
    expect(Object.values(idle.files).join('')).not.toContain('QoS');
    const busy = emitAll([heron], egressOf('shop', [duck], [pointOf(heron, '198.18.1.100')]), old);
    const said = busy.reports.map(({ code, severity }) => `${severity} ${code}`);
    expect([...new Set(said)]).toEqual(['error northbound/invalid-row']);
  });
});

describe('SNAT per pod', () => {
  const points = [pointOf(heron, '198.18.1.100'), pointOf(stork, '198.18.1.101')];
  const pods = [duck, { ...duck, name: 'other', nodeName: 'egret' }];
  const intents = egressOf('shop', pods, points);
  const key = 'GR_heron|snat|198.18.0.2|10.60.2.7|40000-50000';

  it('of a pod on its egress node must not be there', () => {
    const { absent } = zoneOf('global', [heron, egret, stork], intents, { disableSnatMultipleGateways: true });
    expect(absent.get('NAT')?.map((row) => [row.key, row.columns])).toEqual([
      [
        key,
        {
          type: 'snat',
          external_ip: '198.18.0.2',
          logical_ip: '10.60.2.7',
          external_port_range: '40000-50000',
          options: { stateless: 'false' },
        },
      ],
    ]);
  });

  it('stays where the egress address is on a secondary network', () => {
    const secondary = egressOf('shop', [duck], [pointOf(heron, '10.20.30.200')]);
    expect(zoneOf('global', [heron], secondary, { disableSnatMultipleGateways: true }).absent.size).toBe(0);
  });

  it('is not made at all in a managed topology, whose router has the new one instead', () => {
    const configuration = { disableSnatMultipleGateways: true, topology: 'managed' } as const;
    const { rows, absent, attachments } = zoneOf('global', [heron, egret, stork], intents, configuration, pods);
    expect([absent.size, attachments]).toEqual([0, []]);
    const gateway = rows.get('Logical_Router')?.find((row) => row.key === 'GR_heron');
    expect(gateway?.columns.nat).toEqual([
      'GR_heron|snat|198.18.0.2|100.64.0.2|40000-50000',
      'default-network-controller:EgressIP:shop_pond/duck:ip4#1',
      'default-network-controller:EgressIP:shop_pond/other:ip4#1',
    ]);
    expect(rows.get('NAT')?.map((row) => row.key)).not.toContain(key);
    expect(emitAll([heron, egret, stork], intents, configuration).reports).toEqual([]);
  });
});

it('a managed topology has the route of a zone once where the cluster subnet is that of the node', () => {
  const clusterSubnets = [clusterSubnet('10.60.2.0/24', 24)];
  const node = { ...heron, zone: 'heron' };
  const configuration = { clusterSubnets, interconnect: true, topology: 'managed' } as const;
  expect(emitAll([node], [], configuration).reports).toEqual([]);
  const { rows } = zoneOf('heron', [node], [], configuration);
  const router = rows.get('Logical_Router')?.find((row) => row.key === 'ovn_cluster_router');
  const route = 'ovn_cluster_router|10.60.2.0/24|100.64.0.2|src-ip';
  expect((router?.columns.static_routes as string[]).filter((key) => key === route)).toHaveLength(1);
});
