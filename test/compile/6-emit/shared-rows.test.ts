import { expect, test } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { egressNode, shop } from '../../kinds/egress-ip/objects.js';
import { joinParts } from '../../rig/joined-zone.js';
import { configurationOf } from '../3-index/inventory.js';

function rowsOf(zone: string, weirYaml: string, objects: readonly object[]) {
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const { artefacts } = compile({ configuration: configurationOf(weirYaml), files: [{ path: 'all.yaml', text }] });
  return joinParts(new Map(artefacts.map(({ path, content }) => [path, readChunks(content)])), zone).rows;
}

test('only zones with a switch have the QoS rules of switches', () => {
  const qos = {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressQoS',
    metadata: { name: 'default', namespace: 'shop' },
    spec: { egress: [{ dscp: 46, dstCIDR: '203.0.113.0/24' }] },
  };
  const bare = egressNode('n3', 13, { without: 'k8s.ovn.org/node-subnets' });
  const objects = [egressNode('n2', 12), bare, shop, qos];
  const has = (zone: string): boolean => 'QoS' in rowsOf(zone, 'interconnect: true\ntopology: managed\n', objects);
  expect([has('n2'), has('n3')]).toEqual([true, false]);
});

test('rules of namespaces are in byte order of their keys, in which a colon follows the namespace', () => {
  const firewall = (namespace: string): object => ({
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressFirewall',
    metadata: { name: 'default', namespace },
    spec: { egress: [{ type: 'Deny', to: { cidrSelector: '203.0.113.0/24' } }] },
  });
  const namespaces = ['shop', 'shop-a', 'shop0'];
  const objects = namespaces.flatMap((name) => [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    firewall(name),
  ]);
  const keys: string[] = [];
  const text = [egressNode('n2', 12), ...objects].map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const configuration = configurationOf('transactions: true\n');
  for (const { path, content } of compile({ configuration, files: [{ path: 'all.yaml', text }] }).artefacts)
    if (path.startsWith('northbound/transactions/'))
      keys.push(...Array.from(readChunks(content).matchAll(/EgressFirewall:[^:"]+:[0-9]+/g), ([key]) => key));
  const found = [...new Set(keys)];
  expect(found).toHaveLength(namespaces.length);
  expect(found).toEqual(found.toSorted());
});
