import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../sources/scratch.js';
import { FILES, suggest } from './shop.js';

const SUGGESTED = `# Reviewed by the shop.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
    name: databases
    namespace: shop
    labels: {team: shop}
spec:
    podSelector:
        matchLabels:
            app: db
    policyTypes:
    - Ingress
    ingress:
    - from:
      - podSelector:
            matchLabels:
                app: web
      ports:
      - protocol: TCP
        port: 5432
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
    name: default-deny
    namespace: shop
    labels:
        team: shop
spec:
    podSelector: {}
    policyTypes:
    - Ingress
    - Egress
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
    name: web-ingress
    namespace: shop
    labels:
        team: shop
spec:
    podSelector:
        matchLabels:
            app: web
    policyTypes:
    - Ingress
    ingress:
    - from:
      - namespaceSelector:
            matchLabels:
                kubernetes.io/metadata.name: front
        podSelector:
            matchLabels:
                app: proxy
      ports:
      - protocol: TCP
        port: 8080
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
    name: web-egress
    namespace: shop
    labels:
        team: shop
spec:
    podSelector:
        matchLabels:
            app: web
    policyTypes:
    - Egress
    egress:
    - to:
      - podSelector:
            matchLabels:
                app: db
      ports:
      - protocol: TCP
        port: 5432
    - to:
      - namespaceSelector:
            matchLabels:
                kubernetes.io/metadata.name: kube-system
        podSelector:
            matchLabels:
                k8s-app: kube-dns
      ports:
      - protocol: TCP
        port: 53
      - protocol: UDP
        port: 53
`;

describe('weir suggest policy', () => {
  it('writes the policies of a namespace in the style of its file, and then finds nothing to change', async () => {
    const folder = scratch(FILES);
    const shown = await suggest(folder, '--namespace', 'shop');
    expect(shown.err).toBe(
      'weir: policies: 3 to add, 1 to change, 1 to remove in 1 file, proven for every packet of 4 pods, add --write to write them\n',
    );
    expect(shown.code).toBe(2);
    expect(shown.out).toContain('-    - {}\n');
    expect((await suggest(folder, '-n', 'shop', '--write')).code).toBe(0);
    expect(readFileSync(join(folder, 'policies/shop.yaml'), 'utf8')).toBe(SUGGESTED);
    const again = await suggest(folder, '-n', 'shop');
    expect([again.code, again.out]).toEqual([0, '']);
    expect(again.err).toContain('the policies are the suggested ones');
  });

  it('suggests nothing if a policy of another namespace drops what is needed, and names it', async () => {
    const closed = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: front }
spec: { podSelector: {}, policyTypes: [Egress] }
`;
    const { code, out, err } = await suggest(scratch({ ...FILES, 'policies/front.yaml': closed }), '-n', 'shop');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^weir: 'only the proxy reaches the web' needs front\/proxy-1 .* NetworkPolicy front\/closed/);
  });

  it('names two pods that no lasting label tells apart', async () => {
    const expectations = `expectations:
  - { name: one web, from: shop/web-1, to: { namespace: shop, labels: { app: db } }, reachable: true }
`;
    const { code, err } = await suggest(scratch({ ...FILES, 'expectations.yaml': expectations }), '-n', 'shop');
    expect(code).toBe(1);
    expect(err).toBe("weir: 'one web': no lasting label distinguishes shop/web-1 from shop/web-2\n");
  });

  it('prints the objects and files as JSON', async () => {
    const { out } = await suggest(scratch(FILES), '-n', 'shop', '--format', 'json');
    const { policies, removed, files } = JSON.parse(out) as Record<string, readonly Record<string, unknown>[]>;
    expect(policies?.map(({ action }) => action)).toEqual(['add', 'change', 'add', 'add']);
    expect(removed).toEqual([
      { kind: 'NetworkPolicy', namespace: 'shop', name: 'everything', file: 'policies/shop.yaml' },
    ]);
    expect(files).toEqual([{ path: 'policies/shop.yaml', text: SUGGESTED }]);
  });

  const outside = (...to: readonly string[]) => `expectations:
${to.map((end, index) => `  - { name: outside ${index}, from: { namespace: shop }, to: ${end}, reachable: true }\n`).join('')}`;
  const firewall = (...rules: readonly string[]) => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: { name: default, namespace: shop } # of the shop
spec:
  egress:
${rules.map((rule) => `    - ${rule}\n`).join('')}`;

  it('adds an EgressFirewall for DNS names, which policies cannot contain', async () => {
    const folder = scratch({
      ...FILES,
      'expectations.yaml': outside('{ name: api.example.com, ports: [443/TCP] }', '{ cidr: 203.0.113.0/24 }'),
    });
    expect((await suggest(folder, '-n', 'shop', '--write')).code).toBe(0);
    expect(readFileSync(join(folder, 'policies/shop.yaml'), 'utf8')).toContain(`kind: EgressFirewall
metadata:
    name: default
    namespace: shop
spec:
    egress:
    - type: Allow
      to:
          dnsName: api.example.com
      ports:
      - protocol: TCP
        port: 443
    - type: Allow
      to:
          cidrSelector: 203.0.113.0/24
    - type: Deny
      to:
          cidrSelector: 0.0.0.0/0
`);
    expect((await suggest(folder, '-n', 'shop')).err).toContain('the policies are the suggested ones');
  });

  it('keeps an EgressFirewall by which the wishes pass, and replaces the rules of another', async () => {
    const files = { ...FILES, 'expectations.yaml': outside('{ cidr: 203.0.113.0/24 }') };
    const [allow, deny] = [
      '{ type: Allow, to: { cidrSelector: 203.0.113.0/24 } }',
      '{ type: Deny, to: { cidrSelector: 0.0.0.0/0 } }',
    ];
    const kept = await suggest(scratch({ ...files, 'policies/outside.yaml': firewall(allow, deny) }), '-n', 'shop');
    expect([kept.code, kept.out.includes('outside.yaml')]).toEqual([2, false]);
    const folder = scratch({ ...files, 'policies/outside.yaml': firewall(deny) });
    await suggest(folder, '-n', 'shop', '--write');
    expect(readFileSync(join(folder, 'policies/outside.yaml'), 'utf8')).toBe(`apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: { name: default, namespace: shop } # of the shop
spec:
    egress:
    - type: Allow
      to:
          cidrSelector: 203.0.113.0/24
    - type: Deny
      to:
          cidrSelector: 0.0.0.0/0
`);
  });

  it('names a DNS name that only some pods of a namespace need', async () => {
    const expectations = `expectations:
  - { name: the API, from: { namespace: shop, labels: { app: web } }, to: { name: api.example.com }, reachable: true }
  - { name: a partner, from: { namespace: shop, labels: { app: db } }, to: { cidr: 203.0.113.0/24 }, reachable: true }
`;
    const { code, err } = await suggest(scratch({ ...FILES, 'expectations.yaml': expectations }), '-n', 'shop');
    expect(code).toBe(1);
    expect(err).toBe(
      "weir: 'the API' needs api.example.com, but an EgressFirewall applies to all pods of shop, which need different destinations outside\n",
    );
  });
});
