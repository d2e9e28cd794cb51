import type { Finding, Severity } from '../../model/diagnostic.js';

const finding = (fact: string, severity: Severity, message: string, help: string): Finding => ({
  code: `admin-policy-based-external-route/${fact}`,
  severity,
  message,
  help,
});

const REFUSED = 'the live controllers refuse the whole policy';

/** A text of the input, cut where it is long. */
function quote(text: string): string {
  return `'${cut(text)}'`;
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** All that is said only of this kind. */
export const messages = {
  notAnAddress: (text: string): Finding =>
    finding(
      'not-an-address',
      'rejected',
      `${quote(text)} is not an IP address: ${REFUSED}`,
      'write a plain address without prefix length, zone, blanks or leading zeros, for example 192.0.2.7',
    ),
  badSelector: (field: string, why: string): Finding =>
    finding(
      'bad-selector',
      'rejected',
      `the ${field} is not valid: ${why}`,
      'operators are In and NotIn (with values), Exists and DoesNotExist (without)',
    ),
  notOnHostNetwork: (pod: string): Finding =>
    finding(
      'not-on-host-network',
      'rejected',
      `the gateway pod ${pod} is not on the network of its host, and no networkAttachmentName is given: ${REFUSED}`,
      'name the network of its gateway address, or select only pods with hostNetwork: true',
    ),
  badNetworkStatus: (pod: string): Finding =>
    finding(
      'bad-network-status',
      'rejected',
      `the gateway pod ${pod} has no JSON list in k8s.v1.cni.cncf.io/network-status: ${REFUSED}`,
      'Multus writes this annotation when it has attached the networks: read the pod again, or select other pods',
    ),
  notInNetwork: (pod: string, network: string): Finding =>
    finding(
      'not-in-network',
      'rejected',
      `the gateway pod ${pod} is not in the network ${quote(network)}: ${REFUSED}`,
      'write the name as k8s.v1.cni.cncf.io/network-status of the pod has it, normally <namespace>/<attachment>',
    ),
  servedByAnother: (namespaces: string, winner: string): Finding =>
    finding(
      'served-by-another',
      'rejected',
      `${winner} already routes the namespaces ${namespaces}: this policy has no effect at all`,
      'let one policy select each namespace: the live controllers keep the policy that was there first',
    ),
  noRouteForPods: (pods: string, hops: string): Finding =>
    finding(
      'no-route-for-pods',
      'rejected',
      `none of the ${hops} next hops is of a family of ${pods}`,
      'add a gateway of the family that the pods have',
    ),
  gatewayWithoutAddress: (pod: string): Finding =>
    finding(
      'gateway-without-address',
      'warning',
      `the gateway pod ${pod} is ready, but has no address: it is no next hop`,
      'look at what its network gave it',
    ),
  badAnnotatedGateways: (text: string): Finding =>
    finding(
      'bad-annotated-gateways',
      'rejected',
      `the annotation has no effect: could not parse routing external gw annotation value ${cut(text)}`,
      'write addresses with commas and no blanks between them, for example 192.0.2.7,192.0.2.8',
    ),
  badGatewayPod: (why: string): Finding =>
    finding(
      'bad-gateway-pod',
      'rejected',
      `the pod cannot be a gateway: ${why}`,
      'let it run on the network of its host, or name in k8s.ovn.org/routing-network a network of its network-status',
    ),
  gatewayOfUnknownNamespace: (name: string): Finding =>
    finding(
      'gateway-of-unknown-namespace',
      'warning',
      `the inventory has no namespace ${quote(name)}, of which the pod says that it is the gateway`,
      'write the names of namespaces with commas and no blanks between them',
    ),
  noGatewayPod: (notReady: string): Finding =>
    finding(
      'no-gateway-pod',
      'warning',
      `the selectors pick no gateway pod that is ready${notReady === '' ? '' : ` (not ready: ${notReady})`}`,
      'check the labels of the pods and of their namespaces, and the Ready condition of the pods',
    ),
  listedTwice: (address: string): Finding =>
    finding(
      'listed-twice',
      'warning',
      `${address} is listed again further down: only bfdEnabled of the last one counts`,
      'leave this one out',
    ),
  familyOff: (address: string, family: string): Finding =>
    finding(
      'family-off',
      'warning',
      `${address} is ${family}, which the cluster does not have: no pod uses it`,
      `add ${family} to ipFamilies in weir.yaml, or remove the address`,
    ),
  noNextHops: (): Finding =>
    finding(
      'no-next-hops',
      'warning',
      'the policy lists no next hop: traffic takes the route of the node, and no other policy can have the namespaces',
      'add a static or dynamic next hop, or remove the policy',
    ),
  noNamespace: (): Finding =>
    finding(
      'no-namespace-selected',
      'warning',
      'the namespace selector picks no namespace: nothing is routed',
      'check the labels of the namespaces',
    ),
  allNamespaces: (): Finding =>
    finding(
      'all-namespaces-selected',
      'warning',
      'the empty namespace selector picks all namespaces, those of the system too, and leaves none to other policies',
      'select namespaces by a label, for example kubernetes.io/metadata.name',
    ),
};
