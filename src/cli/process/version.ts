import { readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from '../../package-folder.js';

/** Version of this package. */
export const version = (
  JSON.parse(readFileSync(new URL('package.json', PACKAGE_FOLDER), 'utf8')) as { readonly version: string }
).version;
