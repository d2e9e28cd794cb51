import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dump } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestCluster } from '../ovn/cluster.js';
import { egressIP } from '../ovn/egress.js';
import { configurationOf, inventoryOf } from '../ovn/manifests.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { weir } from '../rig/weir.js';

const CLUSTER: TestCluster = {
  ...TWO_NODES,
  namespaces: ['harbor', 'quay', 'pier'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5, labels: { app: 'crane' } },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6, labels: { app: 'tug' } },
    { namespace: 'quay', name: 'rope', node: 'oak', number: 7 },
    { namespace: 'pier', name: 'lamp', node: 'oak', number: 8 },
  ],
};
const FIREWALL = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: quay}
spec:
  egress:
    - {type: Allow, to: {cidrSelector: 203.0.113.0/25}}
    - {type: Allow, to: {dnsName: api.example.com}}
    - {type: Deny, to: {cidrSelector: 0.0.0.0/0}}
`;
const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: isolate, namespace: pier}
spec: {podSelector: {}, policyTypes: [Ingress]}
`;
const FERRY = service('ferry', { clusterIP: '172.16.1.10', ports: [{ name: 'web', protocol: 'TCP', port: 80 }] }, [
  '10.128.3.6 elm',
]);
const IDLE = service('idle', { clusterIP: '172.16.1.11', ports: [{ name: 'web', protocol: 'TCP', port: 80 }] }, []);

/** An object; of a Node with one of the names the annotations are gone that its gateway router is made of. */
function withoutGateway(object: object, names: readonly string[]): object {
  const { kind, metadata } = object as {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  };
  if (kind !== 'Node' || !names.includes(metadata.name)) return object;
  const left = Object.entries(metadata.annotations ?? {}).filter(([name]) => !/chassis|l3-gateway/.test(name));
  return { ...object, metadata: { ...metadata, annotations: Object.fromEntries(left) } };
}

