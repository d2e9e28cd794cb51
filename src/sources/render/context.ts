import type { Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import type { SourceResult } from '../source.js';

/** What a source is read from: a work tree or a revision. */
export interface RenderContext {
  /** The folder of weir.yaml, absolute. */
  readonly root: string;
  /** The top of its repository, which nothing may leave. */
  readonly top: string;
  /** Reads the files of a glob that is relative to `root`. */
  readonly read: (glob: string, isWanted?: 'wanted') => Promise<SourceResult>;
}

/** A rendered text, or why there is none. */
export interface RenderedSource {
  readonly file?: SourceFile;
  readonly reports: readonly Report[];
}
