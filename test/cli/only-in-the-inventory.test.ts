import { expect, it } from 'vitest';
import { repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';

const egressIP = (name: string, address: string): string =>
  `---\n${JSON.stringify({
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressIP',
    metadata: { name },
    spec: { egressIPs: [address], namespaceSelector: { matchLabels: { team: name } } },
  })}\n`;
const NODE = `---\n${JSON.stringify({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'heron',
    labels: { 'k8s.ovn.org/egress-assignable': '' },
    annotations: {
      'k8s.ovn.org/node-id': '2',
      'k8s.ovn.org/node-subnets': '{"default":["10.128.1.0/24"]}',
      'k8s.ovn.org/node-primary-ifaddr': '{"ipv4":"192.168.10.11/24"}',
      'k8s.ovn.org/host-cidrs': '["192.168.10.11/24"]',
    },
  },
})}\n`;
const SPACE = `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {team: shop}}\n`;
const SENTENCE = /EgressIP objects? of the inventory/;

it('objects of the inventory that no manifest has are named by queries, whose results ignore them', async () => {
  const folder = repository({
    'weir.yaml': 'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n',
    'egress/ip.yaml': egressIP('shop', '192.168.10.100'),
    'inventory/cluster.yaml': `${NODE}${SPACE}${egressIP('shop', '192.168.10.100')}${egressIP('blog', '192.168.10.101')}`,
  });
  for (const words of [['list'], ['list', 'flows'], ['expect', '--suggest']]) {
    const { err } = await weir(folder, words);
    expect(err, words.join(' ')).toContain(
      '1 EgressIP object of the inventory is not among the manifests, so results ignore it\n',
    );
  }
  // Once more, from the cache.
  expect((await weir(folder, ['list'])).err).toMatch(SENTENCE);
});

it('objects of the inventory are not named if manifests have all of them', async () => {
  const folder = repository({
    'weir.yaml': 'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n',
    'egress/ip.yaml': egressIP('shop', '192.168.10.100'),
    'inventory/cluster.yaml': `${NODE}${SPACE}${egressIP('shop', '192.168.10.100')}`,
  });
  expect((await weir(folder, ['list'])).err).not.toMatch(SENTENCE);
});
