import { readFileSync } from 'node:fs';
import { PACKAGE_FOLDER } from '../package-folder.js';

/** What is built of `src/report/page`. */
const FOLDER = new URL('dist/report/', PACKAGE_FOLDER);

/** The program and the looks of the page. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** Reads what the build has bundled for the page. */
export function readPageFiles(): PageFiles {
  const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
  return { script: read('page.js'), style: read('page.css') };
}
