import { createRequire } from 'node:module';
import type * as JsYaml from 'js-yaml';

/**
 * CommonJS build of js-yaml. Frequent calls of its ES module are three times as slow. It copies options by `...`, which
 * gives the parser's state a shape that V8 does not optimise.
 */
export const { CHOMPING_MODE, COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents } =
  createRequire(import.meta.url)('js-yaml') as typeof JsYaml;
