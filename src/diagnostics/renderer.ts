import type { FindingDefinition } from '../model/catalogue.js';
import type { Findings } from '../model/diagnostic.js';

/** Options of renderers. */
export interface RenderOptions {
  /** True if the output may contain ANSI colours. */
  readonly color: boolean;
  /** Weir's own version. */
  readonly version: string;
  /** Definitions of the findings. */
  readonly definitions: readonly FindingDefinition[];
}

/**
 * Renders findings as one text, which is empty or ends with a line break. It includes the number of findings that are
 * not shown.
 */
export type Renderer = (findings: Findings, options: RenderOptions) => string;

/** Help text for findings that are not shown. */
export const SHOW_ALL = 'fix the first ones; `weir check --max-findings 0` shows all';

/** File that is shown for findings about the input as a whole, in formats that require a file. */
export const FILE_OF_NONE = 'weir.yaml';
