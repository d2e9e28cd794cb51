/** Platforms on which egress addresses must be attached in a cloud. */
export const CLOUDS: readonly string[] = ['AWS', 'GCP', 'Azure', 'OpenStack'];

/** Node annotation of the cloud network config controller, with the networks and the capacity of the machine. */
export const CLOUD_EGRESS_ANNOTATION = 'cloud.network.openshift.io/egress-ipconfig';

/**
 * Returns true if egress addresses of the platform must be attached in a cloud. The name is case-sensitive
 * (OVN-Kubernetes).
 */
export function isCloud(platform: string): boolean {
  return CLOUDS.includes(platform);
}
