import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Chunks, toChunks } from '../../src/std/byte-writer.js';

/** Path → text. */
export type Files = Readonly<Record<string, string>>;

/** Artefacts of these texts, with the index that lists them. */
export function artefacts(files: Files): { path: string; content: Chunks }[] {
  const list = Object.keys(files).map((path) => ({ path, sha256: '' }));
  const index = JSON.stringify({ weir: 1, artefacts: list });
  return Object.entries({ ...files, 'index.json': index }).map(([path, text]) => ({ path, content: toChunks(text) }));
}

/** Every file below a folder with its text. */
export function contents(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** The same without the index. */
export function withoutIndex(folder: string): Files {
  return Object.fromEntries(Object.entries(contents(folder)).filter(([path]) => path !== 'index.json'));
}
