import { describe, expect, it } from 'vitest';
import { namespaceSetRows } from '../../../src/compile/6-emit/northbound/namespace-sets.js';
import { RELEASES } from '../../../src/ovn-kubernetes/releases/index.js';
import { clusterOf, configurationOf, nodeOf, podOf } from './topology/fixture.js';

describe('the address sets of namespaces', () => {
  const pods = [
    podOf('heron', 'duck', ['10.60.2.7']),
    podOf('otter', 'coot', ['10.60.3.7']),
    podOf('heron', 'host', ['198.18.0.2'], { hostNetwork: true }),
    podOf('heron', 'done', ['10.60.2.8'], { completed: true }),
  ];
  const cluster = {
    ...clusterOf([nodeOf('heron', 2), nodeOf('otter', 3)], pods),
    namespaces: new Map([['pond', { labels: {} }]]),
  } as unknown as Parameters<typeof namespaceSetRows>[0];

  it.each(RELEASES.map((release) => [release.name, release] as const))(
    'of %s hold the pods of the pod network of all zones, up to v1.2',
    (name, release) => {
      const rows = namespaceSetRows(cluster, configurationOf({ release })).map(({ columns }) => columns);
      const sets = [
        {
          addresses: ['10.60.2.7', '10.60.3.7'],
          external_ids: expect.objectContaining({
            'k8s.ovn.org/id': 'default-network-controller:Namespace:pond:v4',
          }) as unknown,
          name: expect.stringMatching(/^a[0-9]+$/) as unknown,
        },
      ];
      expect(rows).toEqual(['openshift-4.15', '1.0', '1.1', '1.2'].includes(name) ? sets : []);
    },
  );
});
