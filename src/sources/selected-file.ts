import type { Report } from '../model/diagnostic.js';
import type { Decoded } from './decode.js';

/** What a file held when it was read, or why it cannot be read. */
export type FileContent = { readonly size: number; readonly decoded: Decoded } | { readonly unreadable: Report };

/** A file that globs select. */
export interface SelectedFile {
  /** The path by which it is shown. */
  readonly path: string;
  /** The absolute path where it is. */
  readonly place: string;
  /** Undefined until it is read, and after each change of it. */
  content: FileContent | undefined;
}
