import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/std/json.js';
import { clusterOf } from './inventory.js';

function workload(kind: string, name: string, labels: JsonObject, metadata: JsonObject = {}): JsonObject {
  const template = { metadata: { labels } };
  const spec = kind === 'CronJob' ? { jobTemplate: { spec: { template } } } : { template };
  const apiVersion = kind.endsWith('Job') ? 'batch/v1' : 'apps/v1';
  return { apiVersion, kind, metadata: { name, namespace: 'shop', ...metadata }, spec };
}

function ownedPod(name: string, kind: string, owner: string, labels: JsonObject): JsonObject {
  const ownerReferences = [{ apiVersion: 'apps/v1', kind, name: owner, controller: true }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop', labels, ownerReferences }, spec: {} };
}

function podsOf(...objects: JsonObject[]): string[] {
  const { cluster } = clusterOf(objects);
  return [...cluster.podsByNamespace.values()].flat().map(({ namespace, name, workload: owner, isPlanned }) => {
    const made = owner ? ` of ${owner.kind} ${owner.name}` : '';
    return `${isPlanned ? 'planned ' : ''}${namespace}/${name}${made}`;
  });
}

describe('a workload', () => {
  it.each(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob'])(
    'stands for the pods that a %s will make',
    (kind) => {
      expect(podsOf(workload(kind, 'web', { app: 'web' }))).toEqual([`planned shop/web[${kind}] of ${kind} web`]);
    },
  );

  it('stands for nothing where a pod with the labels of its template is there', () => {
    const pod = ownedPod('web-7c9-x2x7k', 'ReplicaSet', 'web-7c9', { app: 'web', 'pod-template-hash': '7c9' });
    expect(podsOf(workload('Deployment', 'web', { app: 'web' }), pod)).toEqual([
      'shop/web-7c9-x2x7k of Deployment web',
    ]);
  });

  it('stands for pods with the new labels of its template while pods with the old ones are there', () => {
    const pod = ownedPod('web-7c9-x2x7k', 'ReplicaSet', 'web-7c9', { app: 'web', 'pod-template-hash': '7c9' });
    expect(podsOf(workload('Deployment', 'web', { app: 'web', tier: 'front' }), pod)).toEqual([
      'shop/web-7c9-x2x7k of Deployment web',
      'planned shop/web[Deployment] of Deployment web',
    ]);
  });

  it('stands for nothing of its own where another one has made it', () => {
    const owner = (kind: string, name: string): JsonObject => ({ ownerReferences: [{ kind, name, controller: true }] });
    const job = workload('Job', 'report-1', { app: 'report' }, owner('CronJob', 'report'));
    const pod = ownedPod('report-1-abcde', 'Job', 'report-1', { app: 'report' });
    expect(podsOf(workload('CronJob', 'report', { app: 'report' }), job, pod)).toEqual([
      'shop/report-1-abcde of CronJob report',
    ]);
  });

  it('is the ReplicaSet of a pod where no Deployment is known', () => {
    const pod = ownedPod('web-7c9-x2x7k', 'ReplicaSet', 'web-7c9', { app: 'web', 'pod-template-hash': '7c9' });
    expect(podsOf(pod)).toEqual(['shop/web-7c9-x2x7k of ReplicaSet web-7c9']);
  });

  it('is in the namespace default where it names none', () => {
    const { metadata, ...rest } = workload('Deployment', 'web', { app: 'web' });
    expect(metadata).toBeDefined();
    expect(podsOf({ ...rest, metadata: { name: 'web' } })).toEqual([
      'planned default/web[Deployment] of Deployment web',
    ]);
  });
});
