/** Where merge requests are reviewed, and CI runs. */
export const HOSTINGS = ['github', 'gitlab'] as const;
export type Hosting = (typeof HOSTINGS)[number];
