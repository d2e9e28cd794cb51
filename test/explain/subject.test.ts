import { describe, expect, it } from 'vitest';
import { parseSubject } from '../../src/explain/subject.js';
import { parsePeer } from '../../src/selectors/peer.js';

describe('the form of a subject', () => {
  it.each([
    'shop',
    'shop/web',
    'shop/web[Deployment]',
    'pod/shop/web-0',
    'db.shop.svc',
    'node/worker-a',
    'app=web',
    'shop/app=web_1',
    'app in (web_1, web_2)',
    'tier=a_b,app!=c_d',
    'a1',
    'abc123',
    'from',
    'rule',
  ])("'%s' is that of a peer", (text) => {
    expect(parseSubject(text)).toBeUndefined();
    expect(parsePeer(text)).not.toBeTypeOf('string');
  });

  it.each([
    ['default-network-controller:EgressFirewall:shop:0', { name: 'default-network-controller:EgressFirewall:shop:0' }],
    ['a12687866159162251583', { name: 'a12687866159162251583' }],
    ['$a12687866159162251583', { name: 'a12687866159162251583' }],
    ['@a7401227380694910762_ingressDefaultDeny', { name: 'a7401227380694910762_ingressDefaultDeny' }],
    ['ovn_cluster_router|100|ip4.src == 10.128.0.5', { name: 'ovn_cluster_router|100|ip4.src == 10.128.0.5' }],
    ['EF:shop:0', { name: 'EF:shop:0' }],
    ['Service_shop/web_TCP_cluster', { name: 'Service_shop/web_TCP_cluster' }],
    ['GR_worker-a', { name: 'GR_worker-a' }],
    ['logical_switch worker-a', { table: 'Logical_Switch', name: 'worker-a' }],
  ])("'%s' is that of a row", (text, row) => {
    expect(parseSubject(text)).toEqual({ form: 'row', ...row });
  });

  it.each([
    ['0x3f0', { value: 1008 }],
    ['1003', { value: 1003 }],
    ['mark 0x3f0/0xffffffff', { value: 1008, as: 'mark' }],
    ['fwmark 42', { value: 42, as: 'mark' }],
    ['table 1003', { value: 1003, as: 'table' }],
  ])("'%s' is that of a mark or table", (text, number) => {
    expect(parseSubject(text)).toEqual({ form: 'number', ...number });
  });

  it.each([
    ['6000:\tfrom 10.128.0.5 lookup 1003', { priority: 6000, from: '10.128.0.5', table: 1003 }],
    ['5999:  from all fwmark 0x3f0 lookup main', { priority: 5999, fwmark: 1008, table: 254 }],
    ['ip -6 rule add priority 6000 from fd00::5/128 table 1003', { priority: 6000, from: 'fd00::5', table: 1003 }],
    ['from 10.128.0.5 lookup mytable', { from: '10.128.0.5', table: 'mytable' }],
  ])("'%s' is that of a rule", (text, rule) => {
    expect(parseSubject(text)).toEqual({ form: 'rule', rule });
  });

  it.each([
    [
      'default via 192.0.2.1 dev eth1 table 1003',
      { destination: 'default', via: '192.0.2.1', interface: 'eth1', table: 1003 },
    ],
    ['10.9.0.0/16 dev eth1 proto kernel scope link src 10.9.0.4', { destination: '10.9.0.0/16', interface: 'eth1' }],
    ['ip route replace 192.0.2.7 dev eth1', { destination: '192.0.2.7/32', interface: 'eth1' }],
  ])("'%s' is that of a route", (text, route) => {
    expect(parseSubject(text)).toEqual({ form: 'route', route });
  });

  it.each([
    'snat ip to ip saddr map @egress-service-snat-v4',
    'meta mark 0x000003f0 return comment "DoNotSNAT"',
    '10.128.0.5 . "eth1" : 192.0.2.7,',
    '10.128.0.5 comment "shop/web" : 192.0.2.7',
    'elements = { 10.128.0.5 : 192.0.2.7 }',
    'tcp . 80 : 203.0.113.7 . 8080',
  ])("'%s' is that of a line of nft", (text) => {
    expect(parseSubject(text)).toEqual({ form: 'nft', text });
  });

  it('is also that of a UUID and of iptables', () => {
    expect(parseSubject('F0000000-0000-4000-8000-000000000001')).toEqual({
      form: 'uuid',
      uuid: 'f0000000-0000-4000-8000-000000000001',
    });
    expect(parseSubject('-A OVN-KUBE-EGRESS-SVC -j SNAT')).toEqual({ form: 'iptables' });
  });

  it('is that of a log line with any prefix, also of ICMPv6 and without a packet', () => {
    const line =
      'Nov 30 16:29:33 worker-a ovn-controller[7]: 2022-11-30T16:29:33.949Z|00001|acl_log(ovn_pinctrl0)|INFO|name="NP:shop:Ingress", verdict=drop, severity=info, direction=to-lport: icmp6,vlan_tci=0x0000,ipv6_src=FD00::5,ipv6_dst=fd00::6,ipv6_label=0x00000,icmp_type=128,icmp_code=0';
    expect(parseSubject(line)).toEqual({
      form: 'log',
      entry: {
        name: 'NP:shop:Ingress',
        verdict: 'drop',
        severity: 'info',
        direction: 'to-lport',
        packet: { protocol: 'icmp6', source: 'fd00::5', destination: 'fd00::6' },
      },
    });
    expect(parseSubject('name="<unnamed>", verdict=allow: arp,vlan_tci=0x0000')).toEqual({
      form: 'log',
      entry: { name: '', verdict: 'allow' },
    });
  });
});
