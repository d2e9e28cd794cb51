import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Node, NodeInterface } from '../../../src/model/cluster.js';
import {
  address,
  annotated,
  coot,
  duck,
  dualStack,
  egressOf,
  emitAll,
  ens4,
  nodesOf,
  podOf,
  pointOf,
  prefix,
} from './fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'weir-host-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const isRoot = process.getuid?.() === 0;
const inNamespace = isRoot && spawnSync('unshare', ['--net', 'nft', '--version']).status === 0;

function withInterfaces(...interfaces: readonly NodeInterface[]): Node {
  return { ...nodesOf(true)[1], interfaces };
}

function filesOf(node: Node, address = '10.20.30.200', configuration: Parameters<typeof emitAll>[2] = {}) {
  return emitAll([node], egressOf('shop', [duck, coot], [pointOf(node, address)]), configuration);
}

function write(name: string, text = ''): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Runs a shell script in a network namespace of its own, with ens4 as the nodes here have it. */
function inHost(script: string): string {
  const setup = [
    'ip link set lo up',
    'ip link add ens4 index 5 type veth peer name wire',
    'ip link set ens4 up && ip link set wire up',
    'ip address add 10.20.30.13/24 dev ens4',
    'ip address add fd20::13/64 dev ens4 nodad',
  ];
  return execFileSync('unshare', ['--net', 'sh', '-ec', [...setup, script].join('\n')], { encoding: 'utf8' });
}

describe('a host', () => {
  const node = withInterfaces(ens4);

  it('translates pods of the whole cluster at the interface that has the network', () => {
    const ruleset = filesOf(node).files['nodes/egret/nftables.nft'] ?? '';
    expect(ruleset).toContain('10.60.2.7 . "ens4" : 10.20.30.200,');
    expect(ruleset).toContain('10.60.3.7 . "ens4" : 10.20.30.200,');
  });

  it('has the route table of the interface, its address, and a rule for each pod', () => {
    const routes: unknown = JSON.parse(filesOf(node).files['nodes/egret/routes.json'] ?? '');
    expect(routes).toEqual({
      addresses: [{ interface: 'ens4', address: '10.20.30.200/32' }],
      rules: ['10.60.2.7', '10.60.3.7'].map((from) => ({ family: 'IPv4', priority: 6000, from, table: 1005 })),
      routes: ['0.0.0.0/0', '10.20.30.0/24'].map((destination) => ({
        family: 'IPv4',
        table: 1005,
        destination,
        interface: 'ens4',
      })),
      sysctls: {},
    });
  });

  it('in local gateway mode keeps traffic to nodes in the main table, also its replies', () => {
    const { files } = filesOf(node, '10.20.30.200', { gatewayMode: 'local' });
    expect(JSON.parse(files['nodes/egret/routes.json'] ?? '')).toMatchObject({
      rules: [{ family: 'IPv4', priority: 5999, fwmark: 1008, table: 254 }, { priority: 6000 }, { priority: 6000 }],
      sysctls: { 'net.ipv4.conf.all.src_valid_mark': '1' },
    });
    expect(files['nodes/egret/nftables.nft']).toContain('chain egress-ip-connmark');
    expect(filesOf(node).files['nodes/egret/nftables.nft']).not.toContain('connmark');
  });

  it('copies the routes of the interface, with those that need a gateway last', () => {
    const routes = [
      { destination: 'default' as const, via: address('10.20.30.1') },
      { destination: prefix('10.99.0.0/16'), via: address('10.20.30.9') },
      { destination: prefix('fd99::/64'), via: address('fd20::9') },
      { destination: prefix('10.20.30.0/24') },
    ];
    expect(filesOf(withInterfaces({ ...ens4, routes })).files['nodes/egret/routes.batch']?.split('\n')).toEqual([
      expect.stringContaining('After nftables.nft: ip -4 -batch FILE'),
      'address replace 10.20.30.200/32 dev ens4',
      'route replace 10.20.30.0/24 dev ens4 table 1005',
      'route replace 0.0.0.0/0 via 10.20.30.1 dev ens4 table 1005',
      'route replace 10.99.0.0/16 via 10.20.30.9 dev ens4 table 1005',
      'rule flush priority 5999',
      'rule flush priority 6001',
      'rule add priority 6001 from 10.60.2.7/32 blackhole',
      'rule add priority 6001 from 10.60.3.7/32 blackhole',
      'rule flush priority 6000',
      'rule add priority 6000 from 10.60.2.7/32 table 1005',
      'rule add priority 6000 from 10.60.3.7/32 table 1005',
      'rule flush priority 6001',
      '',
    ]);
  });

  it('has no files for an address in the primary network, and none when no pod has the family', () => {
    const paths = Object.keys(filesOf(node, '198.18.1.100').files);
    expect(paths.filter((path) => !path.startsWith('northbound/'))).toEqual([]);
    expect(
      Object.keys(filesOf(node, 'fd20::200', dualStack).files).filter((path) => path.startsWith('nodes/')),
    ).toEqual([]);
  });

  it('translates a pod address that two resources ask for once, for the first', () => {
    const intents = ['10.20.30.200', '10.20.30.201'].flatMap((text, index) =>
      egressOf(`shop-${index}`, [duck], [pointOf(node, text)]),
    );
    const ruleset = emitAll([node], intents).files['nodes/egret/nftables.nft'] ?? '';
    expect(ruleset).toContain('10.60.2.7 . "ens4" : 10.20.30.200,');
    expect(ruleset).not.toContain('10.20.30.201');
  });
});

