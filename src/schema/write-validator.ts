import standalone from 'ajv/dist/standalone/index.js';
import { makeCompiler } from './compiler.js';
import type { JsonObject } from '../std/json.js';

/**
 * Returns the validator of a schema as a CommonJS module. It requires parts of ajv, and `./formats.js` and
 * `./repeated-entries.js` of this folder.
 */
export function writeValidator(schema: JsonObject): string {
  const compiler = makeCompiler({ source: true });
  return standalone.default(compiler, compiler.compile(schema));
}
