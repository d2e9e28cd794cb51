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