describe('weir trace', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-trace-'));
    const configuration = { ...configurationOf(CLUSTER, '7.11.0'), topology: 'external' };
    const paths = { manifests: ['egress/*.yaml'], inventory: ['inventory/*.yaml'] };
    const files: Readonly<Record<string, string>> = {
      'weir.yaml': dump({ ...configuration, ...paths }),
      'inventory/cluster.yaml': [...inventoryOf(CLUSTER), ...FERRY, ...IDLE]
        .map((object) => dump(object))
        .join('---\n'),
      'egress/firewall.yaml': FIREWALL,
      'egress/policy.yaml': POLICY,
      'egress/ferry.yaml': dump(egressIP('ferry', '192.168.50.100', 'harbor', { app: 'crane' })),
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const trace = (...words: string[]) => weir(folder, ['trace', ...words]);

  it('says the verdict in one line, and then the path with the line that decides and the key of its row', async () => {
    const { code, out } = await trace('harbor/crane', '203.0.113.7', '443/TCP');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'harbor/crane → 203.0.113.7 443/TCP: leaves node elm from 192.168.50.100 to 192.168.50.1',
      expect.stringMatching(
        /^ {2}policy {11}ovn_cluster_router: to 100\.88\.0\.3 by EgressIP ferry \(egress\/ferry\.yaml:5:\d+\) \[Logical_Router_Policy .*EgressIP/,
      ),
      '  transit          transit_switch: to zone elm [Logical_Switch_Port tstor-elm]',
      expect.stringContaining('route            ovn_cluster_router: to 100.64.0.3'),
      expect.stringContaining('route            GR_elm: to 192.168.50.1, by the route of 0.0.0.0/0'),
      expect.stringMatching(
        /translation {6}GR_elm: from 192\.168\.50\.100 by EgressIP ferry \(egress\/ferry\.yaml:7:\d+\)/,
      ),
      '  reply            elm: return to node elm, which has 192.168.50.100',
      expect.stringMatching(
        /reply {12}GR_elm: back to 10\.128\.2\.5 by EgressIP ferry \(egress\/ferry\.yaml:7:\d+\) \[NAT/,
      ),
      '  reply            transit_switch: to zone oak [Logical_Switch_Port tstor-oak]',
      '',
    ]);
  });

  it('names the rule that drops a packet, and the smallest change that would let it pass', async () => {
    const { out } = await trace('quay/rope', '198.51.100.9', '443');
    expect(out).toContain(
      'if api.example.com does not have the address 198.51.100.9: dropped, by EgressFirewall quay/default (egress/firewall.yaml:8:',
    );
    const denied = await trace('harbor/crane', 'pier/lamp', '80/TCP');
    expect(denied.out).toContain('harbor/crane → pier/lamp 80/TCP: dropped\n');
    expect(denied.out).toContain('by NetworkPolicy pier/isolate (egress/policy.yaml:');
    expect(denied.out).toContain(
      'hint: add {from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: harbor}}, podSelector: {matchLabels: {app: crane}}}], ports: [{protocol: TCP, port: 80}]} to spec.ingress of NetworkPolicy pier/isolate',
    );
  });

  it('says where it stops to know: answers to a DNS name that is not pinned', async () => {
    const { out } = await trace('quay/rope', '198.51.100.9', '443/TCP');
    expect(out).toContain('quay/rope → 198.51.100.9 443/TCP: unknown\n');
    expect(out).toContain('if api.example.com has the address 198.51.100.9: leaves node oak from 192.168.50.12');
    expect((await trace('quay/rope', 'api.example.com', '443')).err).toContain(
      'the addresses of api.example.com are unknown',
    );
  });

  it('says which pods of a namespace fare differently, and why', async () => {
    const { out } = await trace('harbor', '203.0.113.7', '443/TCP');
    expect(out).toContain('harbor/crane → 203.0.113.7 443/TCP: leaves node elm from 192.168.50.100');
    expect(out).toContain('harbor/tug → 203.0.113.7 443/TCP: leaves node elm from 192.168.50.13');
    expect((await trace('harbor', '203.0.113.7', '443', '-l', 'app=tug')).out).not.toContain('crane');
  });

  it('takes labels, namespaces and the outside for either end', async () => {
    const { out } = await trace('harbor/app=tug', '203.0.113.7', '443/TCP');
    expect(out).toMatch(/^harbor\/tug → 203\.0\.113\.7 443\/TCP: leaves node elm from 192\.168\.50\.13/);
    const inside = (await trace('app=crane', 'harbor', '80')).out;
    expect(inside).toMatch(/^harbor\/crane → harbor\/tug 80\/TCP: delivered to pod harbor\/tug\n/);
    expect((await trace('quay/rope', 'outside', '443')).out).toContain('quay/rope → outside 443/TCP: unknown');
    const all = (await trace('harbor', 'app in (crane, tug)', '80', '--format', 'json')).out;
    expect(JSON.parse(all)).toMatchObject({
      groups: [
        { senders: ['harbor/crane'], receivers: ['harbor/tug'] },
        { senders: ['harbor/tug'], receivers: ['harbor/crane'] },
      ],
    });
  });

  it('follows a Service to its endpoints, with its only port', async () => {
    const { out } = await trace('harbor/crane', 'harbor/ferry');
    expect(out).toContain('harbor/crane → Service harbor/ferry 80/TCP: delivered to pod harbor/tug');
    expect(out).toContain('load-balancer    oak: to 10.128.3.6:80 by Service harbor/ferry (inventory/cluster.yaml:');
    expect((await trace('harbor/crane', 'ferry.harbor.svc', '80')).out).toContain('delivered to pod harbor/tug');
    expect((await trace('harbor/crane', 'harbor/idle')).out).toContain(
      'hint: a ready endpoint of the Service would take it',
    );
  });

  it('gives all of it as JSON, and the path as a graph', async () => {
    const { out } = await trace('harbor/crane', '203.0.113.7', '443/TCP', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      transport: { protocol: 'TCP', port: 443 },
      groups: [
        {
          senders: ['harbor/crane'],
          verdict: 'delivered',
          paths: [
            {
              stages: [
                { stage: 'policy', decidedBy: 'EgressIP ferry', position: { file: 'egress/ferry.yaml', line: 5 } },
                { stage: 'transit' },
                { stage: 'route' },
                { stage: 'route' },
                { before: { source: '10.128.2.5' }, after: { source: '192.168.50.100' } },
                { stage: 'reply', at: 'elm' },
                { stage: 'reply', before: { destination: '192.168.50.100' }, after: { destination: '10.128.2.5' } },
                { stage: 'reply', at: 'transit_switch' },
              ],
              end: { type: 'outside', node: 'elm', nextHop: '192.168.50.1' },
            },
          ],
        },
      ],
    });
    const dot = (await trace('harbor/crane', '203.0.113.7', '443/TCP', '--format', 'dot')).out;
    expect(dot).toMatch(
      /^digraph \{\n {2}"harbor\/crane" -> "ovn_cluster_router" \[label="policy: to 100\.88\.0\.3"\]\n/,
    );
  });

  it('names the annotations that nodes lack for what comes from outside, once for all of these nodes', async () => {
    const other = mkdtempSync(join(tmpdir(), 'weir-inventory-'));
    const ask = async (...nodes: readonly string[]): Promise<string> => {
      const text = inventoryOf(CLUSTER).map((object) => JSON.stringify(withoutGateway(object, nodes)));
      writeFileSync(join(other, 'all.yaml'), text.join('\n---\n'));
      return (await trace('outside', 'harbor/crane', '80', '--inventory', other)).out;
    };
    const lack =
      'no gateway router is known: Node elm lacks k8s.ovn.org/node-chassis-id, k8s.ovn.org/l3-gateway-config';
    const one = await ask('elm');
    expect(one).toContain('outside, at node oak → harbor/crane 80/TCP: delivered to pod harbor/crane\n');
    expect(one).toContain(`outside, at node elm → harbor/crane 80/TCP: unknown\n  port             elm: ${lack}\n`);
    expect(await ask('elm', 'oak')).toMatch(
      /^outside, at nodes elm, oak → harbor\/crane 80\/TCP: unknown\n {2}port +elm: no gateway [^\n]+\n$/,
    );
    rmSync(other, { recursive: true });
  });

  it('reads the inventory that it is given', async () => {
    const pods = CLUSTER.pods.filter(({ name }) => name !== 'rope');
    const other = mkdtempSync(join(tmpdir(), 'weir-inventory-'));
    const objects = inventoryOf({ ...CLUSTER, pods });
    writeFileSync(join(other, 'all.yaml'), objects.map((object) => dump(object)).join('---\n'));
    const { code, err } = await trace('quay/rope', '203.0.113.7', '443', '--inventory', other);
    rmSync(other, { recursive: true });
    expect(err).toContain('there is no pod, workload, namespace or node quay/rope in the inventory');
    expect(code).toBe(1);
  });

  it.each([
    ['a port that is none', ['harbor/crane', '203.0.113.7', '99999'], "'99999' is no port"],
    ['no port', ['harbor/crane', '203.0.113.7'], 'which port?'],
    [
      'an end that is not there',
      ['harbor/crane', 'harbor/nobody', '80'],
      'there is no pod, workload, Service, namespace or node harbor/nobody',
    ],
    ['labels that no pod has', ['app=nothing', '203.0.113.7', '80'], 'no pod matches app=nothing'],
    ['a network', ['harbor/crane', '203.0.113.0/24', '80'], 'write an address of 203.0.113.0/24'],
    ['a Service as a source', ['service/harbor/ferry', '203.0.113.7', '80'], 'a Service sends no packets'],
    ['another family', ['harbor/crane', '2001:db8::1', '80'], 'no address of the family of 2001:db8::1'],
  ])('refuses %s', async (_, words, said) => {
    const { code, err, out } = await trace(...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(said);
  });
});
