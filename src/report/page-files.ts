import { readFileSync } from 'node:fs';

/** What is built of `src/report/page`: beside this file in the package, in `dist` from the sources. */
const FOLDER = new URL('../../dist/report/', import.meta.url);

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
