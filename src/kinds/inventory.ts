import { LABEL } from '../ovn-kubernetes/annotations.js';
import { API_VERSION, ALPHA_API_VERSION } from '../ovn-kubernetes/api.js';

/** The Kubernetes objects that Weir reads about the cluster. */
export const inventoryKinds = [
  { apiVersion: 'v1', kind: 'Node' },
  { apiVersion: 'v1', kind: 'Namespace' },
  { apiVersion: 'v1', kind: 'Pod' },
  { apiVersion: 'network.openshift.io/v1alpha1', kind: 'DNSNameResolver' },
  { apiVersion: 'v1', kind: 'Service' },
  { apiVersion: 'v1', kind: 'Endpoints' },
  { apiVersion: 'v1', kind: 'Secret' },
  { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' },
  { apiVersion: 'k8s.cni.cncf.io/v1', kind: 'NetworkAttachmentDefinition' },
  { apiVersion: 'whereabouts.cni.cncf.io/v1alpha1', kind: 'IPPool' },
  { apiVersion: 'whereabouts.cni.cncf.io/v1alpha1', kind: 'OverlappingRangeIPReservation' },
  { apiVersion: 'config.openshift.io/v1', kind: 'Infrastructure' },
  { apiVersion: 'operator.openshift.io/v1', kind: 'IngressController' },
  { apiVersion: 'controlplane.operator.openshift.io/v1alpha1', kind: 'PodNetworkConnectivityCheck' },
  { apiVersion: API_VERSION, kind: 'UserDefinedNetwork' },
  { apiVersion: API_VERSION, kind: 'ClusterUserDefinedNetwork' },
] as const;

/** The kinds that make pods: they stand for pods that are not there yet. */
export const workloadKinds = [
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet' },
  { apiVersion: 'apps/v1', kind: 'DaemonSet' },
  { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  { apiVersion: 'batch/v1', kind: 'Job' },
  { apiVersion: 'batch/v1', kind: 'CronJob' },
  { apiVersion: 'v1', kind: 'ReplicationController' },
  { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine' },
] as const;

/** Kinds in the API groups of the compiled ones, or with their names, that Weir ignores on purpose. */
export const foreignKinds = [
  { apiVersion: 'config.openshift.io/v1', kind: 'Ingress' },
  { apiVersion: 'networking.internal.knative.dev/v1alpha1', kind: 'Ingress' },
  { apiVersion: 'serving.knative.dev/v1', kind: 'Route' },
  ...['Ingress', 'IngressClass', 'IPAddress', 'ServiceCIDR'].flatMap((kind) =>
    ['v1', 'v1beta1', 'v1alpha1'].map((version) => ({ apiVersion: `networking.k8s.io/${version}`, kind })),
  ),
  { apiVersion: 'policy.networking.k8s.io/v1alpha2', kind: 'ClusterNetworkPolicy' },
  { apiVersion: 'crd.projectcalico.org/v1', kind: 'NetworkPolicy' },
  { apiVersion: 'projectcalico.org/v3', kind: 'NetworkPolicy' },
  ...['v1alpha1', 'v1beta1'].map((version) => ({ apiVersion: `crd.antrea.io/${version}`, kind: 'NetworkPolicy' })),
  { apiVersion: API_VERSION, kind: 'RouteAdvertisements' },
  { apiVersion: API_VERSION, kind: 'ClusterNetworkConnect' },
  { apiVersion: ALPHA_API_VERSION, kind: 'NetworkQoS' },
  { apiVersion: 'network.operator.openshift.io/v1', kind: 'OperatorPKI' },
] as const;

/** Kinds of OpenShift SDN, which OVN-Kubernetes has taken the place of, and what to write for it. */
export const retiredKinds = ['network.openshift.io/v1', 'v1'].flatMap((apiVersion) => [
  {
    apiVersion,
    kind: 'EgressNetworkPolicy',
    instead: `move its rules to an EgressFirewall of ${API_VERSION} in the same namespace, with the name default`,
  },
  {
    apiVersion,
    kind: 'HostSubnet',
    instead: `move the addresses of egressIPs and egressCIDRs to EgressIPs of ${API_VERSION}, and add the label ${LABEL.assignable} to the Node`,
  },
  {
    apiVersion,
    kind: 'NetNamespace',
    instead: `move its egressIPs to an EgressIP of ${API_VERSION} whose namespaceSelector selects the namespace`,
  },
]);
