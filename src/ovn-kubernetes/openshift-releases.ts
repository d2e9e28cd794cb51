/** A minor release of OpenShift, and the release of OVN-Kubernetes whose rows are the nearest to its own. */
export interface OpenShiftRelease {
  readonly version: readonly [major: number, minor: number];
  /** The value of `ovnKubernetes` in weir.yaml. */
  readonly release: string;
  /** When upstream was merged for its first patch releases, or undefined if the release is exactly this one. */
  readonly upstream?: string;
}

/**
 * The releases of OpenShift, the oldest first. Its branches take merges of upstream's main branch, and later patch releases
 * merges of the next branch: only the first ones are known. Sources are pull requests of openshift/ovn-kubernetes, and the
 * forms of rows in upstream's main branch on that day.
 */
export const OPENSHIFT_RELEASES: readonly OpenShiftRelease[] = [
  // Upstream commit 2916102d2 of 5 December 2023, of which the profile is.
  { version: [4, 15], release: 'openshift-4.15' },
  // 2110 of 4 April 2024. Upstream had the port groups and the schema of 4.15 then: hashed port groups came in May.
  { version: [4, 16], release: 'openshift-4.15', upstream: 'April 2024' },
  // 2283 of 28 August 2024, into release-4.17; 1.0 is of June 2024.
  { version: [4, 17], release: '1.0', upstream: 'August 2024' },
  // 2349 of 12 November 2024. Policies of EgressIPs had no ids yet, as in 1.0; a merge of 4.19 came a year later (2777).
  { version: [4, 18], release: '1.0', upstream: 'November 2024' },
  // 2660 of 9 July 2025, a merge of 4.20; 1.1 is of August 2025.
  { version: [4, 19], release: '1.1', upstream: 'July 2025' },
  // Between 2660 and the general availability in October 2025: by date alone.
  { version: [4, 20], release: '1.1', upstream: 'summer 2025' },
  // Before 3050 of March 2026, a first merge of 4.22; 1.2 is of December 2025: by date alone.
  { version: [4, 21], release: '1.2', upstream: 'winter 2025' },
  // 3232 of 5 June 2026; 1.3 is of May 2026.
  { version: [4, 22], release: '1.3', upstream: 'June 2026' },
];
