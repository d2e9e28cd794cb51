import { expect, it } from 'vitest';
import { renderDiffText } from '../../src/compare/render/text.js';
import type { JsonObject } from '../../src/std/json.js';
import { namespace } from '../compile/3-index/inventory.js';
import { pod, reportOf } from './sides.js';

const COUNT = 200;
const numbers = Array.from({ length: COUNT }, (_, index) => index);
const labelled = (index: number): JsonObject => ({ matchLabels: { app: `p-${index}` } });
const pods = numbers.map((index) => pod('shop', `p-${index}`, [`10.128.1.${index + 10}`], { app: `p-${index}` }));
/** The policy of each pod lets its neighbour in. */
const policies = numbers.map((index): JsonObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: `p-${index}`, namespace: 'shop' },
  spec: {
    podSelector: labelled(index),
    ingress: [{ from: [{ podSelector: labelled((index + 1) % COUNT) }], ports: [{ port: 80 }] }],
  },
}));

it('a policy for each of many pods is told as one change with exceptions, and what the exceptions change', () => {
  const objects = [namespace('shop'), ...pods];
  const report = reportOf({ objects }, { objects: [...objects, ...policies] });
  const [all, ...others] = report.connections.filter(({ outside }) => outside === undefined);
  expect(all).toMatchObject({ change: 'closed', transport: 'any protocol' });
  const names = (sources: NonNullable<typeof all>['from'] = []) => sources.flatMap(({ pods: own = [] }) => own);
  expect([names(all?.from).length, names(all?.to).length]).toEqual([COUNT + 1, COUNT]);
  const pairs = numbers.map((index) => `p-${(index + 1) % COUNT} > p-${index}`).sort();
  const textsOf = (some: readonly Pick<NonNullable<typeof all>, 'from' | 'to'>[]) =>
    some.map(({ from, to }) => `${names(from).join()} > ${names(to).join()}`).sort();
  expect(textsOf(all?.except ?? [])).toEqual(pairs);
  expect(textsOf(others)).toEqual(pairs);
  expect(new Set(others.map(({ change, transport }) => `${change} ${transport}`))).toEqual(
    new Set(['closed any protocol except TCP 80']),
  );
  expect(renderDiffText(report)).toContain('! except from pod p-0 in shop to pod p-199 in shop\n');
  expect(report.unexploredPairs).toBe(0);
});
