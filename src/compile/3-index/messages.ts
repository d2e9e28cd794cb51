import { CLOUD_EGRESS_ANNOTATION } from '../../cloud/platform.js';
import { defineFinding } from '../../model/catalogue.js';
import { POD_ANNOTATION, NODE_ANNOTATION, ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const EXPORT =
  'export the inventory with `kubectl get nodes,namespaces,pods -A -o yaml`, and name it in `inventory` in weir.yaml';

export const messages = {
  badNodeAnnotation: defineFinding({
    code: 'node/bad-annotation',
    severity: 'warning',
    summary: 'An annotation of a node is invalid.',
    why: 'Weir lacks the addresses or settings that the annotation holds.',
    fix: 'correct the annotation, or export the node again (the live cluster writes it); until then Weir ignores it',
    message: (annotation: string, why: string) => `the annotation ${annotation} is invalid: ${why}`,
  }),
  severalCloudInterfaces: defineFinding({
    code: 'node/several-cloud-interfaces',
    severity: 'warning',
    summary: 'A node lists several cloud interfaces.',
    why: 'Capacity and subnet of the other interfaces are not used.',
    fix: 'remove the other interfaces if the annotation is written by hand: egress addresses go to the first one',
    message: (count: number) =>
      `the annotation ${CLOUD_EGRESS_ANNOTATION} lists ${count} interfaces: only the first is used`,
  }),
  missingNodeAnnotation: defineFinding({
    code: 'node/missing-annotation',
    severity: 'warning',
    summary: 'A node lacks annotations.',
    why: 'Weir lacks the addresses or settings that they hold.',
    fix: 'export the node from the running cluster with its annotations (`kubectl get nodes -o yaml`)',
    message: (annotations: readonly string[], effects: readonly string[]) =>
      `the node has no annotation${annotations.length === 1 ? '' : 's'} ${annotations.join(', ')}: ${effects.join('; ')}`,
  }),
  familyMismatch: defineFinding({
    code: 'node/family-mismatch',
    severity: 'warning',
    summary: 'A node has subnets of other IP families than the cluster.',
    why: 'The node is left out, with everything that depends on it.',
    fix: `make ipFamilies in weir.yaml match the annotation ${NODE_ANNOTATION.subnets}`,
    message: (has: string, wants: string) =>
      `the node has subnets for ${has}, but the cluster is configured for ${wants}: the node is left out`,
  }),
  badZone: defineFinding({
    code: 'node/bad-zone',
    severity: 'warning',
    summary: 'The zone of a node is not a valid name.',
    why: 'The node belongs to no zone, and no rows are made for it.',
    fix: 'write at most 253 letters, digits, dots, hyphens and underscores',
    message: (zone: string) => `'${zone}' is not a valid zone name: the node counts as in no zone`,
  }),
  noNodes: defineFinding({
    code: 'inventory/no-nodes',
    severity: 'warning',
    summary: 'The inventory has no Node.',
    why: 'No pod can be placed, and no egress address assigned.',
    fix: EXPORT,
    message: () => 'the inventory has no Node: no pod can be placed',
  }),
  sharedZone: defineFinding({
    code: 'inventory/zone-of-several-nodes',
    severity: 'warning',
    summary: 'A zone of an interconnected cluster has several nodes.',
    why: 'Traffic of other zones reaches only one gateway router of the zone, so egress addresses on its other nodes do not work.',
    fix: 'give each node of an interconnected cluster a zone of its own',
    message: (zone: string, count: number, first: string) =>
      `zone ${zone} has ${count} nodes: traffic of pods in other zones goes to the gateway router of ${first} only, so egress addresses on the other nodes do not work for them`,
  }),
  noZones: defineFinding({
    code: 'inventory/no-zones',
    severity: 'error',
    summary: 'The inventory has no Node, and so no zone to compile for.',
    why: 'With interconnect, each zone has a database of its own; without nodes there is no output.',
    fix: EXPORT,
    message: () => 'the inventory has no Node: with interconnect the nodes are the zones, so nothing can be compiled',
  }),
  sharedAnnotation: defineFinding({
    code: 'node/shared-annotation',
    severity: 'warning',
    summary: 'Two nodes have the same value of an annotation that must be unique.',
    why: 'The rows of the two nodes would be one row.',
    fix: 'export the nodes again: every node needs a value of its own',
    message: (annotation: string, value: string, other: string) =>
      `the annotation ${annotation} has the value '${value}', which node ${other} already has: the rows of the two would be one`,
  }),
  duplicate: defineFinding({
    code: 'inventory/duplicate',
    severity: 'warning',
    summary: 'An object is in the inventory twice.',
    why: 'The two may differ, and only one of them counts.',
    fix: 'remove one of the two; the contents decide which one counts, not the order of files',
    message: (what: string) => `${what} is defined more than once: this one is ignored`,
  }),
  badName: defineFinding({
    code: 'inventory/bad-name',
    severity: 'warning',
    summary: 'The name of an object is not one that the API server accepts.',
    why: 'The object cannot be from a cluster, so it is ignored.',
    fix: 'write lower case letters, digits, hyphens and dots: the API server accepts no other name',
    message: (name: string) => `'${name}' is not a valid name: the object is ignored`,
  }),
  missingNamespace: defineFinding({
    code: 'inventory/missing-namespace',
    severity: 'warning',
    summary: 'An object of a namespaced kind names no namespace.',
    why: 'The object cannot be matched with others, so it is ignored.',
    fix: 'set metadata.namespace; Weir does not know the namespace of your current context',
    message: (kind: string) => `this ${kind} has no metadata.namespace: it is ignored`,
  }),
  badLabels: defineFinding({
    code: 'inventory/bad-labels',
    severity: 'warning',
    summary: 'The labels of an object are invalid.',
    why: 'Selectors that should select the object may not.',
    fix: 'write labels as strings: quote numbers and words such as "true"',
    message: (detail: string) => `metadata.labels is invalid: ${detail}`,
  }),
  badAnnotation: defineFinding({
    code: 'inventory/bad-annotation',
    severity: 'warning',
    summary: 'An annotation is not a string.',
    why: 'The annotation is taken to be missing.',
    fix: 'quote the value: annotations are strings; until then Weir ignores it',
    message: (annotation: string) => `the annotation ${annotation} is not a string`,
  }),
  badPodAnnotation: defineFinding({
    code: 'pod/bad-annotation',
    severity: 'warning',
    summary: 'The network annotation of a pod is invalid.',
    why: 'The addresses of the pod are taken from its status instead, which may be older.',
    fix: 'correct the annotation, or export the pod again; until then its addresses are those of status.podIPs',
    message: (why: string) => `the annotation ${POD_ANNOTATION.networks} is invalid: ${why}`,
  }),
  badPodAddress: defineFinding({
    code: 'pod/bad-address',
    severity: 'warning',
    summary: 'An address of a pod is invalid.',
    why: 'No row matches traffic of the pod from this address.',
    fix: 'write the address of the pod, for example 10.128.2.9',
    message: (text: string) => `'${text}' is not an address: it is left out`,
  }),
  unknownNode: defineFinding({
    code: 'pod/unknown-node',
    severity: 'warning',
    summary: 'A pod runs on a node that the inventory does not have.',
    why: 'The pod is in no zone, so no rows are made for it.',
    fix: 'export the nodes together with the pods',
    message: (node: string) => `the pod runs on ${node}, which is not in the inventory: it is in no zone`,
  }),
  badAclLogging: defineFinding({
    code: 'namespace/bad-acl-logging',
    severity: 'warning',
    summary: 'The annotation for ACL logging of a namespace is invalid.',
    why: 'What the filters of the namespace match is not logged.',
    fix: 'write JSON such as {"allow": "info", "deny": "alert"}; levels are alert, warning, notice, info and debug',
    message: (why: string) => `the annotation ${ANNOTATION.aclLogging} is invalid: ${why}`,
  }),
  unknownNamespace: defineFinding({
    code: 'namespace/unknown',
    severity: 'warning',
    summary: 'The inventory does not have a namespace.',
    why: 'Selectors by labels of the namespace do not select it.',
    fix: 'export the namespaces together with the other objects; until then Weir assumes that it exists without labels',
    message: (name: string) => `the inventory has no Namespace ${name}`,
  }),
  badUserDefinedNetwork: defineFinding({
    code: 'user-defined-network/bad-spec',
    severity: 'warning',
    summary: 'A user-defined network is not one that the API server accepts.',
    why: 'Pods of its namespaces are taken to be on the default network.',
    fix: 'export the network again: the API server accepts none like this',
    message: (why: string) => `${why}: the network counts as the primary network of no namespace`,
  }),
  badEndpoint: defineFinding({
    code: 'endpoint-slice/bad-address',
    severity: 'warning',
    summary: 'An endpoint is not an address of the family of its slice.',
    why: 'The endpoint gets no traffic.',
    fix: 'export the slice again: it contains addresses of its addressType',
    message: (text: string, family: string) => `'${text}' is not an ${family} address: the endpoint is left out`,
  }),
  unknownService: defineFinding({
    code: 'endpoint-slice/unknown-service',
    severity: 'warning',
    summary: 'An endpoint slice is for a Service that the inventory does not have.',
    why: 'Its endpoints are not used.',
    fix: 'export the Services of all namespaces, or delete the slice if its Service is gone',
    message: (key: string) => `Service ${key} of the slice is not in the inventory: its endpoints are not used`,
  }),
  nothingToCompile: defineFinding<[isAllowed: boolean]>({
    code: 'manifest/nothing-to-compile',
    severity: { oneOf: ['error', 'warning'], choose: (isAllowed) => (isAllowed ? 'warning' : 'error') },
    summary: 'No file holds a resource that Weir compiles.',
    why: 'Applying the result removes everything that Weir has made; most often a path is wrong.',
    fix: 'check the path, and `manifests` in weir.yaml; if there are to be none, allow it with `allowEmpty`',
    message: () =>
      'the files contain no resource that Weir compiles: applying the result removes everything that Weir has made',
    help: (isAllowed) =>
      isAllowed
        ? 'remove `allowEmpty` and --allow-empty if resources are expected'
        : 'check the path, and `manifests` in weir.yaml; if there are to be none, add --allow-empty, or write `allowEmpty: true` in weir.yaml',
  }),
  badAnswer: defineFinding({
    code: 'dns/bad-answer',
    severity: 'warning',
    summary: 'An answer of a DNS name is not an address.',
    why: 'A firewall rule for the name does not match it.',
    fix: 'write one IPv4 or IPv6 address in resolvedAddresses[].ip',
    message: (text: string) => `'${text}' is not an address: the answer is left out`,
  }),
};
