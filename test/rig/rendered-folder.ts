import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emitIndex } from '../../src/output-index/index-file.js';
import { toChunks } from '../../src/std/byte-writer.js';

/**
 * Writes files (path and text) with an index that lists them, as `weir compile` leaves them behind. `sources`: the
 * resources that all of them come from. Files of earlier calls that are not given again stay, and are not listed.
 * `zones` and `nodes`: names of those without files; those of files are the cluster's anyway.
 */
export function writeRenderedFolder(
  folder: string,
  files: Iterable<readonly [path: string, text: string]>,
  { sources = [], zones = [], nodes = [] }: Partial<Readonly<Record<'sources' | 'zones' | 'nodes', string[]>>> = {},
): void {
  const artefacts = Array.from(files, ([path, text]) => ({ path, content: toChunks(text), sources, counts: {} }));
  const namesIn = (role: string) =>
    artefacts.flatMap(({ path }) =>
      path.startsWith(role)
        ? (path
            .slice(role.length)
            .replace(/\.json$/, '')
            .split('/')[0] ?? [])
        : [],
    );
  const names = {
    zones: new Set([...zones, ...namesIn('northbound/zones/')]),
    nodes: new Set([...nodes, ...namesIn('nodes/')]),
  };
  for (const { path, content } of [...artefacts, ...emitIndex(artefacts, names, '')]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.concat(content));
  }
}
