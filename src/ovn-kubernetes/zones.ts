/** The zone of nodes that say none: interconnect connects nothing there (OVN-Kubernetes v1.3). */
export const DEFAULT_ZONE = 'global';
