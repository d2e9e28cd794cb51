import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Finding } from '../../model/diagnostic.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { quote } from '../../std/quote.js';
import { listNames } from '../../std/list-text.js';

const finding = findingsOf('admin-policy-based-external-route');

const REFUSED = 'the live controllers refuse the whole policy';

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function gatewayPods(names: readonly string[], one: string, several: string): string {
  return names.length === 1
    ? `the gateway pod ${names.join()} ${one}`
    : `the gateway pods ${listNames(names)} ${several}`;
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
    finding('bad-selector', 'rejected', `the ${field} is not valid: ${why}`, SELECTOR_ADVICE),
  notOnHostNetwork: (pods: readonly string[]): Finding =>
    finding(
      'not-on-host-network',
      'rejected',
      `${gatewayPods(pods, 'is', 'are')} not on the network of ${pods.length === 1 ? 'its' : 'their'} host, and no networkAttachmentName is given: ${REFUSED}`,
      'name the network of its gateway address, or select only pods with hostNetwork: true',
    ),
  badNetworkStatus: (pods: readonly string[]): Finding =>
    finding(
      'bad-network-status',
      'rejected',
      `${gatewayPods(pods, 'has', 'have')} no JSON list in k8s.v1.cni.cncf.io/network-status: ${REFUSED}`,
      'Multus writes this annotation when it has attached the networks: read the pod again, or select other pods',
    ),
  notInNetwork: (pods: readonly string[], network: string): Finding =>
    finding(
      'not-in-network',
      'rejected',
      `${gatewayPods(pods, 'is', 'are')} not in the network ${quote(network)}: ${REFUSED}`,
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
  podsWithoutStatus: (count: number, pods: string): Finding =>
    finding(
      'pods-without-status',
      'warning',
      `the policy routes no traffic of ${pods}: ${count === 1 ? 'its status has' : 'their statuses have'} no podIPs`,
      'export the pods again when they run: the live controllers route a pod when its status names its addresses',
    ),
  gatewayWithoutAddress: (pods: readonly string[]): Finding =>
    finding(
      'gateway-without-address',
      'warning',
      `${gatewayPods(pods, 'is ready, but has', 'are ready, but have')} no address: ${pods.length === 1 ? 'it is' : 'they are'} no next hop`,
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
