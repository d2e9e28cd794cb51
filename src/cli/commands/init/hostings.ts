/** Hosting services with merge requests and CI. */
export const HOSTINGS = ['github', 'gitlab'] as const;
export type HostingName = (typeof HOSTINGS)[number];
