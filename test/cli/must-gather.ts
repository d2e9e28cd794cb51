import { nodeObject } from './init-node.js';

/** A must-gather as `oc adm must-gather` lays it out: a folder for the image, objects of the cluster and of namespaces apart. */
export function mustGather(): Readonly<Record<string, string>> {
  const top = 'must-gather.local.1/quay-io-example-sha256-0a1b';
  const inside = (path: string): string => `${top}/${path}`;
  return {
    [`${top}/version`]: 'openshift/must-gather\n4.15\n',
    ...Object.fromEntries(
      [1, 2, 3].map((number) => [
        inside(`cluster-scoped-resources/core/nodes/worker-${number}.yaml`),
        JSON.stringify(nodeObject(number)),
      ]),
    ),
    [inside('cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml')]: `---
apiVersion: config.openshift.io/v1
kind: ClusterVersion
metadata: {name: version}
status: {desired: {version: 4.15.28}, history: [{state: Completed, version: 4.15.28}]}
`,
    [inside('cluster-scoped-resources/k8s.ovn.org/egressips/ferry.yaml')]: `---
apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: {name: ferry}
spec: {egressIPs: [192.168.10.100], namespaceSelector: {matchLabels: {team: shop}}}
`,
    [inside('namespaces/shop/shop.yaml')]:
      '---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {team: shop}}\n',
    [inside('namespaces/shop/core/pods.yaml')]: `---
apiVersion: v1
kind: PodList
items:
- metadata: {name: web-0, namespace: shop, resourceVersion: "7"}
  spec: {nodeName: worker-1, containers: [{name: web, env: [{name: TOKEN, value: s3cret}]}]}
  status: {phase: Running, podIPs: [{ip: 10.128.2.5}]}
`,
    [inside('namespaces/shop/pods/web-0/web-0.yaml')]: `---
apiVersion: v1
kind: Pod
metadata: {name: web-0, namespace: shop, resourceVersion: "8"}
spec: {nodeName: worker-1, containers: [{name: web}]}
status: {phase: Running, podIPs: [{ip: 10.128.2.6}]}
`,
    [inside('namespaces/shop/k8s.ovn.org/egressfirewalls/default.yaml')]: `---
apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [{type: Allow, to: {cidrSelector: 203.0.113.0/24}}, {type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}
`,
    [inside('namespaces/openshift-ovn-kubernetes/core/configmaps.yaml')]: `---
apiVersion: v1
kind: ConfigMapList
items:
- metadata: {name: ovnkube-config, namespace: openshift-ovn-kubernetes}
  data:
    ovnkube.conf: |-
      [default]
      mtu="1400"
      cluster-subnets="10.128.0.0/14/23"
      [kubernetes]
      service-cidrs="172.30.0.0/16"
      platform-type="BareMetal"
      [gateway]
      mode=local
`,
    [inside('namespaces/shop/pods/web-0/web/web/logs/current.log')]: 'kind: Node\n[broken\n',
    [inside('namespaces/shop/core/events.yaml')]: 'cut off: [',
  };
}
