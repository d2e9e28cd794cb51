const CLOUDS: readonly string[] = ['AWS', 'GCP', 'Azure', 'OpenStack'];

/** Whether egress addresses of the platform must be attached in a cloud; the spelling counts (OVN-Kubernetes v1.3). */
export function isCloud(platform: string): boolean {
  return CLOUDS.includes(platform);
}
