import { describe, expect, it } from 'vitest';
import { findIn, listFlows } from './flows.js';

/** Two workloads that are not there yet: nobody knows an address, and there is no inventory. */
const WORKLOADS = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {metadata: {labels: {app: web}}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop}
spec: {template: {metadata: {labels: {app: db}}}}
`;
const POLICIES = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db-allow, namespace: shop}
spec:
  podSelector: {matchLabels: {app: db}}
  policyTypes: [Ingress, Egress]
  ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 5432}, {port: 8000, endPort: 8010}]}]
  egress: [{to: [{ipBlock: {cidr: 203.0.113.0/24}}], ports: [{port: 443}, {protocol: UDP, port: 53}]}]
---
apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [{type: Deny, to: {cidrSelector: 203.0.113.128/25}}]}
`;

describe('weir list flows', () => {
  const files = { 'workloads.yaml': WORKLOADS, 'policies.yaml': POLICIES };

  it('lists the connections that all filters leave, of workloads that have no pods and no addresses yet', () => {
    expect(listFlows(files)).toBe(
      [
        'shop/db[StatefulSet] => 203.0.113.0-203.0.113.127 : TCP 443,UDP 53',
        'shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432,8000-8010',
        'shop/web[Deployment] => 0.0.0.0-203.0.112.255 : All Connections',
        'shop/web[Deployment] => 203.0.113.0-203.0.113.127 : All Connections',
        'shop/web[Deployment] => 203.0.114.0-255.255.255.255 : All Connections',
        '0.0.0.0-255.255.255.255 => shop/web[Deployment] : All Connections',
      ].join('\n'),
    );
  });

  it('writes them for programs', () => {
    expect(JSON.parse(listFlows(files, { from: 'shop/db', format: 'json' }))).toEqual({
      flows: [
        {
          from: 'shop/db[StatefulSet]',
          to: '203.0.113.0-203.0.113.127',
          allow: [
            { protocol: 'TCP', ports: '443' },
            { protocol: 'UDP', ports: '53' },
          ],
        },
      ],
    });
    expect(listFlows(files, { from: 'shop/db', format: 'csv' })).toBe(
      'src,dst,conn\nshop/db[StatefulSet],203.0.113.0-203.0.113.127,"TCP 443,UDP 53"',
    );
    expect(listFlows(files, { from: 'shop/db', format: 'dot' })).toContain(
      '"shop/db[StatefulSet]" -> "203.0.113.0-203.0.113.127" [label="TCP 443,UDP 53"]',
    );
  });

  it('names the rule, or the policies that bring the default deny, with their places', () => {
    expect(listFlows(files, { explain: true, from: 'shop/web', to: 'shop/db' })).toBe(
      [
        'shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432,8000-8010',
        '  TCP 5432, 8000–8010: passes',
        '    egress of the source: allowed, no rule matches',
        "    ingress of the destination: allowed by 'ingress rule 0: Allow TCP 5432, 8000–8010' of NetworkPolicy shop/db-allow (policies.yaml:8)",
        '  any protocol but TCP 5432, 8000–8010: dropped',
        '    ingress of the destination: dropped by the default deny that NetworkPolicy shop/db-allow (policies.yaml:2) brings',
      ].join('\n'),
    );
  });

  it('has every connection where nothing filters', () => {
    expect(listFlows({ 'workloads.yaml': WORKLOADS }, { from: 'shop/web' })).toBe(
      [
        'shop/web[Deployment] => shop/db[StatefulSet] : All Connections',
        'shop/web[Deployment] => 0.0.0.0-255.255.255.255 : All Connections',
      ].join('\n'),
    );
  });

  it('lists pods of a workload by themselves where a rule tells them apart', () => {
    const pods = [0, 1].map(
      (index) => `---
apiVersion: v1
kind: Pod
metadata:
  name: web-${index}
  namespace: shop
  labels: {app: web, ordinal: "${index}"}
  ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web, controller: true}]
spec: {nodeName: worker-a}
status: {podIPs: [{ip: 10.128.0.${index + 5}}]}
`,
    );
    const policy = `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: closed, namespace: shop}
spec: {podSelector: {matchLabels: {ordinal: "0"}}, policyTypes: [Egress]}
`;
    expect(listFlows({ 'pods.yaml': pods.join('') }, { to: '192.0.2.1' })).toBe(
      'shop/web[StatefulSet] => 0.0.0.0-255.255.255.255 : All Connections',
    );
    expect(listFlows({ 'pods.yaml': pods.join(''), 'policy.yaml': policy }, { to: '192.0.2.1' })).toBe(
      'shop/web-1[Pod] => 0.0.0.0-255.255.255.255 : All Connections',
    );
  });

  it('takes objects without a namespace to be in the one that kubectl takes, and says so', () => {
    const policy = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: closed}
spec: {podSelector: {matchLabels: {app: web}}}
`;
    const unplaced = { 'workloads.yaml': WORKLOADS.replaceAll(', namespace: shop', ''), 'policy.yaml': policy };
    expect(listFlows(unplaced, { from: 'default/db', to: 'default/web' })).toBe('');
    expect(listFlows(unplaced, { from: 'default/web', to: 'default/db' })).toContain('All Connections');
    expect(findIn(unplaced).remarks).toEqual(["3 objects name no namespace: they are taken to be in 'default'"]);
  });

  it('passes over a status that the kind no longer has', () => {
    const policies = POLICIES.replace('spec:\n  podSelector', 'status: {}\nspec:\n  podSelector');
    expect(listFlows({ 'workloads.yaml': WORKLOADS, 'policies.yaml': policies })).toBe(listFlows(files));
  });

  it('asks for the networks of the cluster only where a weir.yaml says others', () => {
    const pod = `
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
status: {podIPs: [{ip: 172.17.0.5}]}
`;
    expect(listFlows({ 'pod.yaml': pod }, { from: 'shop' })).toBe(
      'shop/web[Pod] => 0.0.0.0-255.255.255.255 : All Connections',
    );
    expect(findIn({ 'pod.yaml': pod }, { settings: '' }).errors).toEqual(['configuration/pod-address-outside']);
  });
});
