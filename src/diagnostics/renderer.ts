import type { Diagnostic } from '../model/diagnostic.js';

/** What a renderer may need besides the diagnostics. */
export interface RenderOptions {
  /** Whether the output may hold ANSI colours. */
  readonly color: boolean;
  /** Weir's own version. */
  readonly version: string;
}

/** Turns ordered diagnostics into one text that ends with a line break, or is empty. */
export type Renderer = (diagnostics: readonly Diagnostic[], options: RenderOptions) => string;
