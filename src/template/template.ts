import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** The templates are part of the package, beside the folder of the sources or of what they are built to. */
const FOLDER = new URL('../../templates/', import.meta.url);

/**
 * Returns a function that fills in a template of the package, `<name>.hbs`, which is read when it is first used: a program
 * that only imports Weir reads no file. Values are written as they are: give only what means nothing to the format
 * (numbers, addresses, checked names). A field that the values lack is a bug and throws.
 */
export function loadTemplate(name: string): (values: object) => string {
  let render: ((values: object) => string) | undefined;
  return (values) => (render ??= compileTemplate(name))(values);
}

function compileTemplate(name: string): (values: object) => string {
  const text = readFileSync(new URL(`${name}.hbs`, FOLDER), 'utf8');
  return Handlebars.create().compile<object>(text, { noEscape: true, strict: true, knownHelpersOnly: true });
}
