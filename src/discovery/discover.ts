import { type KindName, nameOf } from '../model/kubernetes-object.js';
import { type JsonObject, asObject, asString } from '../std/json.js';
import { readConfiguredNetwork, readOperatorNetwork } from './network-objects.js';
import { readNodes } from './nodes.js';
import { readOvnkubeConfig } from './ovnkube-config.js';
import { guessClusterSubnets } from './pod-networks.js';
import { readClusterVersion, readPodsAndNodes, readWorkload } from './release.js';
import { type ClusterSettings, nothingFound, take } from './settings.js';

/** An object of a cluster that contains settings and is not part of an inventory. */
export interface TellingObject extends KindName {
  readonly namespace: string;
  readonly name: string;
}

type Reading = (object: JsonObject, from: string, settings: ClusterSettings) => void;

/**
 * Settings objects with their readers. The first one with a value for a setting decides: arguments of ovnkube come
 * first.
 */
const READINGS: readonly (readonly [TellingObject, Reading])[] = [
  [
    { apiVersion: 'config.openshift.io/v1', kind: 'ClusterVersion', namespace: '', name: 'version' },
    readClusterVersion,
  ],
  [{ apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'ovn-kubernetes', name: 'ovnkube-node' }, readWorkload],
  [
    { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'openshift-ovn-kubernetes', name: 'ovnkube-config' },
    readOvnkubeConfig,
  ],
  [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ovn-kubernetes', name: 'ovnkube-config' }, readOvnkubeConfig],
  [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ovn-kubernetes', name: 'ovn-config' }, readOvnkubeConfig],
  [{ apiVersion: 'config.openshift.io/v1', kind: 'Network', namespace: '', name: 'cluster' }, readConfiguredNetwork],
  [{ apiVersion: 'operator.openshift.io/v1', kind: 'Network', namespace: '', name: 'cluster' }, readOperatorNetwork],
  [{ apiVersion: 'config.openshift.io/v1', kind: 'Infrastructure', namespace: '', name: 'cluster' }, readPlatform],
  [{ apiVersion: 'config.openshift.io/v1', kind: 'Ingress', namespace: '', name: 'cluster' }, readDomain],
];

/** Settings objects to read from a cluster. */
export const settingsObjects: readonly TellingObject[] = READINGS.map(([name]) => name);

/** Returns the settings of weir.yaml that the objects of a cluster contain. Pure. Unknown settings are unset. */
export function discover(objects: readonly JsonObject[]): ClusterSettings {
  const settings = nothingFound();
  for (const [wanted, readObject] of READINGS) {
    for (const object of objects) {
      if (isObject(object, wanted)) readObject(object, `${wanted.kind} ${titleOf(wanted)}`, settings);
    }
  }
  readPodsAndNodes(objects, settings);
  readNodes(nodesAmong(objects), settings);
  takeClusterSubnets(objects, settings);
  return settings;
}

/** Guesses `clusterSubnets` from nodes and pods, unless it is known. */
export function takeClusterSubnets(objects: readonly JsonObject[], settings: ClusterSettings): void {
  const guess = guessClusterSubnets(objects);
  if (guess) take(settings, 'clusterSubnets', guess.value, guess.from);
}

/** Returns the nodes among objects. */
export function nodesAmong(objects: readonly JsonObject[]): readonly JsonObject[] {
  return objects.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Node');
}

function isObject(object: JsonObject, wanted: TellingObject): boolean {
  const { namespace, name } = nameOf(object);
  return (
    object.apiVersion === wanted.apiVersion &&
    object.kind === wanted.kind &&
    namespace === wanted.namespace &&
    name === wanted.name
  );
}

function titleOf({ namespace, name, apiVersion }: TellingObject): string {
  return namespace === '' ? `${name} of ${apiVersion}` : `${namespace}/${name}`;
}

function readPlatform(object: JsonObject, from: string, settings: ClusterSettings): void {
  take(settings, 'platform', asString(asObject(asObject(object.status)?.platformStatus)?.type), from);
}

function readDomain(object: JsonObject, from: string, settings: ClusterSettings): void {
  take(settings, 'clusterIngressDomain', asString(asObject(object.spec)?.domain), from);
}
