import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkShared } from '../../../src/northbound/check.js';
import { checkProperty } from '../../rig/random.js';
import { configurationOf } from '../3-index/inventory.js';
import { cidr, expectTexts, label, rowsOfObjects, withoutShapes } from './shape-input.js';

const dnsName = fc.tuple(label, label).map((labels) => labels.join('.'));
const to = fc.oneof(
  { weight: 4, arbitrary: cidr.map((cidrSelector) => ({ cidrSelector })) },
  dnsName.map((name) => ({ dnsName: name })),
  fc.constant({ nodeSelector: {} }),
);
const port = fc.record({ protocol: fc.constantFrom('TCP', 'UDP', 'SCTP'), port: fc.integer({ min: 0, max: 65_536 }) });
const rule = fc.record(
  { type: fc.constantFrom('Allow', 'Deny'), to, ports: fc.array(port, { maxLength: 4 }) },
  { requiredKeys: ['type', 'to'] },
);
const severity = fc.constantFrom(undefined, '', 'alert', 'warning', 'notice', 'info', 'debug', 'shout');
const input = fc.record({
  namespace: label,
  rules: fc.array(rule, { minLength: 1, maxLength: 12 }),
  logging: fc.record({ allow: severity, deny: severity }),
  families: fc.constantFrom('[IPv4]', '[IPv6]', '[IPv4, IPv6]'),
});

/** The rows of a firewall with all of the rules, and of one for each of them: who refuses a rule refuses its firewall. */
function rowsOf({
  namespace,
  rules,
  logging,
  families,
}: typeof input extends fc.Arbitrary<infer Value> ? Value : never) {
  const configuration = configurationOf(
    `ipFamilies: ${families}\nclusterSubnets: [10.128.0.0/14/23, "fd01::/48/64"]\nfeatures: [egressFirewall]\n`,
  );
  const annotations = { 'k8s.ovn.org/acl-logging': JSON.stringify(logging) };
  const hosts = { 'k8s.ovn.org/host-cidrs': '["192.168.0.5/24", "fd00::5/64"]' };
  const inventory = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, annotations } },
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'heron', annotations: hosts } },
  ];
  const metadata = { name: 'default', namespace };
  return [rules, ...rules.map((one) => [one])].map((egress) => {
    const firewall = { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressFirewall', metadata, spec: { egress } };
    return { shared: rowsOfObjects([...inventory, firewall], configuration).shared, configuration };
  });
}

it('rows of firewalls have the text of their columns, and nothing is wrong with them, for every firewall', () => {
  const rendered = new Set<string>();
  const property = fc.property(input, (values) => {
    for (const { shared, configuration } of rowsOf(values)) {
      for (const table of ['ACL', 'Port_Group']) {
        if (expectTexts(table, shared.rows.get(table) ?? []).length > 0) rendered.add(table);
      }
      const schemaVersion = configuration.ovnSchemaVersion;
      expect(checkShared(withoutShapes(shared), { schemaVersion, baseRows: 'external' }).problems).toEqual([]);
    }
  });
  checkProperty(property, { numRuns: 200 });
  expect([...rendered].sort()).toEqual(['ACL', 'Port_Group']);
});
