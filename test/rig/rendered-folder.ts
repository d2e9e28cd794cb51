import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emitIndex } from '../../src/5-emit/index-file.js';
import { toChunks } from '../../src/text/byte-writer.js';

/**
 * Writes files (path and text) with an index that lists them, as `weir compile` leaves them behind. `sources`: the
 * resources that all of them come from. Files of earlier calls that are not given again stay, and are not listed.
 */
export function writeRenderedFolder(
  folder: string,
  files: Iterable<readonly [path: string, text: string]>,
  sources: readonly string[] = [],
): void {
  const artefacts = Array.from(files, ([path, text]) => ({ path, content: toChunks(text), sources, counts: {} }));
  for (const { path, content } of [...artefacts, emitIndex(artefacts, '')]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.concat(content));
  }
}
