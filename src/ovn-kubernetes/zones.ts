/** The zone of nodes that say none: interconnect connects nothing there (OVN-Kubernetes). */
export const DEFAULT_ZONE = 'global';
