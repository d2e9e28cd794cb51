import { expect, it } from 'vitest';
import { compareZones } from '../../src/compare/artefacts/zones.js';
import { compile } from '../../src/compile/compile.js';
import { emitClusterRows } from '../../src/compile/6-emit/zone-rows.js';
import type { ZoneRows } from '../../src/model/northbound.js';
import { joinZone } from '../../src/northbound/join-rows.js';
import type { JsonObject } from '../../src/std/json.js';
import { type Repository, compareRepositories, firewall, inputOf } from './sides.js';

const WEIR_YAML = 'interconnect: true\n';

const node = (name: string, index: number, labels: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    labels,
    annotations: {
      'k8s.ovn.org/zone-name': name,
      'k8s.ovn.org/node-id': `${index + 2}`,
      'k8s.ovn.org/node-subnets': `{"default": ["10.128.${index}.0/24"]}`,
      'k8s.ovn.org/node-primary-ifaddr': `{"ipv4": "192.168.10.1${index}/24"}`,
      'k8s.ovn.org/host-cidrs': `["192.168.10.1${index}/24"]`,
      'k8s.ovn.org/node-transit-switch-port-ifaddr': `{"ipv4": "100.88.0.${index + 2}/16"}`,
    },
  },
});

const pod = (name: string, nodeName: string, address: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop' },
  spec: { nodeName },
  status: { podIP: address, podIPs: [{ ip: address }] },
});

const EGRESS_IP: JsonObject = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressIP',
  metadata: { name: 'shop' },
  spec: { egressIPs: ['192.168.10.50'], namespaceSelector: { matchLabels: { shop: 'yes' } } },
};

const repositoryOf = (...pods: JsonObject[]): Repository => ({
  weirYaml: WEIR_YAML,
  objects: [firewall('shop', { type: 'Deny', to: { cidrSelector: '203.0.113.0/24' } }), EGRESS_IP],
  inventory: [
    node('east', 0, { 'k8s.ovn.org/egress-assignable': '' }),
    node('west', 1),
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { shop: 'yes' } } },
    ...pods,
  ],
});

/** The rows of the zones of a repository, compiled on its own. */
function rowsOf(repository: Repository): (zone: string) => ZoneRows {
  const input = inputOf(repository);
  const { intents, cluster } = compile(input);
  const { shared, ownOf } = emitClusterRows({ intents, cluster, configuration: input.configuration }, () => undefined);
  return (zone) => joinZone([shared.rows, ownOf(zone).rows], ownOf(zone).rows);
}

it('compares the rows of zones that each side has on its own, if only pods differ', () => {
  const web = pod('web', 'east', '10.128.0.7');
  const cases = [
    [[web], [web, pod('api', 'west', '10.128.1.8')]],
    [[web, pod('api', 'west', '10.128.1.8')], [web]],
    [[web], [pod('web', 'east', '10.128.0.9')]],
    [[web], [pod('web', 'west', '10.128.1.9')]],
  ] as const;
  for (const [before, after] of cases) {
    const sides = { before: repositoryOf(...before), after: repositoryOf(...after) };
    const rows = { before: rowsOf(sides.before), after: rowsOf(sides.after) };
    const expected = compareZones(['east', 'west'], (zone) => ({ before: rows.before(zone), after: rows.after(zone) }));
    expect(expected.length).toBeGreaterThan(0);
    expect(compareRepositories(sides.before, sides.after).comparison.artefacts.zones).toEqual(expected);
  }
});
