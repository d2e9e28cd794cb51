import { release11 } from './1.1.js';
import { differFrom } from './difference.js';

/** The tag v1.0.0. */
export const release10 = differFrom(release11, {
  name: '1.0',
  ovnSchemaVersion: '7.3.0',
});
