import { readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from '../package-folder.js';

/** Folder of the bundled files of `src/report/page`. */
const FOLDER = new URL('dist/report/', PACKAGE_FOLDER);

/** The script and the style sheet of the page. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** Reads the bundled files of the page. */
export function readPageFiles(): PageFiles {
  const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
  return { script: read('page.js'), style: read('page.css') };
}