describe('the interface', () => {
  it('is the one with the longest prefix, not one with only a host address, a link-local or a masquerade network', () => {
    const node = withInterfaces(
      { ...ens4, name: 'wide', addresses: [annotated('10.20.0.1/16')] },
      { ...ens4, name: 'host', index: 6, addresses: [annotated('10.20.30.200/32')] },
      { ...ens4, name: 'link', index: 7, addresses: ['169.254.7.1/16', '169.254.169.2/29'].map(annotated) },
      { ...ens4, name: 'right', index: 8, addresses: [annotated('10.20.30.1/24')] },
    );
    expect(filesOf(node).files['nodes/egret/nftables.nft']).toContain('"right" : 10.20.30.200');
    expect(filesOf(node, '169.254.169.4').reports).toHaveLength(1);
  });

  it.each(['inventory', 'reverse'])('is the first by name of those with equal prefixes, in %s order', (order) => {
    const interfaces = ['bond1', 'bond0', 'bond2'].map((name, index) => ({ ...ens4, name, index: index + 5 }));
    const node = withInterfaces(...(order === 'reverse' ? interfaces.reverse() : interfaces));
    const ruleset = filesOf(node).files['nodes/egret/nftables.nft'] ?? '';
    expect(ruleset).toContain('10.60.2.7 . "bond0" : 10.20.30.200,');
    expect(ruleset).not.toMatch(/bond[12]/);
  });

  it('that is not known is a warning at each address, and nothing is set up', () => {
    const node = withInterfaces({ ...ens4, addresses: [annotated('10.20.31.1/24')] });
    const intents = ['10.20.30.200', '10.20.30.201'].flatMap((text, index) =>
      egressOf(`shop-${index}`, [podOf('heron', `p${index}`, [`10.60.2.${index}`])], [pointOf(node, text)]),
    );
    const { files, reports } = emitAll([node], intents);
    expect(Object.keys(files).filter((path) => path.startsWith('nodes/'))).toEqual([]);
    expect(reports).toMatchObject(
      ['shop-0', 'shop-1'].map((name) => ({
        code: 'routes/unknown-interface',
        severity: 'warning',
        message: expect.stringMatching(
          /node egret has no known interface in 10\.20\.30\.0\/24.*10\.20\.30\.20[01]$/,
        ) as string,
        resource: { kind: 'EgressIP', name },
        related: [{ message: 'Node egret has an address on the network' }],
      })),
    );
  });

  it.each(['ens4" : 1.1.1.1 } } flush ruleset #', 'a b', '-all', 'x;y', 'ens4\n', '', '..', 'a'.repeat(16), 'ü'])(
    'named %j gets into no file',
    (name) => {
      const { files, reports } = filesOf(withInterfaces({ ...ens4, name }));
      expect(Object.keys(files).filter((path) => path.startsWith('nodes/'))).toEqual([]);
      expect(reports.map(({ code }) => code)).toEqual(['routes/unknown-interface']);
    },
  );
});

