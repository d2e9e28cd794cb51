import { type Ended, weir } from '../rig/weir.js';

const pod = (namespace: string, name: string, address: string, labels: Record<string, string>) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name, labels: { ...labels, 'pod-template-hash': 'abc' } },
    spec: { nodeName: 'a', containers: [{ name: 'main' }] },
    status: { podIPs: [{ ip: address }] },
  });
/** A namespace whose policies allow more than its expectations need. */
export const FILES = {
  'weir.yaml': 'inventory: [inventory/*]\nmanifests: [policies/*]\n',
  'inventory/pods.yaml': [
    pod('shop', 'web-1', '10.128.0.5', { app: 'web', tier: 'front' }),
    pod('shop', 'web-2', '10.128.0.6', { app: 'web', tier: 'front' }),
    pod('shop', 'db-1', '10.128.0.7', { app: 'db' }),
    pod('shop', 'job-1', '10.128.0.8', { app: 'job' }),
    pod('front', 'proxy-1', '10.128.0.9', { app: 'proxy' }),
    pod('kube-system', 'coredns-1', '10.128.0.10', { 'k8s-app': 'kube-dns' }),
  ].join('\n---\n'),
  'policies/shop.yaml': `# Reviewed by the shop.
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
    - {}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
    name: everything
    namespace: shop
    labels: {team: shop}
spec:
    podSelector: {}
    policyTypes:
    - Ingress
    ingress:
    - {}
`,
  'expectations.yaml': `expectations:
  - name: the web reaches its database
    from: { namespace: shop, labels: { app: web } }
    to: { namespace: shop, labels: { app: db }, ports: [5432/TCP] }
    reachable: true
  - name: only the proxy reaches the web
    from: anywhere
    to: { namespace: shop, labels: { app: web }, ports: [8080/TCP] }
    only-from: [{ namespace: front, labels: { app: proxy } }]
`,
};

/** Runs `weir suggest policy` in a folder. */
export const suggest = (folder: string, ...words: string[]): Promise<Ended> =>
  weir(folder, ['suggest', 'policy', ...words]);
