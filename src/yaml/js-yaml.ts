import { createRequire } from 'node:module';
import type * as JsYaml from 'js-yaml';

/**
 * js-yaml's CommonJS build. Its ES module is three times as slow where it is called often: a copy of options by `...` gives
 * the parser's state a shape that V8 does not optimise.
 */
export const { CHOMPING_MODE, COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents } =
  createRequire(import.meta.url)('js-yaml') as typeof JsYaml;
