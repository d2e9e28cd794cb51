/** The platforms on which egress addresses must be attached in a cloud. */
export const CLOUDS: readonly string[] = ['AWS', 'GCP', 'Azure', 'OpenStack'];

/** What the cloud network config controller writes at a node: the networks and the capacity of its machine. */
export const CLOUD_EGRESS_ANNOTATION = 'cloud.network.openshift.io/egress-ipconfig';

/**
 * Returns true if egress addresses of the platform must be attached in a cloud; the spelling counts (OVN-Kubernetes).
 */
export function isCloud(platform: string): boolean {
  return CLOUDS.includes(platform);
}
