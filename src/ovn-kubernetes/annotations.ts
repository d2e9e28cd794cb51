/** Annotations and labels of OVN-Kubernetes, as objects have them. */

/** Annotations of Nodes. */
export const NODE_ANNOTATION = {
  bridgeEgressIPs: 'k8s.ovn.org/bridge-egress-ips',
  chassisId: 'k8s.ovn.org/node-chassis-id',
  encapIPs: 'k8s.ovn.org/node-encap-ips',
  gateway: 'k8s.ovn.org/l3-gateway-config',
  gatewayMTUSupport: 'k8s.ovn.org/gateway-mtu-support',
  hostCIDRs: 'k8s.ovn.org/host-cidrs',
  hybridSubnet: 'k8s.ovn.org/hybrid-overlay-node-subnet',
  id: 'k8s.ovn.org/node-id',
  joinAddresses: 'k8s.ovn.org/node-gateway-router-lrp-ifaddr',
  /** Join addresses of every network. */
  joinAddressesByNetwork: 'k8s.ovn.org/node-gateway-router-lrp-ifaddrs',
  managementMac: 'k8s.ovn.org/node-mgmt-port-mac-address',
  /** Management MACs of every network. */
  managementMacsByNetwork: 'k8s.ovn.org/node-mgmt-port-mac-addresses',
  masqueradeSubnets: 'k8s.ovn.org/node-masquerade-subnet',
  primaryAddresses: 'k8s.ovn.org/node-primary-ifaddr',
  secondaryEgressIPs: 'k8s.ovn.org/secondary-host-egress-ips',
  subnets: 'k8s.ovn.org/node-subnets',
  transitAddresses: 'k8s.ovn.org/node-transit-switch-port-ifaddr',
  zone: 'k8s.ovn.org/zone-name',
} as const;

/** Annotations of Pods. */
export const POD_ANNOTATION = {
  /** Namespaces whose pods leave through this one. */
  gatewayOf: 'k8s.ovn.org/routing-namespaces',
  /** Network in which a pod is a gateway. */
  gatewayNetwork: 'k8s.ovn.org/routing-network',
  networks: 'k8s.ovn.org/pod-networks',
} as const;

/** Annotations of other objects, and of several kinds. */
export const ANNOTATION = {
  /** Levels for logging allowed and denied traffic. */
  aclLogging: 'k8s.ovn.org/acl-logging',
  /** True if connections that a NetworkPolicy allows are not tracked. */
  aclStateless: 'k8s.ovn.org/acl-stateless',
  /** Set if BFD monitors the gateways of a namespace, or the gateway that a pod is. */
  bfdEnabled: 'k8s.ovn.org/bfd-enabled',
  /** Packet mark of an EgressIP. */
  egressIPMark: 'k8s.ovn.org/egressip-mark',
  /** EgressIP that a CloudPrivateIPConfig is for. */
  egressIPOwner: 'k8s.ovn.org/egressip-owner-ref',
  /** External gateways of all pods of a namespace. */
  externalGateways: 'k8s.ovn.org/routing-external-gws',
} as const;

/** Returns true if an annotation or a label belongs to OVN-Kubernetes. */
export function isOwnName(name: string): boolean {
  return name.startsWith('k8s.ovn.org/');
}

/** Labels that OVN-Kubernetes reads. */
export const LABEL = {
  /** Label of nodes that may have egress addresses. */
  assignable: 'k8s.ovn.org/egress-assignable',
  /** Label of namespaces whose pods are on a separate primary network. */
  primaryNetwork: 'k8s.ovn.org/primary-user-defined-network',
} as const;

/** Prefix of the label of an EgressService's host. */
export const EGRESS_SERVICE_LABEL_PREFIX = 'egress-service.k8s.ovn.org';
