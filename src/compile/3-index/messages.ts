import type { Finding } from '../../model/diagnostic.js';

const warning = (code: string, message: string, help: string): Finding => ({
  code,
  severity: 'warning',
  message,
  help,
});

const EXPORT =
  'export the inventory with `kubectl get nodes,namespaces,pods -A -o yaml`, and name it in `inventory` in weir.yaml';

export const messages = {
  badNodeAnnotation: (annotation: string, why: string): Finding =>
    warning(
      'node/bad-annotation',
      `the annotation ${annotation} is not usable: ${why}`,
      'fix the annotation (the live cluster writes it), or export the node again; Weir goes on as if it were missing',
    ),
  severalCloudInterfaces: (count: number): Finding =>
    warning(
      'node/several-cloud-interfaces',
      `the annotation cloud.network.openshift.io/egress-ipconfig lists ${count} interfaces: only the first is used`,
      'egress addresses go to the first interface; remove the others if the annotation is written by hand',
    ),
  missingNodeAnnotation: (annotation: string, effect: string): Finding =>
    warning(
      'node/missing-annotation',
      `the node has no annotation ${annotation}: ${effect}`,
      'export the node from the running cluster with its annotations (`kubectl get nodes -o yaml`)',
    ),
  familyMismatch: (has: string, wants: string): Finding =>
    warning(
      'node/family-mismatch',
      `the node has subnets for ${has}, the cluster is configured for ${wants}: the node is left out`,
      'make ipFamilies in weir.yaml and the annotation k8s.ovn.org/node-subnets agree',
    ),
  badZone: (zone: string): Finding =>
    warning(
      'node/bad-zone',
      `'${zone}' cannot be the name of a zone: the node is taken to be in no zone`,
      'a zone is named by at most 253 letters, digits, dots, dashes and underscores',
    ),
  noNodes: (): Finding => warning('inventory/no-nodes', 'the inventory has no Node: no pod can be placed', EXPORT),
  sharedZone: (zone: string, count: number, first: string): Finding =>
    warning(
      'inventory/zone-of-several-nodes',
      `zone ${zone} has ${count} nodes: the traffic of other zones' pods goes to the gateway router of ${first} alone, so egress addresses on the others do not work for them`,
      'give each node of an interconnected cluster a zone of its own',
    ),
  unenforced: (kind: string, count: number): Finding =>
    warning(
      'inventory/unenforced-policies',
      `${count} ${kind} ${count === 1 ? 'object is' : 'objects are'} not compiled: a managed topology lets pass what ${count === 1 ? 'it forbids' : 'they forbid'}`,
      'do not rely on them there, or leave the topology to OVN-Kubernetes (topology: external)',
    ),
  noZones: (): Finding => ({
    code: 'inventory/no-zones',
    severity: 'error',
    message: 'the inventory has no Node: with interconnect the nodes are the zones, so there is nothing to compile for',
    help: EXPORT,
  }),
  sharedAnnotation: (annotation: string, value: string, other: string): Finding =>
    warning(
      'node/shared-annotation',
      `the annotation ${annotation} says '${value}', which node ${other} has already: their rows would be one`,
      'every node needs a value of its own; export the nodes again',
    ),
  duplicate: (what: string): Finding =>
    warning(
      'inventory/duplicate',
      `${what} is there twice: this one is ignored`,
      'remove one of the two; which one counts is decided by what they say, not by the order of files',
    ),
  badName: (name: string): Finding =>
    warning(
      'inventory/bad-name',
      `'${name}' cannot be the name of such an object: it is ignored`,
      'names are lower case letters, digits, dashes and dots; the API server would not take it',
    ),
  missingNamespace: (kind: string): Finding =>
    warning(
      'inventory/missing-namespace',
      `this ${kind} has no metadata.namespace: it is ignored`,
      'write the namespace; the one of your current context is not known here',
    ),
  badLabels: (detail: string): Finding =>
    warning(
      'inventory/bad-labels',
      `metadata.labels is not usable: ${detail}`,
      'labels are a mapping of strings; quote numbers and words such as "true"',
    ),
  badAnnotation: (annotation: string): Finding =>
    warning(
      'inventory/bad-annotation',
      `the annotation ${annotation} is not a string`,
      'quote it: annotations are strings, and the API server takes nothing else; Weir goes on as if it were missing',
    ),
  badPodAnnotation: (why: string): Finding =>
    warning(
      'pod/bad-annotation',
      `the annotation k8s.ovn.org/pod-networks is not usable: ${why}`,
      'fix the annotation or export the pod again; its addresses are taken from status.podIPs',
    ),
  badPodAddress: (text: string): Finding =>
    warning(
      'pod/bad-address',
      `'${text}' is not an address: it is left out`,
      'write the address that the pod has, for example 10.128.2.9',
    ),
  unknownNode: (node: string): Finding =>
    warning(
      'pod/unknown-node',
      `the pod runs on ${node}, which is not in the inventory: it is in no zone`,
      'export the nodes together with the pods',
    ),
  badAclLogging: (why: string): Finding =>
    warning(
      'namespace/bad-acl-logging',
      `the annotation k8s.ovn.org/acl-logging is not usable: ${why}`,
      'write JSON such as {"allow": "info", "deny": "alert"}; levels are alert, warning, notice, info and debug',
    ),
  unknownNamespace: (name: string): Finding =>
    warning(
      'namespace/unknown',
      `the inventory has no Namespace ${name}`,
      'export the namespaces together with the other objects; Weir goes on as if it existed without labels of its own',
    ),
  badUserDefinedNetwork: (why: string): Finding =>
    warning(
      'user-defined-network/bad-spec',
      `${why}: the network is taken to be the primary one of no namespace`,
      'export the network again; the API server takes none like this',
    ),
  badEndpoint: (text: string, family: string): Finding =>
    warning(
      'endpoint-slice/bad-address',
      `'${text}' is not an ${family} address: the endpoint is left out`,
      'a slice holds addresses of its addressType; export it again',
    ),
  unknownService: (key: string): Finding =>
    warning(
      'endpoint-slice/unknown-service',
      `the slice is for Service ${key}, which is not in the inventory: nothing becomes of its endpoints`,
      'export the Services of all namespaces, or delete the slice if its Service is gone',
    ),
  nothingToCompile: (isAllowed: boolean): Finding => ({
    code: 'manifest/nothing-to-compile',
    severity: isAllowed ? 'warning' : 'error',
    message:
      'none of the files holds a resource that Weir compiles: to apply the result removes all that Weir has made',
    help: isAllowed
      ? 'leave out `allowEmpty` and --allow-empty where resources are expected'
      : 'check the path, and `manifests` in weir.yaml; if there shall be none, add --allow-empty, or write `allowEmpty: true` in weir.yaml',
  }),
  badAnswer: (text: string): Finding =>
    warning(
      'dns/bad-answer',
      `'${text}' is not an address: the answer is left out`,
      'resolvedAddresses[].ip holds one IPv4 or IPv6 address',
    ),
};
