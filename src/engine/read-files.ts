import type { SourceFile } from '../model/manifest.js';
import { sameItems } from '../std/same-items.js';
import { divide, isChosen } from './chunks.js';
import type { Query, QueryInput } from './query.js';

/** The files that are read. */
export const readFiles: QueryInput<readonly SourceFile[]> = { name: 'files', same: sameItems };

/** Number of files in a chunk, on average. */
const FILES_IN_CHUNK = 256;

/** The same in chunks: divided once for all that is made of them. */
export const filesInChunks: Query<undefined, readonly (readonly SourceFile[])[]> = {
  name: 'files in chunks',
  run: (db, _, before) => divide(db.read(readFiles), ({ path }) => isChosen(path, FILES_IN_CHUNK), before),
  same: sameItems,
};
