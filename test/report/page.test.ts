import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportData } from '../../src/report/data.js';
import { weir } from '../rig/weir.js';
import { HOSTILE, noNodes, removeRepositories, reportRepository } from './repository.js';

const FIREWALL_WITH_ERROR = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: quay}
spec: {egress: [{type: Denied, to: {cidrSelector: 0.0.0.0/0}}]}
`;

afterAll(removeRepositories);

function readData(path: string): ReportData {
  const page = readFileSync(path, 'utf8');
  const [, text = ''] = /<script type="application\/gzip" id="report">([^<]*)<\/script>/.exec(page) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as ReportData;
}

describe('the page of weir report', () => {
  let folder: string;
  let page: string;
  let data: ReportData;

  beforeAll(async () => {
    folder = reportRepository();
    const { code, err } = await weir(folder, ['report', '--out', 'page.html']);
    expect([code, err]).toEqual([0, '']);
    page = readFileSync(join(folder, 'page.html'), 'utf8');
    data = readData(join(folder, 'page.html'));
  });

  it('has the same bytes in every run', async () => {
    await weir(folder, ['report', '--out', 'again.html']);
    expect(readFileSync(join(folder, 'again.html'), 'utf8') === page).toBe(true);
  });

  it('lets nothing run or load but what it holds: its policy names the hashes of its script and its style', () => {
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const [, script = ''] = /<script>([^]*)<\/script>\n<\/body>/.exec(page) ?? [];
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(page.match(/<\/script/g)).toHaveLength(3);
    expect(page).not.toContain(HOSTILE);
  });

  it('has the licences of what is bundled in it', () => {
    for (const name of ['preact', 'd3-sankey', '@tanstack/virtual-core', '@preact/signals']) {
      expect(page).toMatch(new RegExp(`^${name}\\n\\n.*licen[cs]e|^${name}\\n\\n.*Copyright`, 'im'));
    }
  });

  it('says on which nodes the paths of packets are unknown, and why', async () => {
    const other = reportRepository();
    const inventory = join(other, 'inventory/cluster.yaml');
    writeFileSync(inventory, readFileSync(inventory, 'utf8').replace(/ +k8s\.ovn\.org\/node-subnets: .*\n/, ''));
    await weir(other, ['report', '--out', 'page.html']);
    expect(readData(join(other, 'page.html')).snapshot.missing).toBe('Node oak lacks k8s.ovn.org/node-subnets');
    expect(data.snapshot).not.toHaveProperty('missing');
  });

  it('lists the most severe findings first', async () => {
    const other = noNodes();
    await weir(other, ['report', '--out', 'page.html']);
    const { findings } = readData(join(other, 'page.html')).snapshot;
    expect(findings.map(({ severity }) => severity).slice(0, 2)).toEqual(['rejected', 'warning']);
  });

  it('holds who may connect to which workload', () => {
    const { classes } = data.snapshot.reach;
    const lamp = classes.find(({ ends }) => ends.includes('pier/lamp[Pod]'));
    const rope = classes.findIndex(({ ends }) => ends.includes('quay/rope[Pod]'));
    expect(lamp).toMatchObject({ from: [], outside: [] });
    expect(classes.find(({ ends }) => ends.includes('harbor/tug[Pod]'))).toMatchObject({
      from: [['All Connections', expect.arrayContaining([rope]) as unknown]],
      outside: [['outside', 'All Connections']],
    });
  });

  it('says how pods leave, and because of whom', () => {
    const harbor = data.snapshot.namespaces.find(({ name }) => name === 'harbor');
    expect(harbor?.egress.filter(({ family }) => family === 'IPv4')).toMatchObject([
      { pods: ['crane'], sources: ['192.168.50.100'], nodes: ['elm'], owners: ['EgressIP ferry'] },
      { pods: ['tug'], sources: ['192.168.50.13'], nodes: ['elm'], owners: [] },
    ]);
  });

  it('says of each rule where it is written and what it is good for', () => {
    const quay = data.snapshot.namespaces.find(({ name }) => name === 'quay');
    expect(quay?.lists.map(({ kind, rules }) => [kind, ...rules.map(({ text, use }) => [text, use])])).toEqual([
      [
        'EgressFirewall',
        ['Allow 203.0.113.0/25', 'decides'],
        ['Allow 203.0.113.0/26', 'shadowed'],
        ['Deny 0.0.0.0/0', 'decides'],
      ],
    ]);
    expect(quay?.lists[0]?.rules[2]?.place).toMatchObject({ file: 'egress/firewall.yaml', line: 8 });
  });

  it('says who has an address, what is free beside it, and what the loss of its node means', () => {
    const { addresses, networks, losses } = data.snapshot;
    expect(addresses[0]).toMatchObject({ address: '192.168.50.100', node: 'elm', isEgress: true });
    expect(addresses[0]?.holders[0]).toMatchObject({ name: 'EgressIP ferry', place: { file: 'egress/ferry.yaml' } });
    expect(networks.find(({ network }) => network === '192.168.50.0/24')?.nodes).toEqual(['elm', 'oak']);
    expect(losses).toMatchObject([{ node: 'elm', has: ['1 address'], stranded: [{ name: 'ferry  192.168.50.100' }] }]);
  });

  it('is not written for an input with errors: they are told instead', async () => {
    const broken = reportRepository('203.0.113.0/25');
    writeFileSync(join(broken, 'egress/firewall.yaml'), FIREWALL_WITH_ERROR);
    const { code, err } = await weir(broken, ['report', '--out', 'page.html']);
    expect(code).toBe(1);
    expect(err).toContain('error[schema/not-a-choice]');
    expect(() => readFileSync(join(broken, 'page.html'))).toThrow();
  });
});

describe('the page of weir diff --report', () => {
  it('holds both sides and what changes between them', async () => {
    const [before, after] = [reportRepository(), reportRepository('203.0.113.0/24')];
    const { code } = await weir(after, ['diff', before, after, '--report', 'page.html']);
    expect(code).toBe(2);
    const page = readFileSync(join(after, 'page.html'), 'utf8');
    const [, text = ''] = /id="report">([^<]*)</.exec(page) ?? [];
    const { changes, before: side } = JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as ReportData;
    expect(changes?.opened[0]?.flows[0]?.destination).toBe('203.0.113.128/25');
    expect(side?.namespaces.map(({ name }) => name)).toContain('quay');
    expect(page).toContain('id="traced-before"');
  });
});
