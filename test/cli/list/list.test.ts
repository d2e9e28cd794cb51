import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../../rig/repository.js';
import { weir } from '../../rig/weir.js';
import { scratch } from '../../sources/scratch.js';
import { FILES, egressIP } from './files.js';

/** What `weir list` prints of the files, or of a folder; it must succeed and say nothing else. */
async function list(
  words: readonly string[],
  place: Readonly<Record<string, string>> | string = FILES,
): Promise<string> {
  const folder = typeof place === 'string' ? place : scratch(place);
  const { code, out, err } = await weir(folder, ['list', ...words]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

describe('weir list', () => {
  it('prints a row for each set of pods that leave, are limited or are marked otherwise', async () => {
    expect((await list([])).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NAMESPACE', 'PODS', 'IPV4', 'NODES', 'NEXT HOPS', 'BY', 'FIREWALL', 'POLICIES', 'DSCP'],
      ['orders', 'none yet', '192.0.2.30', 'elm', '192.0.2.1', 'EgressIP tram'],
      ['payments', 'all 1', '192.0.2.20, 192.0.2.110', 'elm, oak', '192.0.2.1, 192.0.2.2', 'EgressIP ferry'],
      [
        'shop',
        'cache, db',
        '192.0.2.4 (node), 192.0.2.5 (node)',
        'elm, oak',
        '192.0.2.1, 192.0.2.2',
        '1 allow, 2 deny, closed',
      ],
      [
        ...['shop', 'web', '192.0.2.4 (node)', 'elm', '192.0.2.1', '1 allow, 2 deny, closed'],
        ...['NetworkPolicy shop/limit', '46 to 203.0.113.0/24'],
      ],
      ['watch', 'all 1 (host network)', 'unknown', 'oak', 'unknown'],
      [''],
    ]);
  });

  it('prints the addresses that an EgressIP requests where the inventory has no nodes', async () => {
    const shop = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {team: shop}}\n';
    const pods = ['web', 'db'].map(
      (name) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop, labels: {app: ${name}}}\n`,
    );
    const ferry = egressIP('ferry', 'shop', '192.0.2.10', '192.0.2.11');
    const folder = scratch({ 'egress/ferry.yaml': ferry, 'all.yaml': [shop, ...pods].join('---\n') });
    expect((await list([], folder)).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NAMESPACE', 'PODS', 'IPV4', 'NODES', 'NEXT HOPS', 'BY'],
      ['shop', 'all 2', '192.0.2.10, 192.0.2.11', 'unknown', 'unknown', 'EgressIP ferry'],
      [''],
    ]);
    expect(await list(['--allow-list'], folder)).not.toContain('not stable');
    expect((await weir(folder, ['explain', 'egressip', 'ferry'])).err).toContain('because the inventory has none');
  });

  it('prints lists with all of their items as CSV', async () => {
    const lines = (await list(['--format', 'csv', '-n', 'shop'])).split('\n');
    expect(lines).toEqual([
      'namespace,network,pods,ipv4,ipv6,nodes,next_hops,by,firewall,allow,deny,default,policies,dscp',
      'shop,pod,cache; db,192.0.2.4 (node); 192.0.2.5 (node),,elm; oak,192.0.2.1; 192.0.2.2,,shop/default,1,2,closed,,',
      'shop,pod,web,192.0.2.4 (node),,elm,192.0.2.1,,shop/default,1,2,closed,NetworkPolicy shop/limit,46 to 203.0.113.0/24',
      '',
    ]);
  });

  it('says in JSON which address is at which node, and where packets go from there', async () => {
    const { egress } = JSON.parse(await list(['--format', 'json', '--namespace', 'pay*'])) as { egress: unknown };
    expect(egress).toEqual([
      {
        ...{ namespace: 'payments', network: 'pod', pods: ['till'], isWhole: true, policies: [], marks: [] },
        families: [
          {
            family: 'IPv4',
            sources: [
              { address: '192.0.2.20', owner: 'egress' },
              { address: '192.0.2.110', owner: 'egress' },
            ],
            nodes: ['elm', 'oak'],
            nextHops: ['192.0.2.1', '192.0.2.2'],
            paths: [
              { source: '192.0.2.20', node: 'elm', nextHop: '192.0.2.1' },
              { source: '192.0.2.110', node: 'oak', nextHop: '192.0.2.2' },
            ],
            unknown: [],
            by: ['EgressIP ferry'],
          },
        ],
      },
    ]);
  });

  it('draws arrows from pods over addresses and nodes to next hops, for Graphviz', async () => {
    expect((await list(['-f', 'dot', '-n', 'payments'])).split('\n')).toEqual([
      'digraph {',
      '  rankdir=LR',
      '  n0 [label="payments", shape=box]',
      '  n1 [label="192.0.2.20", shape=ellipse]',
      '  n2 [label="elm", shape=box3d]',
      '  n3 [label="192.0.2.1", shape=diamond]',
      '  n4 [label="192.0.2.110", shape=ellipse]',
      '  n5 [label="oak", shape=box3d]',
      '  n6 [label="192.0.2.2", shape=diamond]',
      ...['n0 -> n1', 'n1 -> n2', 'n2 -> n3', 'n0 -> n4', 'n4 -> n5', 'n5 -> n6'].map((arrow) => `  ${arrow}`),
      '}',
      '',
    ]);
  });

  it('draws the same as a flowchart of Mermaid', async () => {
    expect((await list(['-f', 'mermaid', '-n', 'orders'])).split('\n')).toEqual([
      'flowchart LR',
      '  n0["orders"]',
      '  n1(["192.0.2.30"])',
      '  n2[["elm"]]',
      '  n3{{"192.0.2.1"}}',
      ...['n0 --> n1', 'n1 --> n2', 'n2 --> n3'].map((arrow) => `  ${arrow}`),
      '',
    ]);
  });

  it('reads another inventory, and another revision', async () => {
    const folder = repository(FILES);
    writeFileSync(join(folder, 'weir.yaml'), 'manifests: [egress/*.yaml]\n');
    rmSync(join(folder, 'egress/tram.yaml'));
    const inventory = ['--inventory', 'inventory', '-n', 'orders'];
    expect(await list(inventory, folder)).toContain('unknown');
    expect(await list(['--rev', 'HEAD', '-n', 'orders'], folder)).toContain('192.0.2.30');
    expect(await list(['-C', folder, ...inventory], scratch())).toBe(await list(inventory, folder));
  });

  it('says so where there is no namespace', async () => {
    const folder = scratch({ 'weir.yaml': '' });
    const { code, out, err } = await weir(folder, ['list']);
    expect([code, out, err]).toEqual([0, '', 'weir: no namespace in the inventory or the resources\n']);
    expect(JSON.parse((await weir(folder, ['list', '-f', 'json'])).out)).toEqual({ egress: [] });
    expect((await weir(folder, ['list', '-f', 'csv'])).out.split('\n')).toHaveLength(2);
    expect((await weir(folder, ['list', '-f', 'dot'])).out).toBe('digraph {\n  rankdir=LR\n}\n');
    expect((await weir(folder, ['list', '-f', 'mermaid'])).out).toBe('flowchart LR\n');
  });

  it.each([
    [['-n', 'paymnets'], "--namespace: no namespace is called 'paymnets': did you mean 'payments'?"],
    [['flws'], "unknown command 'flws': did you mean 'flows'?"],
    [['--valid-from', '2026-12-01'], '--valid-from requires --allow-list'],
    [['--base', 'HEAD'], '--base requires --allow-list'],
    [['--format', 'markdown'], "--format is 'markdown', expected text, csv, json, dot, mermaid without --allow-list"],
    [['--allow-list', '--format', 'dot'], "--format is 'dot', expected markdown, csv, json with --allow-list"],
    [['--allow-list', '--valid-from', '1.12.2026'], 'expected a date as YYYY-MM-DD'],
  ])('refuses %j', async (words, message) => {
    const { code, out, err } = await weir(scratch(FILES), ['list', ...words]);
    expect(err).toContain(message);
    expect([code, out]).toEqual([1, '']);
  });

  it('prints the same bytes for 1,000 namespaces in any order', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `ns-${index}`);
    const namespace = (name: string): string =>
      `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}, labels: {team: t${Number(name.slice(3)) % 7}}}\n`;
    const pods = (name: string): string =>
      ['elm', 'oak']
        .map(
          (node) =>
            `apiVersion: v1\nkind: Pod\nmetadata: {name: ${node}, namespace: ${name}}\nspec: {nodeName: ${node}}\n`,
        )
        .join('---\n');
    const filesOf = (order: readonly string[]): Record<string, string> => ({
      'weir.yaml': FILES['weir.yaml'] ?? '',
      'inventory/nodes.yaml': FILES['inventory/nodes.yaml'] ?? '',
      'inventory/all.yaml': order.flatMap((name) => [pods(name), namespace(name)]).join('---\n'),
      'egress/ip.yaml': [egressIP('ferry', 't1', '192.0.2.20'), egressIP('tram', 't2', '192.0.2.30')].join('---\n'),
    });
    const [one, other] = [scratch(filesOf(names)), scratch(filesOf([...names].reverse()))];
    for (const format of ['text', 'csv', 'json', 'dot', 'mermaid']) {
      const out = await list(['--format', format], one);
      expect(await list(['--format', format], other)).toBe(out);
      if (format === 'csv') expect(out.split('\n')).toHaveLength(1002);
    }
    const allowList = await list(['--allow-list'], one);
    expect(await list(['--allow-list'], other)).toBe(allowList);
    expect(allowList.match(/^- `ns-\d+`: `192.0.2.20`$/gm)).toHaveLength(143);
  });
});

describe('the default of a firewall', () => {
  const firewall = (...rules: readonly string[]): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [${rules.join(', ')}]}
`;
  const all = (type: string, more = ''): string => `{type: ${type}, to: {cidrSelector: 0.0.0.0/0}${more}}`;
  const some = (type: string): string => `{type: ${type}, to: {cidrSelector: 203.0.113.0/24}}`;

  it.each([
    ['open', 'no rule denies everything', [some('Deny')]],
    ['open', 'everything is denied for some ports alone', [all('Deny', ', ports: [{protocol: TCP, port: 25}]')]],
    ['open', 'a rule before allows everything', [all('Allow'), all('Deny')]],
    ['closed', 'a rule before allows something', [some('Allow'), all('Deny'), all('Allow')]],
  ])('is %s where %s', async (word, _, rules) => {
    const out = await list(['-n', 'shop', '-f', 'csv'], { ...FILES, 'egress/shop.yaml': firewall(...rules) });
    expect(out.split('\n')[1]?.split(',').at(-3)).toBe(word);
  });
});
