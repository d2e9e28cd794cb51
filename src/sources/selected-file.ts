import type { Report } from '../model/diagnostic.js';
import type { Decoded } from './decode.js';

/** The content of a file when it was read, or the report why it cannot be read. */
export type FileContent = { readonly size: number; readonly decoded: Decoded } | { readonly unreadable: Report };

/** A file that globs select. */
export interface SelectedFile {
  /** Path that is shown. */
  readonly path: string;
  /** Absolute path that is read. */
  readonly place: string;
  /** Unset until the file is read, and after each change. */
  content: FileContent | undefined;
}
