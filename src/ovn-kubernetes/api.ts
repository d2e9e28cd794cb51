/** API group of the resources of OVN-Kubernetes. */
export const API_GROUP = 'k8s.ovn.org';

/** API version of nearly all of its kinds. */
export const API_VERSION = 'k8s.ovn.org/v1';

/** API version of kinds that may change. */
export const ALPHA_API_VERSION = 'k8s.ovn.org/v1alpha1';
