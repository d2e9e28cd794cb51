import { defineFinding } from '../../model/catalogue.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { quote } from '../../std/quote.js';
import { listNames } from '../../std/list-text.js';
import { POD_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const REJECTED = 'so the live controllers reject the whole policy';

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
    why: 'The live controllers reject the whole policy.',
    fix: 'use an address without prefix length, zone, spaces or leading zeros, for example 192.0.2.7',
    message: (text: string) => `next hop is ${quote(text)}, expected an IP address, ${REJECTED}`,
  }),
  badSelector: defineFinding({
    code: 'admin-policy-based-external-route/bad-selector',
    severity: 'rejected',
    summary: 'A selector of the policy is invalid.',
    why: 'The policy has no effect.',
    fix: SELECTOR_ADVICE,
    message: (field: string, why: string) => `the ${field} is invalid: ${why}`,
  }),
  notOnHostNetwork: defineFinding({
    code: 'admin-policy-based-external-route/not-on-host-network',
    severity: 'rejected',
    summary: 'A gateway pod is not on the host network, and the hop has no networkAttachmentName.',
    why: 'The live controllers reject the whole policy, because an address in the pod network cannot be a next hop.',
    fix: 'set networkAttachmentName, or select only pods with hostNetwork: true',
    message: (pods: readonly string[]) =>
      `${gatewayPods(pods, 'is', 'are')} not on the host network, and networkAttachmentName is missing, ${REJECTED}`,
  }),
  badNetworkStatus: defineFinding({
    code: 'admin-policy-based-external-route/bad-network-status',
    severity: 'rejected',
    summary: 'The network status of a gateway pod is invalid.',
    why: 'The live controllers reject the whole policy, because they read the gateway address from the network status.',
    fix: 'export the pod again after Multus has attached its networks, or select other pods',
    message: (pods: readonly string[]) =>
      `${gatewayPods(pods, 'has', 'have')} no valid annotation k8s.v1.cni.cncf.io/network-status, ${REJECTED}`,
  }),
  notInNetwork: defineFinding({
    code: 'admin-policy-based-external-route/not-in-network',
    severity: 'rejected',
    summary: 'A gateway pod is not in the network of the hop.',
    why: 'The live controllers reject the whole policy, because the next hop is the address in this network.',
    fix: 'use the name in the annotation k8s.v1.cni.cncf.io/network-status of the pod, normally <namespace>/<attachment>',
    message: (pods: readonly string[], network: string) =>
      `${gatewayPods(pods, 'is', 'are')} not in the network ${quote(network)}, ${REJECTED}`,
  }),
  servedByAnother: defineFinding({
    code: 'admin-policy-based-external-route/served-by-another',
    severity: 'rejected',
    summary: 'Another policy already routes the selected namespaces.',
    why: 'The policy has no effect, because the live controllers use only the oldest policy of a namespace.',
    fix: 'select each namespace in one policy',
    message: (namespaces: string, winner: string) =>
      `namespaces ${namespaces} are already routed by ${winner}, so this policy has no effect`,
  }),
  noRouteForPods: defineFinding({
    code: 'admin-policy-based-external-route/no-route-for-pods',
    severity: 'rejected',
    summary: 'No next hop has an IP family of the selected pods.',
    why: 'The policy does not route traffic of these pods.',
    fix: 'add a gateway of the IP family of the pods',
    message: (pods: string, hops: string) => `none of the ${hops} next hops has an IP family of ${pods}`,
  }),
  podsWithoutStatus: defineFinding({
    code: 'admin-policy-based-external-route/pods-without-status',
    severity: 'warning',
    summary: 'The status of selected pods has no addresses.',
    why: 'The policy does not route traffic of these pods until their status lists addresses.',
    fix: 'export the pods again when they run',
    message: (count: number, pods: string) =>
      `the policy does not route traffic of ${pods}, because ${count === 1 ? 'its status has' : 'their statuses have'} no podIPs`,
  }),
  gatewayWithoutAddress: defineFinding({
    code: 'admin-policy-based-external-route/gateway-without-address',
    severity: 'warning',
    summary: 'A gateway pod is ready, but has no address.',
    why: 'The pod is not a next hop.',
    fix: 'correct the network-status annotation of the pod',
    message: (pods: readonly string[]) =>
      `${gatewayPods(pods, 'is ready, but has', 'are ready, but have')} no address, so ${pods.length === 1 ? 'it is not a next hop' : 'they are not next hops'}`,
  }),
  gatewayNotReady: defineFinding({
    code: 'admin-policy-based-external-route/gateway-not-ready',
    severity: 'warning',
    summary: 'A gateway pod that is not ready is a next hop in this release.',
    why: 'Traffic goes to a pod that may not forward it.',
    fix: 'set bfdEnabled for the hop, or remove the pod (later releases skip it)',
    message: (pods: readonly string[]) =>
      `${gatewayPods(pods, 'is', 'are')} not ready, but still ${pods.length === 1 ? 'a next hop' : 'next hops'}`,
  }),
  ignoredAnnotation: defineFinding({
    code: 'admin-policy-based-external-route/ignored-annotation',
    severity: 'warning',
    summary: 'The release ignores an annotation for external gateways.',
    why: 'Traffic of the namespaces takes the default route instead of the gateways.',
    fix: 'create an AdminPolicyBasedExternalRoute with these gateways, and remove the annotation',
    message: (annotation: string) => `the release ignores the annotation ${annotation}, so it adds no next hop`,
  }),
  badAnnotatedGateways: defineFinding({
    code: 'admin-policy-based-external-route/bad-annotated-gateways',
    severity: 'rejected',
    summary: 'The annotation for external gateways is invalid.',
    why: 'Traffic of the namespace takes the default route instead of the gateways.',
    fix: 'use addresses separated by commas without spaces, for example 192.0.2.7,192.0.2.8',
    message: (text: string) =>
      `the annotation has no effect: could not parse routing external gw annotation value ${cut(text)}`,
  }),
  badGatewayPod: defineFinding({
    code: 'admin-policy-based-external-route/bad-gateway-pod',
    severity: 'rejected',
    summary: 'A pod with the annotation for gateways cannot be a gateway.',
    why: 'The annotated namespaces do not get this next hop.',
    fix: `run the pod on the host network, or set ${POD_ANNOTATION.gatewayNetwork} to a network in its network-status`,
    message: (why: string) => `the pod cannot be a gateway: ${why}`,
  }),
  gatewayOfUnknownNamespace: defineFinding({
    code: 'admin-policy-based-external-route/gateway-of-unknown-namespace',
    severity: 'warning',
    summary: 'A namespace in the annotation of a gateway pod is not in the inventory.',
    why: 'Pods of this namespace do not get the next hop.',
    fix: 'use names of existing namespaces, separated by commas without spaces',
    message: (name: string) => `expected a namespace of the inventory, found ${quote(name)}`,
  }),
  noGatewayPod: defineFinding({
    code: 'admin-policy-based-external-route/no-gateway-pod',
    severity: 'warning',
    summary: 'The selectors of a dynamic hop select no ready pod.',
    why: 'The hop adds no route.',
    fix: 'correct the selectors, or the labels of the pods and their namespaces',
    message: (notReady: string) =>
      `the selectors select no ready gateway pod${notReady === '' ? '' : ` (not ready: ${notReady})`}`,
  }),
  listedTwice: defineFinding({
    code: 'admin-policy-based-external-route/listed-twice',
    severity: 'warning',
    summary: 'A next hop is listed more than once.',
    why: 'Only bfdEnabled of the last entry applies.',
    fix: 'remove this entry',
    message: (address: string) => `${address} is listed again below, so only bfdEnabled of the last entry applies`,
  }),
  familyOff: defineFinding({
    code: 'admin-policy-based-external-route/family-off',
    severity: 'warning',
    summary: 'The cluster does not use the IP family of a next hop.',
    why: 'The next hop gets no traffic.',
    fix: 'add the IP family to ipFamilies in weir.yaml, or remove the address',
    message: (address: string, family: string) =>
      `${address} is ${family}, which the cluster does not use, so it gets no traffic`,
    help: (_address, family) => `add ${family} to ipFamilies in weir.yaml, or remove the address`,
  }),
  noNextHops: defineFinding({
    code: 'admin-policy-based-external-route/no-next-hops',
    severity: 'warning',
    summary: 'The policy lists no next hop.',
    why: 'Traffic takes the route of the node, and no other policy can route the namespaces.',
    fix: 'add a static or dynamic next hop, or remove the policy',
    message: () =>
      'the policy lists no next hop, so traffic takes the route of the node, and no other policy can route the namespaces',
  }),
  noNamespace: defineFinding<[advice: string | undefined]>({
    code: 'admin-policy-based-external-route/no-namespace-selected',
    severity: 'warning',
    summary: 'The policy selects no namespace.',
    why: 'The policy has no effect.',
    fix: 'correct the selector or the labels of the namespaces',
    message: () => 'the namespace selector selects no namespace, so the policy has no effect',
    help: (advice) => advice,
  }),
  allNamespaces: defineFinding({
    code: 'admin-policy-based-external-route/all-namespaces-selected',
    severity: 'warning',
    summary: 'The policy selects all namespaces.',
    why: 'System namespaces lose their normal route, and no other policy can route a namespace.',
    fix: 'select namespaces by a label, for example kubernetes.io/metadata.name',
    message: () =>
      'the empty namespace selector selects all namespaces, including system namespaces, so no other policy can route a namespace',
  }),
};