describe.skipIf(!inNamespace)('what is written', () => {
  const node = withInterfaces(ens4);
  const pod = podOf('heron', 'duck', ['10.60.2.7', 'fd00:60:0:2::7']);
  const points = [pointOf(node, '10.20.30.200'), pointOf(node, 'fd20::200')];
  const both = { ...dualStack, gatewayMode: 'local' } as const;
  const { files } = emitAll([node], egressOf('shop', [pod], points), both);
  const ruleset = write('nftables.nft', files['nodes/egret/nftables.nft']);
  const batch = write('routes.batch', files['nodes/egret/routes.batch']);
  const batch6 = write('routes6.batch', files['nodes/egret/routes6.batch']);

  it('is a ruleset that nft takes, also twice and over an older one', () => {
    const older = write('older.nft', 'table inet weir { map egress-ip-snat-v4 { type ipv4_addr : ipv4_addr; }; }\n');
    const listed = inHost(
      `nft -c -f ${ruleset}; nft -f ${older}; nft -f ${ruleset}; nft -f ${ruleset}; nft list ruleset`,
    );
    expect(listed.match(/elements = \{[^}]*\}/g)?.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'elements = { 10.60.2.7 . "ens4" : 10.20.30.200 }',
      'elements = { 10.60.2.7 . "ens4" }',
      'elements = { fd00:60:0:2::7 . "ens4" : fd20::200 }',
      'elements = { fd00:60:0:2::7 . "ens4" }',
    ]);
  });

  it('is rules and routes that ip takes, and a second time leaves as they are', () => {
    const load = `ip -4 -batch ${batch} && ip -6 -batch ${batch6}`;
    const show = 'ip rule; ip -6 rule; ip -4 route show table 1005; ip -6 route show table 1005';
    const kernels = /lookup (local|main|default)$/;
    const shown = inHost(`set -e; ${load}; ${load}; ${show}`);
    const lines = shown.split('\n').map((line) => line.replace(/ metric.*/, '').trim());
    expect(lines.filter((line) => line.includes('fwmark') || !kernels.test(line))).toEqual([
      '5999:\tfrom all fwmark 0x3f0 lookup main',
      '6000:\tfrom 10.60.2.7 lookup 1005',
      '5999:\tfrom all fwmark 0x3f0 lookup main',
      '6000:\tfrom fd00:60:0:2::7 lookup 1005',
      'default dev ens4 scope link',
      '10.20.30.0/24 dev ens4 scope link',
      'fd20::/64 dev ens4',
      'default dev ens4',
      '',
    ]);
  });

  it('is rules that take the place of older ones, also of those that a load which broke off has left', () => {
    const older = write(
      'older.batch',
      'rule add priority 6000 from 10.60.9.9 table 1009\nrule add priority 6001 from 10.60.2.7 blackhole\n',
    );
    const shown = inHost(`set -e; ip -4 -batch ${older}; ip -4 -batch ${batch}; ip rule`);
    expect(shown.match(/^600[01]:.*$/gm)).toEqual(['6000:\tfrom 10.60.2.7 lookup 1005']);
  });
});
