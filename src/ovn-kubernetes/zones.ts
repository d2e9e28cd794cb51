/** Default zone of nodes. Interconnect connects nothing there (OVN-Kubernetes). */
export const DEFAULT_ZONE = 'global';
