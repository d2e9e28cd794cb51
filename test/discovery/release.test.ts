import { expect, it } from 'vitest';
import { discover } from '../../src/discovery/discover.js';
import { takeReleaseOfSchema } from '../../src/discovery/release.js';
import { nothingFound } from '../../src/discovery/settings.js';
import { releaseOfImage } from '../../src/ovn-kubernetes/nearest-release.js';
import { OPENSHIFT_RELEASES } from '../../src/ovn-kubernetes/openshift-releases.js';
import { RELEASES } from '../../src/ovn-kubernetes/releases/index.js';
import type { JsonObject } from '../../src/std/json.js';

const clusterVersion = (status: JsonObject): JsonObject => ({
  apiVersion: 'config.openshift.io/v1',
  kind: 'ClusterVersion',
  metadata: { name: 'version' },
  status,
});
const node = (...annotations: string[]): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', annotations: Object.fromEntries(annotations.map((name) => [`k8s.ovn.org/${name}`, '{}'])) },
});
const pods = (image: string): JsonObject => ({ containers: [{ name: 'ovnkube-controller', image }] });
const release = (...objects: JsonObject[]) => discover(objects).plain.ovnKubernetes;

it.each([
  ['4.15.28', 'openshift-4.15', ''],
  ['4.18.9', '1.0', ', the nearest release to upstream of November 2024'],
  ['4.12.40', 'openshift-4.15', ', the nearest release to an older one'],
  ['5.0.0-ec.1', 'next', ', the nearest release to a newer one'],
])('OpenShift %s has the rows of %s', (version, value, nearest) => {
  const from = `ClusterVersion version of config.openshift.io/v1: OpenShift ${version}${nearest}`;
  expect(release(clusterVersion({ desired: { version } }))).toEqual({ value, from });
});

it('the version that was installed last counts, not the one of an upgrade that is under way', () => {
  const history = [
    { state: 'Partial', version: '4.17.3' },
    { state: 'Completed', version: '4.15.9' },
  ];
  expect(release(clusterVersion({ desired: { version: '4.17.3' }, history }))?.value).toBe('openshift-4.15');
  expect(release(clusterVersion({ desired: { version: 'unknown' } }))).toBeUndefined();
});

it('every release of OpenShift has a release that Weir knows, and newer ones have no older release', () => {
  const order = OPENSHIFT_RELEASES.map((one) => RELEASES.findIndex(({ name }) => name === one.release));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

it('the tag of an image tells the release, by the DaemonSet or a pod', () => {
  const image = 'ghcr.io/ovn-kubernetes/ovn-kubernetes/ovn-kube-ubuntu:v1.2.0';
  const metadata = { namespace: 'ovn-kubernetes', name: 'ovnkube-node' };
  const from = `image ${image} of`;
  expect(
    release({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { template: { spec: pods(image) } } }),
  ).toEqual({
    value: '1.2',
    from: `${from} DaemonSet ovn-kubernetes/ovnkube-node`,
  });
  expect(release({ apiVersion: 'v1', kind: 'Pod', metadata, spec: pods(image) })?.from).toBe(
    `${from} Pod ovn-kubernetes/ovnkube-node`,
  );
});

it.each([
  ['ovn-kube-fedora:release-1.0', '1.0'],
  ['registry.example:5000/ovn-kube-u:1.1.0-rc1', '1.1'],
  ['a/ovn-kube-ubuntu:master', 'next'],
  ['a/ovn-kube-ubuntu:v1.9.0', 'next'],
  ['a/ovn-kube-ubuntu:latest', undefined],
  ['a/ovn-kube-ubuntu@sha256:0a1b', undefined],
  ['a/shop:v1.2.0', undefined],
])('the image %s is of %s', (image, name) => {
  expect(releaseOfImage(image)?.name).toBe(name);
});

it('annotations of nodes tell a release that others do not write them in', () => {
  expect(release(node('node-gateway-router-lrp-ifaddrs'))).toEqual({
    value: '1.1',
    from: 'k8s.ovn.org/node-gateway-router-lrp-ifaddrs of Node a',
  });
  expect(release(node('node-mgmt-port-mac-address'))?.value).toBe('1.0');
  expect(release(node('node-mgmt-port-mac-address', 'node-mgmt-port-mac-addresses'))).toBeUndefined();
});

it.each([
  ['7.0.0', 'openshift-4.15'],
  ['7.1.0', 'openshift-4.15'],
  ['7.3.0', '1.0'],
  ['7.11.0', '1.1'],
  ['7.12.0', '1.3'],
  ['7.18.1', 'next'],
])('the Northbound schema %s is that of %s, if nothing else tells', (version, value) => {
  const settings = nothingFound();
  takeReleaseOfSchema(settings, version, 'the Northbound database');
  takeReleaseOfSchema(settings, '7.3.0', 'another');
  const from = `the Northbound database, the nearest release to schema ${version}`;
  expect(settings.plain.ovnKubernetes).toEqual({ value, from });
});
