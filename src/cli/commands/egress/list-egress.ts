import type { EffectiveEgress } from '../../../egress/effective.js';
import type { Family } from '../../../net/address.js';
import { formatGaps } from '../../../ovn-kubernetes/paths.js';
import { printJson, printLines, printMessage, printRendered } from '../../process/print.js';
import type { InputOptions } from '../../run/input.js';
import { readValid } from '../../run/prepared.js';
import { egressCSV } from './csv.js';
import { egressData } from './data.js';
import { findEgress, judgeGlobs } from './find.js';
import { drawGraph, renderEgressDot, renderMermaid } from './graph.js';
import { egressTable } from './table.js';

export const LIST_FORMATS = ['text', 'csv', 'json', 'dot', 'mermaid'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

export interface ListEgressOptions extends InputOptions {
  /** Globs of the namespaces to list. If empty, all. */
  readonly namespaces: readonly string[];
  readonly format: ListFormat;
}

/**
 * Runs `weir list`: prints the egress addresses, nodes, next hops, filters and marks of the pods of each namespace.
 * Returns exit code 0, or 1 for errors in the input and globs that match no namespace.
 */
export async function listEgressCommand({ namespaces, format, ...options }: ListEgressOptions): Promise<number> {
  const found = await readValid({ ...options, allowEmpty: true }, (input, report) => ({
    ...findEgress(input, namespaces, report),
    families: input.configuration.ipFamilies,
  }));
  if (!found) return 1;
  const unmatched = judgeGlobs(namespaces, found.namespaces);
  unmatched.forEach(printMessage);
  if (unmatched.length > 0) return 1;
  if (found.entries.length === 0) printMessage('no namespace in the inventory or the resources');
  if (found.missing.length > 0) printMessage(`the paths of some packets are unknown: ${formatGaps(found.missing)}`);
  print(found.entries, found.families, format);
  return 0;
}

function print(entries: readonly EffectiveEgress[], families: readonly Family[], format: ListFormat): void {
  switch (format) {
    case 'text':
      printLines(egressTable(entries, families));
      break;
    case 'csv':
      printRendered(egressCSV(entries));
      break;
    case 'json':
      printJson(egressData(entries));
      break;
    case 'dot':
      printRendered(renderEgressDot(drawGraph(entries)));
      break;
    case 'mermaid':
      printRendered(renderMermaid(drawGraph(entries)));
      break;
  }
}
