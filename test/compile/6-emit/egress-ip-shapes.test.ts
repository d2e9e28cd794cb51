import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkRows } from '../../../src/northbound/check.js';
import { isShaped } from '../../../src/northbound/row-shape.js';
import { checkProperty } from '../../rig/random.js';
import {
  configurationOf,
  dualStack,
  dualStackNodeOf,
  duck,
  egressOf,
  nodesOf,
  podOf,
  pointOf,
  zoneOf,
} from './fixture.js';
import { expectTexts, withoutShapes } from './shape-input.js';

const octet = fc.integer({ min: 1, max: 254 });
const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16));
const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?$/);
const input = fc.record({
  name: fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
  pods: fc.uniqueArray(fc.tuple(label, octet, group), { minLength: 1, maxLength: 4, selector: ([pod]) => pod }),
  ipv4: fc.tuple(fc.constantFrom('198.18.7', '10.20.30'), octet).map((parts) => parts.join('.')),
  ipv6: fc.tuple(fc.constantFrom('fd18:', 'fd20:'), group).map((parts) => parts.join(':')),
  more: fc.boolean(),
  interconnect: fc.boolean(),
  ephemeralPortRange: fc.constantFrom('32768-60999', '1-65535'),
});

/** The zones of an EgressIP with two or three addresses for pods of both families. */
function zonesOf({
  name,
  pods,
  ipv4,
  ipv6,
  more,
  ...settings
}: typeof input extends fc.Arbitrary<infer Value> ? Value : never) {
  const names = ['heron', 'egret', 'stork'] as const;
  const zone = (node: string): object => (settings.interconnect ? { zone: node } : {});
  const nodes = names.map((node, index) => dualStackNodeOf(node, index + 2, zone(node)));
  const [heron, egret, stork] = nodes;
  if (!heron || !egret || !stork) return [];
  const points = [pointOf(egret, ipv4), pointOf(stork, ipv6), ...(more ? [pointOf(heron, '198.18.9.9')] : [])];
  const selected = pods.map(([pod, last, end], index) =>
    podOf(names[index % 3] ?? 'heron', pod, [`10.60.2.${last}`, `fd01:0:0:2::${end}`]),
  );
  const zones = settings.interconnect ? names : ['global'];
  return zones.map((one) => zoneOf(one, nodes, egressOf(name, selected, points), { ...dualStack, ...settings }));
}

it('reroutes and translations have the text of their columns, in as many bytes as they say, and nothing is wrong with them', () => {
  const rendered = new Set<string>();
  const property = fc.property(input, (values) => {
    for (const zone of zonesOf(values)) {
      for (const table of ['Logical_Router_Policy', 'NAT']) {
        for (const { key } of expectTexts(table, zone.rows.get(table) ?? []))
          rendered.add(`${table}${key.includes('#') ? '#' : ''}`);
      }
      const schemaVersion = configurationOf({}).ovnSchemaVersion;
      expect(checkRows(withoutShapes(zone), { schemaVersion, baseRows: 'external' })).toEqual([]);
    }
  });
  checkProperty(property, { numRuns: 100 });
  expect([...rendered].sort()).toEqual(['Logical_Router_Policy', 'NAT', 'NAT#']);
});

it.each(['\0', '\ud800', '"', '\\', '\n'])('a row has no shape if the name of its pod contains %j', (character) => {
  const [heron, egret, stork] = nodesOf(false);
  const pod = { ...duck, name: `duck${character}` };
  const zone = zoneOf('global', [heron, egret, stork], egressOf('shop', [pod], [pointOf(egret, '198.18.1.100')]));
  const own = ['Logical_Router_Policy', 'NAT'].flatMap((table) => zone.rows.get(table) ?? []);
  const rows = own.filter(({ key }) => key.includes('duck'));
  expect(rows.map(isShaped)).toEqual([false, false]);
});
