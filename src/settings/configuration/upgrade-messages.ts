import { defineFinding } from '../../model/catalogue.js';

/** What `weir diff --upgrade` advises to do with settings. */
export const messages = {
  pinnedSchema: defineFinding({
    code: 'upgrade/pinned-schema',
    severity: 'warning',
    summary: 'The configuration sets the Northbound schema of the release before the upgrade.',
    why: 'The new release has a different schema, so rows for the old schema lack columns.',
    fix: 'remove ovnSchemaVersion when the cluster is upgraded, or set it to the version of the new database',
    message: (version: string, release: string, shipped: string) =>
      `'ovnSchemaVersion' is ${version}, expected ${shipped} of ${release}`,
  }),
};
