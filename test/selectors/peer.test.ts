import { describe, expect, it } from 'vitest';
import { isPodPeer, matchPods, parsePeer } from '../../src/selectors/peer.js';

const WEB = {
  namespace: 'shop',
  name: 'web-7d9f-x2',
  labels: { app: 'web', 'example.com/tier': 'front' },
  workload: { kind: 'Deployment', name: 'web' },
};
const LONE = { namespace: 'shop', name: 'web', labels: { app: 'lone' } };

function selects(word: string): string[] {
  const peer = parsePeer(word);
  if (typeof peer === 'string' || !isPodPeer(peer)) return [JSON.stringify(peer)];
  return [WEB, LONE].filter(matchPods(peer)).map(({ name }) => name);
}

describe('a peer', () => {
  it.each([
    ['shop', ['web-7d9f-x2', 'web']],
    ['namespace/shop', ['web-7d9f-x2', 'web']],
    ['shop/web', ['web-7d9f-x2', 'web']],
    ['shop/web[Deployment]', ['web-7d9f-x2']],
    ['deployment/shop/web', ['web-7d9f-x2']],
    ['Deployment/shop/web', ['web-7d9f-x2']],
    ['statefulset/shop/web', []],
    ['pod/shop/web', ['web']],
    ['shop/web[Pod]', ['web']],
    ['shop/web-7d9f-x2', ['web-7d9f-x2']],
    ['app=web', ['web-7d9f-x2']],
    ['shop/app=web', ['web-7d9f-x2']],
    ['quay/app=web', []],
    ['example.com/tier=front', ['web-7d9f-x2']],
    ['shop/example.com/tier in (front, back)', ['web-7d9f-x2']],
    ['app!=web', ['web']],
  ])('%s selects pods by namespace, workload, name or labels', (word, names) => {
    expect(selects(word)).toEqual(names);
  });

  it.each([
    ['outside', { type: 'outside' }],
    ['anywhere', { type: 'anywhere' }],
    ['203.0.113.7', { type: 'address', text: '203.0.113.7' }],
    ['node/oak', { type: 'node', name: 'oak' }],
    ['service/shop/db', { type: 'service', namespace: 'shop', name: 'db' }],
    ['shop/db[Service]', { type: 'service', namespace: 'shop', name: 'db' }],
    ['db.shop.svc.cluster.local', { type: 'service', namespace: 'shop', name: 'db' }],
    ['api.example.com', { type: 'name', name: 'api.example.com' }],
  ])('%s is no set of pods', (word, peer) => {
    expect(parsePeer(word)).toEqual(peer);
  });

  it.each(['203.0.113.300', '1.2.3.4444', '203.0.113.0/33', '010.0.0.1'])(
    'is refused as an address if it looks like one and is none: %s',
    (word) => {
      expect(parsePeer(word)).toMatch(/^'[0-9./]+' is not an IPv4 address: expected four numbers from 0 to 255/);
    },
  );

  it('is refused in words if its labels are not valid', () => {
    expect(parsePeer('shop/app=web!')).toContain('values[0][app]: Invalid value');
    expect(parsePeer('203.0.113.0/24')).toMatchObject({ type: 'network' });
  });
});
