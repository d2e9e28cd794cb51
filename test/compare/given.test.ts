import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/std/json.js';
import { openPullRequest } from '../clients/github/open-pull-request.js';
import { namespace, node } from '../compile/3-index/inventory.js';
import { repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';
import { pod } from './sides.js';

const WORKER = node(
  'worker-1',
  {
    'node-id': '2',
    'node-subnets': '{"default":["10.128.1.0/24"]}',
    'node-primary-ifaddr': '{"ipv4":"192.168.10.11/24"}',
    'host-cidrs': '["192.168.10.11/24"]',
  },
  { 'k8s.ovn.org/egress-assignable': '' },
);
const spaces = (...names: string[]): JsonObject[] =>
  names.map((name) => namespace(name, { labels: { 'kubernetes.io/metadata.name': name, team: name } }));
const of = (...teams: string[]): JsonObject => ({ matchExpressions: [{ key: 'team', operator: 'In', values: teams }] });
const egressIP = (namespaceSelector: JsonObject, podSelector?: JsonObject, ip = '192.168.10.100'): JsonObject => ({
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressIP',
  metadata: { name: 'partners' },
  spec: { egressIPs: [ip], namespaceSelector, ...(podSelector ? { podSelector } : {}) },
});
const text = (...objects: JsonObject[]): string => objects.map((one) => `---\n${JSON.stringify(one)}\n`).join('');
const service = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: name },
  spec: { type: 'LoadBalancer', clusterIP: '172.30.0.9', clusterIPs: ['172.30.0.9'], ports: [{ port: 80 }] },
  status: { loadBalancer: { ingress: [{ ip: '192.0.2.9' }] } },
});
const egressService = (name: string): JsonObject => ({
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressService',
  metadata: { name: 'web', namespace: name },
  spec: { sourceIPBy: 'LoadBalancerIP' },
});

const WEIR_YAML = 'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n';
const SHOP_POD = pod('shop', 'web-0', ['10.128.1.5'], { app: 'web' }, 'worker-1');
const BLOG_POD = pod('blog', 'web-0', ['10.128.1.6'], { app: 'web' }, 'worker-1');
const inventory = text(WORKER, ...spaces('shop', 'blog'), SHOP_POD);
const files = {
  'weir.yaml': WEIR_YAML,
  'egress/ip.yaml': text(egressIP(of('shop'))),
  'inventory/cluster.yaml': inventory,
};
type Files = Readonly<Record<string, string>>;

