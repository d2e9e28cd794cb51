import { compareText } from '../../std/compare-text.js';
import { plural } from '../../std/plural.js';
import type { ClusterName } from './clusters.js';

/** The output of a command for a cluster. */
export interface ClusterText {
  readonly name: ClusterName;
  readonly text: string;
}

/** A block of text that several clusters have, with a blank line around it. */
interface SharedBlock {
  readonly text: string;
  readonly names: readonly ClusterName[];
}

/**
 * Merges the reports of clusters: first the common blocks, then those of some clusters, then those of one. Clusters and
 * blocks keep their order.
 */
export function mergeTexts(texts: readonly ClusterText[]): string {
  const sections = new Map<string, { names: readonly ClusterName[]; blocks: string[] }>();
  for (const { text, names } of findBlocks(texts)) {
    const key = JSON.stringify(names);
    const section = sections.get(key) ?? { names, blocks: [] };
    section.blocks.push(text);
    sections.set(key, section);
  }
  const order = [...sections.values()].sort(
    (a, b) => b.names.length - a.names.length || compareText(a.names.join('\n'), b.names.join('\n')),
  );
  return order
    .flatMap(({ names, blocks }) => [describeClusters(names, texts.length), ...blocks])
    .map((block) => `${block}\n`)
    .join('\n');
}

/** Merges lines for programs, without duplicates. */
export function mergeLines(texts: readonly ClusterText[]): string {
  const lines = new Set(texts.flatMap(({ text }) => text.split('\n').filter((line) => line !== '')));
  return [...lines].map((line) => `${line}\n`).join('');
}

function findBlocks(texts: readonly ClusterText[]): readonly SharedBlock[] {
  const namesOf = new Map<string, Set<ClusterName>>();
  for (const { name, text } of texts) {
    for (const block of text.split(/\n{2,}/).map((one) => one.replace(/^\n+|\s+$/g, ''))) {
      if (block === '') continue;
      const names = namesOf.get(block) ?? new Set();
      namesOf.set(block, names.add(name));
    }
  }
  return [...namesOf].map(([text, names]) => ({ text, names: [...names] }));
}

function describeClusters(names: readonly ClusterName[], all: number): string {
  if (names.length === all && all > 1) return `# all ${plural(all, 'cluster')}`;
  return `# ${names.join(', ')}`;
}
