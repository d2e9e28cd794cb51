import { expect, it } from 'vitest';
import { findOtherPlugin } from '../../src/discovery/network-plugin.js';
import type { JsonObject } from '../../src/std/json.js';

const object = (kind: string, metadata: JsonObject, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'a', ...metadata },
  ...more,
});

it.each([
  [
    'Calico',
    object('Node', { annotations: { 'projectcalico.org/IPv4Address': '192.0.2.1/24' } }),
    'annotation projectcalico.org/IPv4Address of Node a',
  ],
  [
    'Cilium',
    object('Pod', { namespace: 'kube-system', labels: { 'k8s-app': 'cilium' } }),
    'label k8s-app=cilium of Pod kube-system/a',
  ],
  ['Cilium', { ...object('CiliumNode', {}), apiVersion: 'cilium.io/v2' }, 'CiliumNode a'],
  [
    'OpenShiftSDN',
    {
      ...object('Network', { name: 'cluster' }, { status: { networkType: 'OpenShiftSDN' } }),
      apiVersion: 'config.openshift.io/v1',
    },
    'networkType of Network cluster',
  ],
])('%s is recognised by what shows it', (name, shown, from) => {
  expect(findOtherPlugin([object('Node', { name: 'plain' }), shown])).toEqual({ name, from });
});

it('no other plugin is recognised where nodes have annotations of OVN-Kubernetes, or nothing shows one', () => {
  const own = object('Node', { annotations: { 'k8s.ovn.org/node-id': '2' } });
  const left = object('Pod', { labels: { 'k8s-app': 'cilium' } });
  expect(findOtherPlugin([left, own])).toBeUndefined();
  expect(findOtherPlugin([object('Node', {}), object('Pod', { labels: { 'k8s-app': 'shop' } })])).toBeUndefined();
});