/** A change after which another namespace leaves with an address, and what is said of it. */
const CHANGES: readonly [name: string, before: Files, after: Files, line: string][] = [
  [
    'without pods',
    files,
    { 'egress/ip.yaml': text(egressIP(of('shop', 'blog'))) },
    '+ source address of future pods in blog',
  ],
  [
    'that takes its turn, without pods',
    files,
    { 'egress/ip.yaml': text(egressIP(of('blog'))) },
    '+ source address of future pods in blog',
  ],
  [
    'whose pods come with the change',
    files,
    {
      'egress/ip.yaml': text(egressIP(of('shop', 'blog'))),
      'inventory/cluster.yaml': text(WORKER, ...spaces('shop', 'blog'), SHOP_POD, BLOG_POD),
    },
    '+ source address of future pods in blog',
  ],
  [
    'that comes with the change',
    { ...files, 'egress/ip.yaml': text(egressIP(of('shop', 'new'))) },
    { 'inventory/cluster.yaml': text(WORKER, ...spaces('shop', 'blog', 'new'), SHOP_POD) },
    '+ source address of future pods in new',
  ],
  [
    'that gets the label',
    files,
    {
      'inventory/cluster.yaml': text(
        WORKER,
        ...spaces('shop'),
        namespace('blog', { labels: { team: 'shop' } }),
        SHOP_POD,
      ),
    },
    '+ source address of future pods in blog',
  ],
  [
    'that there is not yet',
    files,
    { 'egress/ip.yaml': text(egressIP(of('shop', 'evil'))) },
    '+ source address of future namespaces with team in (shop,evil)',
  ],
  [
    'with pods that its selector does not pick now',
    { ...files, 'inventory/cluster.yaml': text(WORKER, ...spaces('shop', 'blog'), SHOP_POD, BLOG_POD) },
    { 'egress/ip.yaml': text(egressIP(of('shop', 'blog'), { matchLabels: { app: 'gateway' } })) },
    '+ source address of future pods in blog',
  ],
  [
    'of which it selects more pods',
    {
      ...files,
      'egress/ip.yaml': text(egressIP(of('shop', 'blog'), { matchLabels: { app: 'gateway' } })),
    },
    { 'egress/ip.yaml': text(egressIP(of('shop', 'blog'), { matchLabels: { tier: 'edge' } })) },
    '+ source address of future pods in blog, shop',
  ],
  [
    'with pods',
    { ...files, 'inventory/cluster.yaml': text(WORKER, ...spaces('shop', 'blog'), SHOP_POD, BLOG_POD) },
    { 'egress/ip.yaml': text(egressIP(of('shop', 'blog'))) },
    '~ source address: node address → 192.168.10.100',
  ],
  [
    'by a Service of its own',
    {
      'weir.yaml': WEIR_YAML,
      'egress/service.yaml': text(egressService('shop')),
      'inventory/cluster.yaml': text(WORKER, ...spaces('shop', 'blog'), service('shop')),
    },
    {
      'egress/service.yaml': text(egressService('blog')),
      'inventory/cluster.yaml': text(WORKER, ...spaces('shop', 'blog'), service('blog')),
    },
    '+ source address of future pods in blog',
  ],
];

const change = (folder: string, after: Files): void => {
  for (const [path, content] of Object.entries(after)) writeFileSync(join(folder, path), content);
};

describe.each(CHANGES)('an address that another namespace gets, %s', (_, before, after, line) => {
  it('is what weir diff --fail-on source fails for', async () => {
    const folder = repository(before);
    change(folder, after);
    const { code, out } = await weir(folder, ['diff', 'HEAD', '--fail-on', 'source']);
    expect(out).toContain(line);
    expect(code).toBe(2);
  });

  it('is told on the pull request, and fails its check', async () => {
    const { github, repository: folder, change: open, run, close } = await openPullRequest();
    onTestFinished(close);
    const base = open(before, {});
    change(folder, after);
    expect(await run(base, '--fail-on', 'opened,source')).toMatchObject({ code: 2 });
    expect(github.comments).toMatchObject([{ body: expect.stringContaining(line.replace('~', '!')) as string }]);
  });

  it('is what weir fleet diff --fail-on source fails for', async () => {
    const folder = repository(
      Object.fromEntries(Object.entries(before).map(([path, content]) => [`clusters/east/${path}`, content])),
    );
    change(join(folder, 'clusters/east'), after);
    expect(await weir(folder, ['fleet', 'diff', 'HEAD', '--fail-on', 'source'])).toMatchObject({ code: 2 });
  });
});

describe('no namespace gets an address', () => {
  it.each([
    [
      'where a selector is written in another way',
      { 'egress/ip.yaml': text(egressIP({ matchLabels: { team: 'shop' } })) },
    ],
    [
      'where fewer pods are selected',
      { 'egress/ip.yaml': text(egressIP(of('shop'), { matchLabels: { app: 'web' } })) },
    ],
    ['where a namespace without it comes', { 'inventory/more.yaml': text(...spaces('other')) }],
  ])('%s', async (_, after) => {
    const folder = repository(files);
    change(folder, after);
    expect(await weir(folder, ['diff', 'HEAD', '--fail-on', 'source'])).toMatchObject({ code: 0 });
  });

  it('where the only EgressIP goes, from pods that there are not', async () => {
    const folder = repository({ ...files, 'inventory/cluster.yaml': text(WORKER, ...spaces('shop')) });
    rmSync(join(folder, 'egress/ip.yaml'));
    expect(await weir(folder, ['diff', 'HEAD', '--fail-on', 'source'])).toMatchObject({ code: 0 });
  });
});
