import { expect, it } from 'vitest';
import { omitRemoved } from '../../../src/compile/1-read/omit-removed.js';
import { preferManifests } from '../../../src/compile/3-index/manifests-first.js';
import { readManifests } from '../../../src/compile/1-read/read.js';
import { knownKinds } from '../../../src/kinds/known.js';
import type { JsonObject } from '../../../src/std/json.js';

const readObjects = (manifests: readonly JsonObject[], inventory: readonly JsonObject[]) => {
  const textOf = (objects: readonly JsonObject[]): string =>
    objects.map((one) => `---\n${JSON.stringify(one)}\n`).join('');
  const files = [
    { path: 'a-inventory.yaml', text: textOf(inventory), role: 'inventory' as const },
    { path: 'manifests.yaml', text: textOf(manifests) },
  ];
  return readManifests(files, knownKinds, () => undefined);
};
const preferred = (manifest: JsonObject, live: JsonObject) =>
  preferManifests(readObjects([manifest], [live]).inventory).map(({ object }) => object);
const metadata = { name: 'web', namespace: 'shop' };

it('a Service of the manifests has the addresses and node ports that the cluster gave it', () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata };
  const status = { loadBalancer: { ingress: [{ ip: '192.0.2.9' }] } };
  const live = {
    clusterIP: '172.30.0.9',
    selector: { app: 'old' },
    ports: [{ port: 80, protocol: 'TCP', nodePort: 30080 }],
  };
  const own = { selector: { app: 'web' }, ports: [{ port: 80 }, { port: 443 }] };
  expect(preferred({ ...service, spec: own }, { ...service, spec: live, status })).toEqual([
    {
      ...service,
      spec: {
        selector: { app: 'web' },
        clusterIP: '172.30.0.9',
        ports: [{ port: 80, nodePort: 30080 }, { port: 443 }],
      },
      status,
    },
  ]);
});

it('a Pod of the manifests has its own labels, and the node, the status and the annotations of the cluster', () => {
  const pod = { apiVersion: 'v1', kind: 'Pod' };
  const live = {
    ...pod,
    metadata: { ...metadata, uid: 'u-1', labels: { app: 'old' }, annotations: { 'k8s.ovn.org/pod-networks': '{}' } },
    spec: { nodeName: 'heron' },
    status: { podIP: '10.128.0.7' },
  };
  expect(preferred({ ...pod, metadata: { ...metadata, labels: { app: 'web' } } }, live)).toEqual([
    { ...live, metadata: { ...live.metadata, labels: { app: 'web' } } },
  ]);
});

it('two objects of one side are left for the cluster to report', () => {
  const namespace = (team: string) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'dev', labels: { team } },
  });
  const { inventory } = readObjects([], [namespace('red'), namespace('blue')]);
  expect(preferManifests(inventory)).toBe(inventory);
});

it('an object whose manifest is gone is gone from the inventory, and others stay', () => {
  const policy = (name: string) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { ...metadata, name },
  });
  const pool = { apiVersion: 'whereabouts.cni.cncf.io/v1alpha1', kind: 'IPPool', metadata };
  const earlier = readObjects([policy('a'), policy('b'), pool], []);
  const now = readObjects([policy('b')], [policy('a'), policy('b'), policy('c'), pool]);
  const left = omitRemoved(now, earlier);
  expect(left.observed.map(({ name }) => name)).toEqual(['b', 'c']);
  expect(left.inventory).toEqual([]);
});
