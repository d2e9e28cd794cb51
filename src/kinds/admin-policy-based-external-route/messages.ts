import { defineFinding } from '../../model/catalogue.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { quote } from '../../std/quote.js';
import { listNames } from '../../std/list-text.js';
import { POD_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const REFUSED = 'the live controllers refuse the whole policy';

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function gatewayPods(names: readonly string[], one: string, several: string): string {
  return names.length === 1
    ? `the gateway pod ${names.join()} ${one}`
    : `the gateway pods ${listNames(names)} ${several}`;
}

/** Findings of this kind alone. */
export const messages = {
  notAnAddress: defineFinding({
    code: 'admin-policy-based-external-route/not-an-address',
    severity: 'rejected',
    summary: 'A next hop is not an IP address.',
    why: 'One bad next hop makes the live controllers reject the whole policy.',
    fix: 'write an address without prefix length, zone, spaces or leading zeros, for example 192.0.2.7',
    message: (text: string) => `${quote(text)} is not an IP address: ${REFUSED}`,
  }),
  badSelector: defineFinding({
    code: 'admin-policy-based-external-route/bad-selector',
    severity: 'rejected',
    summary: 'A selector of the policy is invalid.',
    why: 'Without a valid selector the policy has no effect.',
    fix: SELECTOR_ADVICE,
    message: (field: string, why: string) => `the ${field} is invalid: ${why}`,
  }),
  notOnHostNetwork: defineFinding({
    code: 'admin-policy-based-external-route/not-on-host-network',
    severity: 'rejected',
    summary: 'A gateway pod is not on the host network, and the hop names no other network.',
    why: 'The address of the pod in the pod network cannot be a next hop; the live controllers reject the whole policy.',
    fix: 'write networkAttachmentName, or select only pods with hostNetwork: true',
    message: (pods: readonly string[]) =>
      `${gatewayPods(pods, 'is', 'are')} not on the host network, and networkAttachmentName is missing: ${REFUSED}`,
  }),
  badNetworkStatus: defineFinding({
    code: 'admin-policy-based-external-route/bad-network-status',
    severity: 'rejected',
    summary: 'The network status of a gateway pod is unreadable.',
    why: 'The address of the gateway is read from it; without it the live controllers reject the whole policy.',
    fix: 'export the pod again when Multus has attached its networks, or select other pods',
    message: (pods: readonly string[]) =>
      `${gatewayPods(pods, 'has', 'have')} no valid annotation k8s.v1.cni.cncf.io/network-status: ${REFUSED}`,
  }),
  notInNetwork: defineFinding({
    code: 'admin-policy-based-external-route/not-in-network',
    severity: 'rejected',
    summary: 'A gateway pod is not in the network that the hop names.',
    why: 'The next hop would be the address in this network; without one the live controllers reject the whole policy.',
    fix: 'write the name as in the annotation k8s.v1.cni.cncf.io/network-status of the pod, normally <namespace>/<attachment>',
    message: (pods: readonly string[], network: string) =>
      `${gatewayPods(pods, 'is', 'are')} not in the network ${quote(network)}: ${REFUSED}`,
  }),
  servedByAnother: defineFinding({
    code: 'admin-policy-based-external-route/served-by-another',
    severity: 'rejected',
    summary: 'Another policy already routes the selected namespaces.',
    why: 'A namespace takes next hops from one policy only.',
    fix: 'let one policy select each namespace: the live controllers use the oldest policy',
    message: (namespaces: string, winner: string) =>
      `namespaces ${namespaces} are already routed by ${winner}: this policy has no effect at all`,
  }),
  noRouteForPods: defineFinding({
    code: 'admin-policy-based-external-route/no-route-for-pods',
    severity: 'rejected',
    summary: 'No next hop is of an IP family that the selected pods have.',
    why: 'A pod can only be routed to a next hop of its own IP family.',
    fix: 'add a gateway of the IP family of the pods',
    message: (pods: string, hops: string) => `none of the ${hops} next hops is of an IP family of ${pods}`,
  }),
  podsWithoutStatus: defineFinding({
    code: 'admin-policy-based-external-route/pods-without-status',
    severity: 'warning',
    summary: 'The status of selected pods has no addresses.',
    why: 'Routes match the addresses of pods.',
    fix: 'export the pods again when they run: the live controllers route a pod once its status lists its addresses',
    message: (count: number, pods: string) =>
      `the policy does not route traffic of ${pods}: ${count === 1 ? 'its status has' : 'their statuses have'} no podIPs`,
  }),
  gatewayWithoutAddress: defineFinding({
    code: 'admin-policy-based-external-route/gateway-without-address',
    severity: 'warning',
    summary: 'A gateway pod that is ready has no address.',
    why: 'The traffic takes the other next hops, or none.',
    fix: 'check the network-status annotation of the pod',
    message: (pods: readonly string[]) =>
      `${gatewayPods(pods, 'is ready, but has', 'are ready, but have')} no address: ${pods.length === 1 ? 'it is' : 'they are'} no next hop`,
  }),
  gatewayNotReady: defineFinding({
    code: 'admin-policy-based-external-route/gateway-not-ready',
    severity: 'warning',
    summary: 'A gateway pod that is not ready is a next hop in this release.',
    why: 'Traffic goes to a pod that may not forward it.',
    fix: 'let the hop watch its gateways by bfdEnabled, or remove the pod: later releases skip it',
    message: (pods: readonly string[]) =>
      `${gatewayPods(pods, 'is', 'are')} not ready, and ${pods.length === 1 ? 'is a next hop' : 'are next hops'} all the same`,
  }),
  ignoredAnnotation: defineFinding({
    code: 'admin-policy-based-external-route/ignored-annotation',
    severity: 'warning',
    summary: 'An annotation names external gateways, which the release ignores.',
    why: 'The traffic of the namespaces takes the default route instead of their gateways.',
    fix: 'write an AdminPolicyBasedExternalRoute with these gateways, and remove the annotation',
    message: (annotation: string) => `the release ignores the annotation ${annotation}: it adds no next hop`,
  }),
  badAnnotatedGateways: defineFinding({
    code: 'admin-policy-based-external-route/bad-annotated-gateways',
    severity: 'rejected',
    summary: 'An annotation that lists external gateways is unreadable.',
    why: 'The traffic of the namespace takes the default route instead of its gateways.',
    fix: 'write addresses separated by commas without spaces, for example 192.0.2.7,192.0.2.8',
    message: (text: string) =>
      `the annotation has no effect: could not parse routing external gw annotation value ${cut(text)}`,
  }),
  badGatewayPod: defineFinding({
    code: 'admin-policy-based-external-route/bad-gateway-pod',
    severity: 'rejected',
    summary: 'A pod with the annotation of a gateway cannot be one.',
    why: 'The namespaces that it names lose this next hop.',
    fix: `run it on the host network, or write in ${POD_ANNOTATION.gatewayNetwork} a network of its network-status`,
    message: (why: string) => `the pod cannot be a gateway: ${why}`,
  }),
  gatewayOfUnknownNamespace: defineFinding({
    code: 'admin-policy-based-external-route/gateway-of-unknown-namespace',
    severity: 'warning',
    summary: 'A gateway pod names a namespace that the inventory does not have.',
    why: 'The pod is a next hop for no pod of this namespace.',
    fix: 'write the names of existing namespaces, separated by commas without spaces',
    message: (name: string) =>
      `namespace ${quote(name)}, which the pod lists as one that it is a gateway of, is not in the inventory`,
  }),
  noGatewayPod: defineFinding({
    code: 'admin-policy-based-external-route/no-gateway-pod',
    severity: 'warning',
    summary: 'The selectors of a dynamic hop select no ready pod.',
    why: 'The hop adds no route.',
    fix: 'check the labels of the pods and of their namespaces, and the Ready condition of the pods',
    message: (notReady: string) =>
      `the selectors select no ready gateway pod${notReady === '' ? '' : ` (not ready: ${notReady})`}`,
  }),
  listedTwice: defineFinding({
    code: 'admin-policy-based-external-route/listed-twice',
    severity: 'warning',
    summary: 'A next hop is listed more than once.',
    why: 'The entries may disagree about BFD, and only the last one counts.',
    fix: 'remove this entry',
    message: (address: string) => `${address} is listed again below: only bfdEnabled of the last entry counts`,
  }),
  familyOff: defineFinding({
    code: 'admin-policy-based-external-route/family-off',
    severity: 'warning',
    summary: 'A next hop is of an IP family that the cluster does not use.',
    why: 'No pod has an address of this family, so the hop is never used.',
    fix: 'add the IP family to ipFamilies in weir.yaml, or remove the address',
    message: (address: string, family: string) =>
      `${address} is ${family}, which the cluster does not use: no pod has traffic for it`,
    help: (_address, family) => `add ${family} to ipFamilies in weir.yaml, or remove the address`,
  }),
  noNextHops: defineFinding({
    code: 'admin-policy-based-external-route/no-next-hops',
    severity: 'warning',
    summary: 'The policy lists no next hop.',
    why: 'It occupies its namespaces without routing them.',
    fix: 'add a static or dynamic next hop, or remove the policy',
    message: () =>
      'the policy lists no next hop: traffic takes the route of the node, and no other policy can route the namespaces',
  }),
  noNamespace: defineFinding<[advice: string | undefined]>({
    code: 'admin-policy-based-external-route/no-namespace-selected',
    severity: 'warning',
    summary: 'The policy selects no namespace.',
    why: 'The policy has no effect.',
    fix: 'check the labels of the namespaces',
    message: () => 'the namespace selector selects no namespace: nothing is routed',
    help: (advice) => advice,
  }),
  allNamespaces: defineFinding({
    code: 'admin-policy-based-external-route/all-namespaces-selected',
    severity: 'warning',
    summary: 'The policy selects all namespaces.',
    why: 'System namespaces lose their normal route, and no other policy can have any namespace.',
    fix: 'select namespaces by a label, for example kubernetes.io/metadata.name',
    message: () =>
      'the empty namespace selector selects all namespaces, system namespaces included: no other policy can route any',
  }),
};
