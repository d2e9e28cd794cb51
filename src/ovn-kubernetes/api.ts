/** API version of nearly all of its kinds. */
export const API_VERSION = 'k8s.ovn.org/v1';

/** API version of kinds that may change. */
export const ALPHA_API_VERSION = 'k8s.ovn.org/v1alpha1';
