import { renderCodeClimate } from './code-climate.js';
import { renderGitHub } from './github.js';
import { renderFindingsJson } from './json.js';
import { renderFindingsJUnit } from './junit.js';
import type { Renderer } from './renderer.js';
import { renderSarif } from './sarif.js';
import { renderFindingsText } from './text.js';

/** Output formats of diagnostics by their name on the command line. The first is the default. */
export const FORMATS: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ['text', renderFindingsText],
  ['json', renderFindingsJson],
  ['github', renderGitHub],
  ['sarif', renderSarif],
  ['junit', renderFindingsJUnit],
  ['codeclimate', renderCodeClimate],
]);
