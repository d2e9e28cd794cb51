/** Minor release of OpenShift, and the release of OVN-Kubernetes whose rows are nearest to its own. */
export interface OpenShiftRelease {
  readonly version: readonly [major: number, minor: number];
  /** Value of `ovnKubernetes` in weir.yaml. */
  readonly release: string;
  /** Month in which upstream was merged for its first patch releases. If unset, the release matches exactly. */
  readonly upstream?: string;
}

/**
 * Releases of OpenShift, the oldest first. Its branches merge upstream's main branch, and later patch releases merge
 * the next branch, so only the first ones are known. Sources are pull requests of openshift/ovn-kubernetes, and the
 * rows of upstream's main branch on that day.
 */
export const OPENSHIFT_RELEASES: readonly OpenShiftRelease[] = [
  // Upstream commit 2916102d2 of 5 December 2023, the same as the profile's.
  { version: [4, 15], release: 'openshift-4.15' },
  // Pull request 2110 of 4 April 2024. Upstream then had the port groups and the schema of 4.15: hashed port groups
  // came in May.
  { version: [4, 16], release: 'openshift-4.15', upstream: 'April 2024' },
  // Pull request 2283 of 28 August 2024, into release-4.17. Release 1.0 is from June 2024.
  { version: [4, 17], release: '1.0', upstream: 'August 2024' },
  // Pull request 2349 of 12 November 2024. Policies of EgressIPs had no ids yet, as in 1.0. A merge of 4.19 came a year
  // later (2777).
  { version: [4, 18], release: '1.0', upstream: 'November 2024' },
  // Pull request 2660 of 9 July 2025, a merge of 4.20. Release 1.1 is from August 2025.
  { version: [4, 19], release: '1.1', upstream: 'July 2025' },
  // Between pull request 2660 and the general availability in October 2025. Derived only from the date.
  { version: [4, 20], release: '1.1', upstream: 'summer 2025' },
  // Before pull request 3050 of March 2026, a first merge of 4.22. Release 1.2 is from December 2025. Derived only from
  // the date.
  { version: [4, 21], release: '1.2', upstream: 'winter 2025' },
  // Pull request 3232 of 5 June 2026. Release 1.3 is from May 2026.
  { version: [4, 22], release: '1.3', upstream: 'June 2026' },
];
