import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkShared } from '../../../src/northbound/check.js';
import { checkProperty } from '../../rig/random.js';
import { configurationOf } from '../3-index/inventory.js';
import { cidr, expectTexts, ipv4, ipv6, label, rowsOfObjects, withoutShapes } from './shape-input.js';

const podSelector = fc.constantFrom({}, { matchLabels: { app: 'duck' } }, { matchLabels: { app: 'none' } });
const rule = fc.record({ dscp: fc.nat({ max: 63 }), dstCIDR: cidr, podSelector }, { requiredKeys: ['dscp'] });
const pod = fc.record({
  name: label,
  node: fc.constantFrom('heron', 'egret', ''),
  ips: fc.array(fc.oneof(ipv4, ipv6), { maxLength: 3 }),
  app: fc.constantFrom('duck', 'goose'),
});
const input = fc.record({
  namespace: label,
  rules: fc.array(rule, { minLength: 1, maxLength: 6 }),
  pods: fc.uniqueArray(pod, { maxLength: 4, selector: ({ name }) => name }),
  families: fc.constantFrom('[IPv4]', '[IPv6]', '[IPv4, IPv6]'),
});

type Values = typeof input extends fc.Arbitrary<infer Value> ? Value : never;

/** The rows for an EgressQoS with all of the rules, and for one with each of them: who refuses a rule refuses all. */
function rowsOf({ namespace, rules, pods, families }: Values) {
  const configuration = configurationOf(`ipFamilies: ${families}\nfeatures: [egressQoS]\n`);
  const inventory = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...['heron', 'egret'].map((name) => {
      const annotations = { 'k8s.ovn.org/zone-name': name };
      return { apiVersion: 'v1', kind: 'Node', metadata: { name, annotations } };
    }),
    ...pods.map(({ name, node, ips, app }) => {
      const metadata = { name, namespace, labels: { app } };
      const status = { podIPs: ips.map((ip) => ({ ip })) };
      return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName: node }, status };
    }),
  ];
  const metadata = { name: 'default', namespace };
  return [rules, ...rules.map((one) => [one])].map((egress) => {
    const qos = { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressQoS', metadata, spec: { egress } };
    const { shared, ownOf } = rowsOfObjects([...inventory, qos], configuration);
    return { shared, zones: ['heron', 'egret'].map(ownOf), configuration };
  });
}

it('rows of marks have the text of their columns, and nothing is wrong with them, for every EgressQoS', () => {
  const rendered = new Set<string>();
  const property = fc.property(input, (values) => {
    for (const { shared, zones, configuration } of rowsOf(values)) {
      for (const [place, { rows }] of [['all', shared] as const, ...zones.map((own) => ['one', own] as const)]) {
        for (const table of ['QoS', 'Address_Set']) {
          const all = rows.get(table) ?? [];
          expect(expectTexts(table, all)).toEqual(all);
          if (all.length > 0) rendered.add(`${table} of ${place}`);
        }
      }
      const { problems, checkOwn } = checkShared(withoutShapes(shared), {
        schemaVersion: configuration.ovnSchemaVersion,
        baseRows: 'external',
      });
      expect([...problems, ...zones.flatMap((own) => checkOwn(withoutShapes(own)))]).toEqual([]);
    }
  });
  checkProperty(property, { numRuns: 100 });
  expect([...rendered].sort()).toEqual(['Address_Set of all', 'Address_Set of one', 'QoS of all']);
});
