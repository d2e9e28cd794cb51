import { describe, expect, it } from 'vitest';
import { clusterOf, namespace, node, pod } from './inventory.js';

describe('namespaces', () => {
  it('have the label of their name, whatever the manifest says', () => {
    const labels = { team: 'a', 'kubernetes.io/metadata.name': 'other' };
    const { cluster } = clusterOf([namespace('shop', { labels })]);
    expect(cluster.namespaces.get('shop')?.labels).toEqual({ team: 'a', 'kubernetes.io/metadata.name': 'shop' });
  });

  it('are implied by pods and by custom resources, in order of their names', () => {
    const firewall = {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressFirewall',
      metadata: { name: 'default', namespace: 'front' },
      spec: { egress: [] },
    };
    const { cluster, said } = clusterOf([
      node('worker'),
      namespace('zoo'),
      firewall,
      pod('web', { nodeName: 'worker' }),
    ]);
    expect([...cluster.namespaces.keys()]).toEqual(['front', 'shop', 'zoo']);
    expect(cluster.namespaces.get('front')).toEqual({
      name: 'front',
      labels: { 'kubernetes.io/metadata.name': 'front' },
      aclLogging: {},
    });
    expect(said).toEqual(['namespace/unknown "front"']);
  });

  it('are not missed where the inventory lists none', () => {
    const qos = { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressQoS', metadata: { name: 'default', namespace: 'front' } };
    expect(clusterOf([node('worker'), qos]).said).toEqual([]);
  });

  it.each<[string | undefined, object, number]>([
    [undefined, {}, 0],
    ['', {}, 0],
    ['{}', {}, 0],
    ['{"allow":"","deny":""}', {}, 0],
    ['{"deny":"alert"}', { deny: 'alert' }, 0],
    ['{"allow":"info","deny":"debug"}', { allow: 'info', deny: 'debug' }, 0],
    ['{"allow":"notice","deny":"loud"}', { allow: 'notice' }, 1],
    ['{"allow":"Info","deny":"warning"}', { deny: 'warning' }, 1],
    ['{"allow":null,"deny":"alert"}', { deny: 'alert' }, 0],
    ['{"allow":5,"deny":"alert"}', {}, 1],
    ['{"deny":{"level":"alert"}}', {}, 1],
    ['["alert"]', {}, 1],
    ['"alert"', {}, 1],
    ['alert', {}, 1],
    ['{"toString":"alert"}', {}, 0],
    ['{"Deny":"alert","ALLOW":"info"}', { allow: 'info', deny: 'alert' }, 0],
    ['{"deny":"info","Deny":"alert","DENY":null}', { deny: 'alert' }, 0],
    ['{"deny":"alert","pass":"info","denied":5}', { deny: 'alert' }, 0],
    ['{"deny":"alert","pass":5}', {}, 1],
  ])('acl-logging %s gives %j', (text, expected, warnings) => {
    const annotations = text === undefined ? {} : { 'k8s.ovn.org/acl-logging': text };
    const { cluster, reports } = clusterOf([node('worker'), namespace('shop', { annotations })]);
    expect(cluster.namespaces.get('shop')?.aclLogging).toEqual(expected);
    expect(reports.map(({ code }) => code)).toEqual(
      Array.from({ length: warnings }, () => 'namespace/bad-acl-logging'),
    );
  });
});
