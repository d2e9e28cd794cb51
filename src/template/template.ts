import type * as Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PACKAGE_FOLDER } from '../package-folder.js';

/** The templates are part of the package. */
const FOLDER = new URL('templates/', PACKAGE_FOLDER);

/**
 * Returns a function that fills in a template of the package, `<name>.hbs`, which is read when it is first used: a program
 * that only imports Weir reads no file. Values are written as they are: give only what means nothing to the format
 * (numbers, addresses, checked names). A field that the values lack is a bug and throws.
 */
export function loadTemplate(name: string): (values: object) => string {
  let render: ((values: object) => string) | undefined;
  return (values) => (render ??= compileTemplate(name))(values);
}

/** Handlebars is loaded with the first template: most runs fill in none. */
function compileTemplate(name: string): (values: object) => string {
  const { create } = createRequire(import.meta.url)('handlebars') as typeof Handlebars;
  const text = readFileSync(new URL(`${name}.hbs`, FOLDER), 'utf8');
  return create().compile<object>(text, { noEscape: true, strict: true, knownHelpersOnly: true });
}
