import { renderCodeClimate } from './code-climate.js';
import { renderGitHub } from './github.js';
import { renderJson } from './json.js';
import { renderJUnit } from './junit.js';
import type { Renderer } from './renderer.js';
import { renderSarif } from './sarif.js';
import { renderText } from './text.js';

/** Every output format of diagnostics by the name that the command line uses. The first is the default. */
export const FORMATS: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ['text', renderText],
  ['json', renderJson],
  ['github', renderGitHub],
  ['sarif', renderSarif],
  ['junit', renderJUnit],
  ['codeclimate', renderCodeClimate],
]);
