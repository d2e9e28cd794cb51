import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { FILES } from './shop.js';

/** Policies that select pods of the shop, in block style with comments. */
const POLICIES = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: databases
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: db
  policyTypes:
    - Ingress
  ingress:
    # The jobs clean up.
    - from:
        - podSelector:
            matchLabels:
              app: job
      ports:
        - port: 5432
          protocol: TCP
    - from:
        - namespaceSelector: {}
      ports:
        - port: 9187
          protocol: TCP
`;
const FIREWALL = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: { name: default, namespace: shop }
spec:
  egress:
    - { type: Allow, to: { cidrSelector: 198.51.100.0/24 } } # a partner
    - { type: Deny, to: { cidrSelector: 0.0.0.0/0 } }
`;
const repository = (expectation: string) =>
  scratch({
    ...FILES,
    'policies/shop.yaml': POLICIES,
    'policies/outside.yaml': FIREWALL,
    'expectations.yaml': `expectations:\n  - ${expectation}\n`,
  });

describe('weir expect --fix', () => {
  it('adds a peer to a rule, or a rule to a policy, and ranks them by what else they open', async () => {
    const folder = repository(
      '{ name: the web, from: shop/web-1, to: { namespace: shop, labels: { app: db }, ports: [5432/TCP] }, reachable: true }',
    );
    const { code, out } = await weir(folder, ['expect', '--fix']);
    expect(code).toBe(2);
    expect(out).toBe(`the web
  1. NetworkPolicy shop/databases: add a peer to ingress rule 0: opens 1 other pair of pods
--- policies/shop.yaml
+++ policies/shop.yaml
@@ line 18 @@
+        - podSelector:
+            matchLabels:
+              app: web
  2. NetworkPolicy shop/databases: add an ingress rule: opens 1 other pair of pods
--- policies/shop.yaml
+++ policies/shop.yaml
@@ line 26 @@
+    - from:
+        - podSelector:
+            matchLabels:
+              app: web
+      ports:
+        - protocol: TCP
+          port: 5432

`);
  });

  it('inserts a rule before the one that denies, or removes that one', async () => {
    const folder = repository(
      '{ name: the partner, from: { namespace: shop }, to: { cidr: 203.0.113.0/24 }, reachable: true }',
    );
    const { out } = await weir(folder, ['expect', '--fix']);
    expect(out).toBe(`the partner
  1. EgressFirewall shop/default: insert an Allow rule before rule 1: changes nothing else
--- policies/outside.yaml
+++ policies/outside.yaml
@@ line 7 @@
+    - type: Allow
+      to:
+        cidrSelector: 203.0.113.0/24
  2. EgressFirewall shop/default: remove egress rule 1: opens other addresses of 4 pods
--- policies/outside.yaml
+++ policies/outside.yaml
@@ line 7 @@
-    - { type: Deny, to: { cidrSelector: 0.0.0.0/0 } }

`);
  });

  it('removes the rule, or the peer, that allows a packet', async () => {
    const folder = repository(
      '{ name: no scraping, to: { namespace: shop, labels: { app: db }, ports: [9187/TCP] }, unreachable: true }',
    );
    const { out } = await weir(folder, ['expect', '--fix']);
    expect(out).toContain('  1. NetworkPolicy shop/databases: remove ingress rule 1: changes nothing else\n');
    expect(out).not.toContain('  2. ');
  });

  it('combines edits if both ends drop the packets', async () => {
    const closed = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: front }
spec: { podSelector: {}, policyTypes: [Egress] }
`;
    const admin = `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata:
  name: no-databases
spec:
  priority: 10
  subject:
    namespaces: {}
  egress:
    - action: Deny
      to:
        - pods:
            namespaceSelector: {}
            podSelector:
              matchLabels:
                app: db
`;
    const folder = scratch({
      ...FILES,
      'policies/shop.yaml': POLICIES,
      'policies/front.yaml': closed,
      'policies/admin.yaml': admin,
      'expectations.yaml': `expectations:
  - { name: reports, from: { namespace: front }, to: { namespace: shop, labels: { app: db }, ports: [5432/TCP] }, reachable: true }
`,
    });
    const { out } = await weir(folder, ['expect', '--fix', '--format', 'json']);
    const [{ fixes }] = JSON.parse(out) as [{ fixes: { edits: string[]; opens: object; files: { path: string }[] }[] }];
    expect(fixes[0]).toMatchObject({
      edits: [
        'AdminNetworkPolicy no-databases: insert an Allow rule before egress rule 0',
        'NetworkPolicy shop/databases: add a peer to ingress rule 0',
      ],
      opens: { pairs: 1, outside: 0 },
    });
    expect(fixes[0]?.files.map(({ path }) => path)).toEqual(['policies/admin.yaml', 'policies/shop.yaml']);
  });
});

describe('weir trace --fix', () => {
  it('fixes all packets between two peers', async () => {
    const folder = repository('{ name: any, from: shop/web-1, to: shop/web-2, reachable: true }');
    const { out } = await weir(folder, ['trace', 'front/proxy-1', 'shop/db-1', '22/TCP', '--fix']);
    expect(out).toMatch(/^packets from front\/proxy-1 to shop\/db-1 22\/TCP\n/);
    expect(out).toContain('  1. NetworkPolicy shop/databases: add an ingress rule: changes nothing else\n');
  });
});
