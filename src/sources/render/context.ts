import type { Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import type { SourceResult } from '../source.js';

/** Context for reading sources from a working tree or a revision. */
export interface RenderContext {
  /** Absolute path of the folder of weir.yaml. */
  readonly root: string;
  /** Root of its repository, which no source may leave. */
  readonly top: string;
  /** Reads the files of a glob that is relative to `root`. */
  readonly read: (glob: string, isWanted?: 'wanted') => Promise<SourceResult>;
}

/** A rendered text, or the reports why there is none. */
export interface RenderedSource {
  readonly file?: SourceFile;
  readonly reports: readonly Report[];
}
