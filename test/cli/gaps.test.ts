import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const quickstart = new URL('../../fixtures/quickstart/', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, quickstart), 'utf8');
const ANNOTATION = 'k8s.ovn.org/node-chassis-id';

/** The quickstart without an annotation of one node. */
function incomplete(): string {
  const lines = textOf('inventory/cluster.yaml').split('\n');
  const place = lines.findLastIndex((line) => line.includes(ANNOTATION));
  return scratch({
    'weir.yaml': textOf('weir.yaml'),
    'egress/shop.yaml': textOf('egress/shop.yaml'),
    'inventory/cluster.yaml': lines.filter((_, index) => index !== place).join('\n'),
  });
}

it.each([[['check']], [['list', 'egress']], [['list', 'flows']]])(
  '%j names the node and the annotation without which paths are unknown',
  async (words) => {
    const { err } = await weir(incomplete(), words);
    expect(err).toMatch(/unknown|not known/);
    expect(err).toContain(`Node worker-b lacks ${ANNOTATION}`);
  },
);

it('weir trace names the node and the annotation when no node has the annotations of OVN-Kubernetes', async () => {
  const objects = [
    { kind: 'Node', metadata: { name: 'oak' } },
    { kind: 'Namespace', metadata: { name: 'shop' } },
    ...['web', 'db'].map((name, index) => ({
      kind: 'Pod',
      metadata: { name, namespace: 'shop' },
      spec: { nodeName: 'oak' },
      status: { podIPs: [{ ip: `10.128.0.${index + 7}` }] },
    })),
  ];
  const folder = scratch({
    'weir.yaml': `${textOf('weir.yaml')}allowEmpty: true\n`,
    'egress/shop.yaml': textOf('egress/shop.yaml'),
    'inventory/cluster.yaml': objects.map((one) => JSON.stringify({ apiVersion: 'v1', ...one })).join('\n---\n'),
  });
  for (const [to, port] of [
    ['203.0.113.7', '443/TCP'],
    ['shop/db', '80/TCP'],
  ] as const) {
    const { code, out, err } = await weir(folder, ['trace', 'shop/web', to, port]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^shop\/web → .*: unknown\n.*Node oak lacks k8s\.ovn\.org\/node-subnets/);
  }
});

it('weir list flows says of a node in the default zone that it lacks a zone of its own', async () => {
  const lines = textOf('inventory/cluster.yaml').replace('zone-name: worker-b', 'zone-name: global');
  const folder = scratch({
    'weir.yaml': textOf('weir.yaml'),
    'egress/shop.yaml': textOf('egress/shop.yaml'),
    'inventory/cluster.yaml': lines,
  });
  const { err } = await weir(folder, ['list', 'flows']);
  expect(err).toContain('Node worker-b lacks k8s.ovn.org/zone-name other than global\n');
});
