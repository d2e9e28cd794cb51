import type { FindingDefinition } from '../model/catalogue.js';
import type { Findings } from '../model/diagnostic.js';

/** What a renderer may need besides the diagnostics. */
export interface RenderOptions {
  /** True if the output may hold ANSI colours. */
  readonly color: boolean;
  /** Weir's own version. */
  readonly version: string;
  /** What is constant of the findings. */
  readonly definitions: readonly FindingDefinition[];
}

/** Turns findings into one text that ends with a line break, or is empty; it says how many are not shown. */
export type Renderer = (findings: Findings, options: RenderOptions) => string;

/** What to do about findings that are not shown. */
export const SHOW_ALL = 'fix the first ones; `weir check --max-findings 0` shows all';

/** Where findings about the input as a whole are shown in a format that wants a file of each: the one that names the input. */
export const FILE_OF_NONE = 'weir.yaml';
