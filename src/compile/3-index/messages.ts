import { CLOUD_EGRESS_ANNOTATION } from '../../cloud/platform.js';
import { defineFinding } from '../../model/catalogue.js';
import { POD_ANNOTATION, NODE_ANNOTATION, ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const EXPORT =
  'export the inventory with `kubectl get nodes,namespaces,pods -A -o yaml`, and add it to `inventory` in weir.yaml';

export const messages = {
  badNodeAnnotation: defineFinding({
    code: 'node/bad-annotation',
    severity: 'warning',
    summary: 'An annotation of a node is invalid.',
    why: 'Weir ignores the addresses or settings of the annotation.',
    fix: 'correct the annotation, or export the node again (the live cluster writes it)',
    message: (annotation: string, why: string) => `the annotation ${annotation} is invalid: ${why}`,
  }),
  severalCloudInterfaces: defineFinding({
    code: 'node/several-cloud-interfaces',
    severity: 'warning',
    summary: 'A node lists several cloud interfaces.',
    why: 'Egress addresses are assigned to the first interface only.',
    fix: 'remove the other interfaces if the annotation is written by hand',
    message: (count: number) =>
      `the annotation ${CLOUD_EGRESS_ANNOTATION} lists ${count} interfaces, but only the first is used`,
  }),
  missingNodeAnnotation: defineFinding({
    code: 'node/missing-annotation',
    severity: 'warning',
    summary: 'A node lacks annotations.',
    why: 'Weir lacks the addresses or settings of these annotations.',
    fix: 'export the node from the running cluster with its annotations (`kubectl get nodes -o yaml`)',
    message: (annotations: readonly string[], effects: readonly string[]) =>
      `the node has no annotation${annotations.length === 1 ? '' : 's'} ${annotations.join(', ')}, so ${effects.join(' and ')}`,
  }),
  familyMismatch: defineFinding({
    code: 'node/family-mismatch',
    severity: 'warning',
    summary: 'The IP families of the subnets of a node differ from the cluster.',
    why: 'Weir skips the node and everything that depends on it.',
    fix: `set ipFamilies in weir.yaml to the families in the annotation ${NODE_ANNOTATION.subnets}`,
    message: (has: string, wants: string) =>
      `the node has ${has} subnets, expected ${wants} by ipFamilies, so the node is skipped`,
  }),
  badZone: defineFinding({
    code: 'node/bad-zone',
    severity: 'warning',
    summary: 'The zone of a node is not a valid name.',
    why: 'The node belongs to no zone, so Weir generates no rows for it.',
    fix: 'use at most 253 letters, digits, dots, hyphens and underscores',
    message: (zone: string) => `zone is '${zone}', expected a valid name, so the node belongs to no zone`,
  }),
  noNodes: defineFinding({
    code: 'inventory/no-nodes',
    severity: 'warning',
    summary: 'The inventory has no Node.',
    why: 'Weir can neither place pods nor assign egress addresses.',
    fix: EXPORT,
    message: () => 'the inventory has no Node, so no pod can be placed',
  }),
  sharedZone: defineFinding({
    code: 'inventory/zone-of-several-nodes',
    severity: 'warning',
    summary: 'A zone of an interconnected cluster has several nodes.',
    why: 'Traffic of other zones reaches only one gateway router of the zone, so egress addresses on its other nodes do not work.',
    fix: 'give each node of an interconnected cluster a separate zone',
    message: (zone: string, count: number, first: string) =>
      `zone ${zone} has ${count} nodes, expected one, so egress addresses work for pods in other zones only on ${first}`,
  }),
  noZones: defineFinding({
    code: 'inventory/no-zones',
    severity: 'error',
    summary: 'The inventory has no Node, but interconnect is on.',
    why: 'With interconnect, each node is a zone with a separate database, so Weir generates no output.',
    fix: EXPORT,
    message: () => 'the inventory has no Node, so there is no zone to compile for with interconnect',
  }),
  sharedAnnotation: defineFinding({
    code: 'node/shared-annotation',
    severity: 'warning',
    summary: 'Two nodes have the same value of an annotation that must be unique.',
    why: 'The rows of the two nodes are identical.',
    fix: 'export the nodes again, because each node needs a different value',
    message: (annotation: string, value: string, other: string) =>
      `the annotation ${annotation} has the value '${value}', which node ${other} already has`,
  }),
  duplicate: defineFinding({
    code: 'inventory/duplicate',
    severity: 'warning',
    summary: 'An object is in the inventory twice.',
    why: 'Weir uses only one of the two. The choice depends on their content, not on the order of the files.',
    fix: 'remove one of the two',
    message: (what: string) => `${what} is defined more than once, so this one is ignored`,
  }),
  badName: defineFinding({
    code: 'inventory/bad-name',
    severity: 'warning',
    summary: 'The name of an object of the inventory is invalid.',
    why: 'Weir ignores the object, because the API server rejects such a name.',
    fix: 'use lower case letters, digits, hyphens and dots',
    message: (name: string) => `metadata.name is '${name}', expected a valid name, so the object is ignored`,
  }),
  missingNamespace: defineFinding({
    code: 'inventory/missing-namespace',
    severity: 'warning',
    summary: 'An object of a namespaced kind has no namespace.',
    why: 'Weir ignores the object, because it does not know the current namespace of kubectl.',
    fix: 'set metadata.namespace',
    message: (kind: string) => `missing field 'metadata.namespace', so this ${kind} is ignored`,
  }),
  badLabels: defineFinding({
    code: 'inventory/bad-labels',
    severity: 'warning',
    summary: 'The labels of an object are invalid.',
    why: 'Selectors may not select the object.',
    fix: 'use strings as label values, and quote numbers and words such as "true"',
    message: (detail: string) => `metadata.labels is invalid: ${detail}`,
  }),
  badAnnotation: defineFinding({
    code: 'inventory/bad-annotation',
    severity: 'warning',
    summary: 'An annotation is not a string.',
    why: 'Weir ignores the annotation.',
    fix: 'quote the value',
    message: (annotation: string) => `expected a string as the annotation ${annotation}`,
  }),
  badPodAnnotation: defineFinding({
    code: 'pod/bad-annotation',
    severity: 'warning',
    summary: 'The network annotation of a pod is invalid.',
    why: 'Weir uses the addresses in status.podIPs, which may be older.',
    fix: 'correct the annotation, or export the pod again',
    message: (why: string) => `the annotation ${POD_ANNOTATION.networks} is invalid: ${why}`,
  }),
  badNetworkStatus: defineFinding({
    code: 'pod/bad-network-status',
    severity: 'warning',
    summary: 'The network status of a pod is invalid.',
    why: 'Weir does not know the addresses of the pod in other networks, and does not find conflicts with them.',
    fix: 'correct the annotation, or export the pod again',
    message: (why: string) =>
      `the annotation k8s.v1.cni.cncf.io/network-status is invalid: ${why}, so addresses in other networks are unknown`,
  }),
  badPodAddress: defineFinding({
    code: 'pod/bad-address',
    severity: 'warning',
    summary: 'An address of a pod is invalid.',
    why: 'No row matches traffic of the pod from this address.',
    fix: 'use the address of the pod, for example 10.128.2.9',
    message: (text: string) => `expected an address of the pod, found '${text}', which is ignored`,
  }),
  unknownNode: defineFinding({
    code: 'pod/unknown-node',
    severity: 'warning',
    summary: 'A pod runs on a node that is not in the inventory.',
    why: 'The pod is in no zone, so Weir generates no rows for it.',
    fix: 'export the nodes together with the pods',
    message: (node: string) => `the pod runs on ${node}, which is not in the inventory, so it is in no zone`,
  }),
  badAclLogging: defineFinding({
    code: 'namespace/bad-acl-logging',
    severity: 'warning',
    summary: 'The annotation for ACL logging of a namespace is invalid.',
    why: 'The filters of the namespace log nothing.',
    fix: 'use JSON such as {"allow": "info", "deny": "alert"} with the levels alert, warning, notice, info and debug',
    message: (why: string) => `the annotation ${ANNOTATION.aclLogging} is invalid: ${why}`,
  }),
  unknownNamespace: defineFinding({
    code: 'namespace/unknown',
    severity: 'warning',
    summary: 'A namespace is not in the inventory.',
    why: 'Weir assumes that the namespace exists without labels, so selectors by labels do not select it.',
    fix: 'export the namespaces together with the other objects',
    message: (name: string) => `the inventory has no Namespace ${name}`,
  }),
  badUserDefinedNetwork: defineFinding({
    code: 'user-defined-network/bad-spec',
    severity: 'warning',
    summary: 'A user-defined network is invalid.',
    why: 'Weir treats pods of its namespaces as pods on the default network.',
    fix: 'export the network again, because the API server rejects such an object',
    message: (why: string) => `${why}, so the network is the primary network of no namespace`,
  }),
  badEndpoint: defineFinding({
    code: 'endpoint-slice/bad-address',
    severity: 'warning',
    summary: 'The address of an endpoint does not have the IP family of its slice.',
    why: 'The endpoint gets no traffic.',
    fix: 'export the slice again, because its addresses must match addressType',
    message: (text: string, family: string) =>
      `expected an ${family} address, found '${text}', so the endpoint is ignored`,
  }),
  unknownService: defineFinding({
    code: 'endpoint-slice/unknown-service',
    severity: 'warning',
    summary: 'The Service of an endpoint slice is not in the inventory.',
    why: 'Weir ignores its endpoints.',
    fix: 'export the Services of all namespaces, or delete the slice if its Service no longer exists',
    message: (key: string) => `Service ${key} of the slice is not in the inventory, so its endpoints are ignored`,
  }),
  nothingToCompile: defineFinding<[isAllowed: boolean]>({
    code: 'manifest/nothing-to-compile',
    severity: { oneOf: ['error', 'warning'], choose: (isAllowed) => (isAllowed ? 'warning' : 'error') },
    summary: 'No file contains a resource that Weir compiles.',
    why: 'Applying the result removes everything that Weir manages.',
    fix: 'correct the path or `manifests` in weir.yaml, or set `allowEmpty` if no resources are expected',
    message: () =>
      'the files contain no resource that Weir compiles, so applying the result removes everything that Weir manages',
    help: (isAllowed) =>
      isAllowed
        ? 'remove `allowEmpty` and --allow-empty if resources are expected'
        : 'correct the path or `manifests` in weir.yaml, or use --allow-empty or `allowEmpty: true` in weir.yaml if no resources are expected',
  }),
  badAnswer: defineFinding({
    code: 'dns/bad-answer',
    severity: 'warning',
    summary: 'An answer of a DNS name is not an address.',
    why: 'Firewall rules for the name do not match the answer.',
    fix: 'set resolvedAddresses[].ip to an IPv4 or IPv6 address',
    message: (text: string) => `expected an address, found '${text}', so the answer is ignored`,
  }),
};
