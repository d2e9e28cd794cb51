import { describe, expect, it } from 'vitest';
import type { EndPod, Ends } from '../../src/trace/query/ends.js';
import { findReceivers } from '../../src/trace/query/receivers.js';
import { findSenders } from '../../src/trace/query/senders.js';

const pod = (name: string, text: string, more: Partial<EndPod> = {}): EndPod => ({
  ...{ namespace: 'shop', name, labels: { app: 'web' }, nodeName: 'oak', hostNetwork: false, isAbsent: false },
  workload: { kind: 'Deployment', name: 'web' },
  addresses: [{ family: 'IPv4', text }],
  ...more,
});
const PODS = [
  pod('web-1', '10.128.2.5'),
  pod('web-2', '10.128.2.6'),
  pod('web[Deployment]', '', { isAbsent: true, addresses: [] }),
  pod('lone', '10.128.2.7', { labels: {}, workload: { kind: 'Job', name: 'once' } }),
];
const ENDS: Ends = {
  nodes: ['oak'],
  namespaces: ['shop'],
  services: ['shop/web'],
  addressesOfNode: (name) => (name === 'oak' ? [{ family: 'IPv4', text: '192.168.50.12' }] : undefined),
  podsOf: (namespace) => (namespace === 'shop' ? PODS : undefined),
  service: (name) =>
    name === 'shop/web'
      ? { addresses: [{ family: 'IPv4', text: '172.16.1.10' }], ports: [{ protocol: 'TCP', port: 80 }] }
      : undefined,
  answersTo: () => undefined,
};

const sendersOf = (word: string) => {
  const found = findSenders(word, undefined, ENDS);
  return typeof found === 'string' ? found : found.map(({ name }) => name);
};
const receiversOf = (word: string) => {
  const found = findReceivers(word, ENDS);
  return typeof found === 'string' ? found : found.map(({ name }) => name);
};

describe('the ends of a packet', () => {
  it.each([
    ['shop/web', ['shop/web-1', 'shop/web-2']],
    ['deployment/shop/web', ['shop/web-1', 'shop/web-2']],
    ['shop/web-1', ['shop/web-1']],
    ['10.128.2.6', ['shop/web-2']],
    ['198.51.100.1', ['outside, at node oak']],
    ['oak', ['node oak']],
    ['node/oak', ['node oak']],
    ['shop/wep', "there is no pod, workload, namespace or node shop/wep in the inventory: did you mean 'shop/web'?"],
    ['pod/shop/web', 'there is no pod, workload, namespace or node pod/shop/web in the inventory'],
  ])('%s as a source are the pods, workloads, nodes and addresses of that name', (word, found) => {
    expect(sendersOf(word)).toEqual(found);
  });

  it.each([
    ['shop/web', ['Service shop/web']],
    ['deployment/shop/web', ['shop/web-1', 'shop/web-2']],
    ['shop/once', ['shop/lone']],
    ['web.shop.svc', ['Service shop/web']],
    ['shop', ['shop/web-1', 'shop/web-2', 'shop/lone']],
    ['outside', ['outside']],
    ['oak', ['node oak']],
  ])('%s as a destination prefers the Service of that name', (word, found) => {
    expect(receiversOf(word)).toEqual(found);
  });
});
