import type { Artefact } from '../../model/artefact.js';
import { readChunks } from '../../std/byte-writer.js';
import type { Both } from '../../traffic/side.js';
import type { FileChange } from './change.js';

/** Returns the node files whose content differs: `routes.json` item by item, rulesets line by line. */
export function compareFiles({ before, after }: Both<readonly Artefact[]>): FileChange[] {
  const [left, right] = [nodeFilesOf(before), nodeFilesOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((path): FileChange[] => {
    const [old, now] = [itemsOf(path, left.get(path)), itemsOf(path, right.get(path))];
    const [removed, added] = [without(old, now), without(now, old)];
    return removed.length + added.length > 0 ? [{ node: path.split('/')[1] ?? '', path, added, removed }] : [];
  });
}

/** Returns the files of nodes by path, except batch files for `ip -batch`, which repeat `routes.json`. */
function nodeFilesOf(artefacts: readonly Artefact[]): Map<string, Artefact> {
  const own = artefacts.filter(({ path }) => path.startsWith('nodes/') && !path.endsWith('.batch'));
  return new Map(own.map((artefact) => [artefact.path, artefact]));
}

function itemsOf(path: string, artefact: Artefact | undefined): string[] {
  if (!artefact) return [];
  const text = readChunks(artefact.content);
  if (!path.endsWith('.json'))
    return text
      .split('\n')
      .map((line) => line.trim().replace(/,$/, ''))
      .filter(isStatement);
  const sections = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return sections.flatMap(([section, items]) =>
    Array.isArray(items)
      ? items.map((item) => `${section} ${JSON.stringify(item)}`)
      : Object.entries(items as object).map(([key, value]) => `${section} ${key} = ${JSON.stringify(value)}`),
  );
}

/** Returns true if a line is neither empty, nor a comment, nor a closing brace. */
function isStatement(line: string): boolean {
  return line !== '' && line !== '}' && !line.startsWith('#');
}

/** Returns the items that occur more often in a list than in another, once for each additional occurrence. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1);
  return items.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}
