import { describe, expect, it } from 'vitest';
import { WORKLOADS, findIn, listFlows } from './flows.js';

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
        'shop/web[Deployment] => 0.0.0.0-203.0.113.127 : All Connections',
        'shop/web[Deployment] => 203.0.114.0-255.255.255.255 : All Connections',
        '0.0.0.0-255.255.255.255 => shop/web[Deployment] : All Connections',
      ].join('\n'),
    );
  });

  it('calls pods by their owner, also by one whose kind nobody wrote', () => {
    const pod = (name: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n  namespace: shop\n  ownerReferences: [{name: web, controller: true}]\n`;
    expect(listFlows({ 'pods.yaml': `${pod('one')}---\n${pod('two')}` })).toBe(
      [
        'shop/web[Pod] => 0.0.0.0-255.255.255.255 : All Connections',
        '0.0.0.0-255.255.255.255 => shop/web[Pod] : All Connections',
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
        '  any protocol except TCP 5432, 8000–8010: dropped',
        '    ingress of the destination: dropped by the default deny that NetworkPolicy shop/db-allow (policies.yaml:2) brings',
      ].join('\n'),
    );
  });

  it('explains a rule for a named port by the number that the containers of the destination give it', () => {
    const policy = `
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: sql}
spec:
  priority: 10
  subject: {pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: db}}}}
  ingress:
    - {action: Allow, from: [{namespaces: {}}], ports: [{namedPort: sql}]}
    - {action: Deny, from: [{namespaces: {}}]}
`;
    const workloads = WORKLOADS.replace(
      '{metadata: {labels: {app: db}}}',
      '{metadata: {labels: {app: db}}, spec: {containers: [{name: db, ports: [{name: sql, containerPort: 5432}]}]}}',
    );
    const named = { 'workloads.yaml': workloads, 'policies.yaml': policy };
    expect(listFlows(named, { explain: true, from: 'shop/web', to: 'shop/db' })).toBe(
      [
        'shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432',
        '  TCP 5432: passes',
        '    egress of the source: allowed, no rule matches',
        "    ingress of the destination: allowed by 'ingress rule 0: Allow TCP sql; UDP sql; SCTP sql' of AdminNetworkPolicy sql (policies.yaml:9)",
        '  any protocol except TCP 5432: dropped',
        "    ingress of the destination: dropped by 'ingress rule 1: Deny any protocol' of AdminNetworkPolicy sql (policies.yaml:10)",
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
    expect(findIn(unplaced).remarks).toEqual(["3 objects have no namespace: Weir assumes 'default'"]);
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

  it('takes a selector that a policy leaves out beside another for an empty one, and says so', () => {
    const policy = `
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: guard}
spec:
  priority: 1
  subject: {pods: {namespaceSelector: {}}}
  ingress: [{action: Deny, from: [{pods: {namespaceSelector: {}}}]}]
`;
    const guarded = { 'workloads.yaml': WORKLOADS, 'policy.yaml': policy };
    expect(listFlows(guarded, { from: 'shop/web', to: 'shop/db' })).toBe('');
    expect(findIn(guarded).remarks).toEqual([
      '1 policy has an unset selector that the API server requires: Weir assumes {}, which selects all',
    ]);
  });

  it('tells a network outside by every range that has addresses of it', () => {
    expect(listFlows(files, { from: 'shop/web', to: '203.0.113.0/24' })).toBe(
      'shop/web[Deployment] => 0.0.0.0-203.0.113.127 : All Connections',
    );
    expect(listFlows(files, { from: 'shop/web', to: '203.0.112.0/23' })).toBe(
      'shop/web[Deployment] => 0.0.0.0-203.0.113.127 : All Connections',
    );
  });

  it.each([
    ['shop/web[Deployment]', 'shop/db[StatefulSet]'],
    ['deployment/shop/web', 'statefulset/shop/db'],
    ['app=web', 'app=db'],
    ['shop/app=web', 'shop/app in (db, other)'],
  ])('takes %s and %s for the ends that they name', (from, to) => {
    expect(listFlows(files, { from, to })).toBe('shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432,8000-8010');
  });

  it('writes all addresses outside as one line, although other rules tell them apart', () => {
    const firewall = `
apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [{type: Allow, to: {cidrSelector: 0.0.0.0/0}, ports: [{protocol: TCP, port: 443}]}, {type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}
`;
    const other = WORKLOADS.replaceAll('shop', 'quay');
    const mixed = { 'workloads.yaml': WORKLOADS, 'other.yaml': other, 'firewall.yaml': firewall };
    expect(listFlows(mixed, { from: 'shop/web', to: 'outside' })).toBe(
      'shop/web[Deployment] => 0.0.0.0-255.255.255.255 : TCP 443',
    );
    expect(listFlows({ ...files, 'other.yaml': other }, { from: 'quay/web', to: 'outside' })).toBe(
      'quay/web[Deployment] => 0.0.0.0-255.255.255.255 : All Connections',
    );
    expect(listFlows(files, { from: 'outside' })).toBe(
      '0.0.0.0-255.255.255.255 => shop/web[Deployment] : All Connections',
    );
  });

  it('writes all addresses of two families as one line', () => {
    const settings =
      'ipFamilies: [IPv4, IPv6]\nclusterSubnets: [10.128.0.0/14/23, fd01::/48/64]\nserviceCIDRs: [172.30.0.0/16, fd02::/112]\n';
    expect(listFlows({ 'workloads.yaml': WORKLOADS }, { from: 'shop/web', to: 'outside', settings })).toBe(
      'shop/web[Deployment] => outside : All Connections',
    );
    const explained = listFlows(
      { 'workloads.yaml': WORKLOADS },
      { from: 'outside', to: 'shop/web', settings, explain: true },
    );
    expect(explained.split('\n')[0]).toBe('outside => shop/web[Deployment] : All Connections');
  });

  it('says for programs, too, that protocols without ports pass', () => {
    const policy = `
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: guard}
spec:
  priority: 1
  subject: {namespaces: {}}
  ingress:
  - action: Deny
    from: [{namespaces: {}}]
    ports: [{portRange: {protocol: TCP, start: 1, end: 65535}}, {portRange: {protocol: UDP, start: 53, end: 65535}}, {portRange: {protocol: SCTP, start: 1, end: 65535}}]
`;
    const guarded = { 'workloads.yaml': WORKLOADS, 'policy.yaml': policy };
    const [between, outside] = ['shop/db', '192.0.2.1'].map((to): unknown =>
      JSON.parse(listFlows(guarded, { from: 'shop/web', to, format: 'json' })),
    );
    expect(between).toMatchObject({ flows: [{ allow: [{ protocol: 'UDP', ports: '1-52' }], otherProtocols: true }] });
    expect(outside).toEqual({ flows: [expect.not.objectContaining({ otherProtocols: true })] });
  });

  it('names the rules that leave packets to later ones where none of these matches', () => {
    const policy = `
apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: guard}
spec:
  priority: 1
  subject: {namespaces: {}}
  ingress: [{action: Pass, from: [{namespaces: {}}], ports: [{portNumber: {protocol: TCP, port: 80}}]}]
`;
    const guarded = { 'workloads.yaml': WORKLOADS, 'policy.yaml': policy };
    expect(listFlows(guarded, { explain: true, from: 'shop/web', to: 'shop/db' }).split('\n')).toContain(
      "    ingress of the destination: allowed: 'ingress rule 0: Pass TCP 80' of AdminNetworkPolicy guard (policy.yaml:8), and no later rule matches",
    );
  });

  it('says that a name of a port is why a rule allows more than it seems to', () => {
    const named = POLICIES.replace('{port: 5432}, {port: 8000, endPort: 8010}', '{port: postgres}');
    const text = listFlows(
      { 'workloads.yaml': WORKLOADS, 'policies.yaml': named },
      { explain: true, from: 'shop/web', to: 'shop/db' },
    );
    expect(text).toContain("(policies.yaml:8); OVN-Kubernetes does not look up the port name 'postgres'");
  });
});
