import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const HOLDS = fileURLToPath(new URL('../../fixtures/expectation/what-holds/', import.meta.url));
const read = (path: string): string => readFileSync(join(HOLDS, path), 'utf8');

const EGRESS = `${read('egress.yaml')}---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db-too, namespace: payments }
spec:
  podSelector: { matchLabels: { app: db } }
  policyTypes: [Ingress]
  ingress:
    - from: [{ podSelector: {} }]
    - from: [{ ipBlock: { cidr: 198.51.100.0/24 } }]
---
apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: { name: default, namespace: shop }
spec:
  egress:
    - { type: Allow, to: { dnsName: api.example.com }, ports: [{ protocol: TCP, port: 443 }] }
    - { type: Allow, to: { dnsName: other.example.com }, ports: [{ protocol: TCP, port: 8443 }] }
    - { type: Deny, to: { cidrSelector: 0.0.0.0/0 } }
`;
const FLOWS = `source,destination,protocol,port,count,first,last
10.128.2.5,203.0.113.7,TCP,443,5,2026-11-18T11:00:00Z,2026-11-18T11:05:00Z
10.128.2.5,172.30.0.9,TCP,5432,3,2026-11-18T10:30:00Z,2026-11-18T11:00:00Z
10.128.0.7,203.0.113.9,TCP,443,2,,2026-11-18T11:01:00Z
10.128.0.99,203.0.113.9,TCP,443,4,,2026-11-18T11:01:00Z
`;
const folderOf = (): string =>
  scratch({
    'weir.yaml': read('weir.yaml'),
    'egress.yaml': EGRESS,
    'inventory.yaml': read('inventory.yaml'),
    'flows.csv': FLOWS,
  });

describe('weir list rules', () => {
  it('lists the rules of all objects with their effect and location', async () => {
    const { out, code } = await weir(folderOf(), ['list', 'rules', '-n', 'payments']);
    expect(code).toBe(0);
    expect(out).toMatch(/^OBJECT +RULE +USE +LOCATION\n/);
    expect(out).toMatch(/EgressFirewall payments\/default +Allow 203\.0\.113\.0\/24 +decides +egress\.yaml:8\n/);
    expect(out).not.toContain('shop');
  });

  it('lists the observed flows that use each rule, and since when others are unused', async () => {
    const { out } = await weir(folderOf(), ['list', 'rules', '--flows', 'flows.csv', '--format', 'json']);
    const { rules, observed } = JSON.parse(out) as {
      rules: { kind: string; name: string; rule: string; observed: object }[];
      observed: object;
    };
    expect(observed).toEqual({
      ...{ flows: 4, records: 14, first: '2026-11-18T10:30:00Z', last: '2026-11-18T11:05:00Z' },
    });
    const unused = { count: 0, unusedSince: '2026-11-18T10:30:00Z' };
    const ofDatabase = { count: 3, last: '2026-11-18T11:00:00Z' };
    const ofBank = { count: 5, last: '2026-11-18T11:05:00Z' };
    const ofShop = { count: 2, last: '2026-11-18T11:01:00Z' };
    expect(rules.map(({ kind, name, observed: use }) => [kind, name, use])).toEqual([
      ['NetworkPolicy', 'db', ofDatabase],
      // Either policy suffices.
      ['NetworkPolicy', 'db-too', ofDatabase],
      ['NetworkPolicy', 'db-too', unused],
      ['EgressFirewall', 'default', ofBank],
      ['EgressFirewall', 'default', unused],
      ['EgressFirewall', 'default', { ...ofShop, isPossible: true }],
      ['EgressFirewall', 'default', unused],
      ['EgressFirewall', 'default', ofShop],
      ['EgressQoS', 'default', ofBank],
    ]);
  });

  it('lists only unused rules with --unused, as text and CSV', async () => {
    const folder = folderOf();
    const words = ['list', 'rules', '--flows', 'flows.csv', '--unused'];
    const { out, err } = await weir(folder, words);
    expect(err).toBe('weir: no object of the inventory has these addresses of the cluster: 10.128.0.99 (4 records)\n');
    expect(out.split('\n')).toHaveLength(5);
    expect(out).toContain('unused since 2026-11-18T10:30:00Z');
    const csv = await weir(folder, [...words, '--format', 'csv']);
    expect(csv.out).toContain(
      'EgressFirewall,payments,default,Deny 0.0.0.0/0,decides,egress.yaml,11,0,,,2026-11-18T10:30:00Z\n',
    );
    const without = await weir(folder, ['list', 'rules', '--unused']);
    expect([without.code, without.err]).toEqual([1, 'weir: --unused requires --flows\n']);
  });
});
