import type { ReleaseProfile } from '../../model/release.js';
import { HASHED_PORT_GROUPS } from '../port-groups.js';

/** The tag v1.3.0, May 2026. */
export const release13: ReleaseProfile = {
  name: '1.3',
  ovnSchemaVersion: '7.12.0',
  portGroups: HASHED_PORT_GROUPS,
};
