import { readManifests } from '../../../compile/1-read/read.js';
import { suggestionText } from '../../../std/suggest.js';
import { readNode } from '../../../compile/3-index/node.js';
import { printJson, printLines, printMessage } from '../../process/print.js';
import { boundFindings } from '../../../diagnostics/collect.js';
import { kinds } from '../../../kinds/index.js';
import { knownKinds } from '../../../kinds/known.js';
import { inputOf, isEnabled } from '../../../kinds/contract/manifests-of.js';
import type { ChangeNodes } from '../../../kinds/contract/kind-placement.js';
import { addNodes, drainNode } from '../../../kinds/shared/node-change.js';
import type { Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Report } from '../../../model/diagnostic.js';
import { readFile } from '../../../sources/collect.js';
import { MAX_FINDINGS, printFindings } from '../../run/diagnostics.js';
import type { InputOptions } from '../../run/input.js';
import { readPrepared } from '../../run/prepared.js';

export interface WhatIfOptions extends InputOptions {
  /** A node to drain: it hosts no egress addresses and no EgressServices. */
  readonly drain?: string;
  /** A file with Node objects. */
  readonly addNode?: string;
  readonly format: string;
}

/**
 * Runs `weir whatif`: prints the egress addresses and EgressService hosts that move or are unplaced, and then the
 * impact of losing each node. Returns exit code 0, or 1 for errors in the input.
 */
export async function whatIfCommand({ drain, addNode, format, ...input }: WhatIfOptions): Promise<number> {
  const prepared = await readPrepared(input);
  if (!prepared) return 1;
  const { context } = prepared;
  const { nodeByName } = context.cluster;
  if (drain !== undefined && !nodeByName.has(drain)) {
    printMessage(`no node ${drain} in the inventory${suggestionText(drain, [...nodeByName.keys()])}`);
    return 1;
  }
  const added = addNode === undefined ? [] : readNodes(addNode, context.configuration);
  if (!added) return 1;
  const change: ChangeNodes = (nodes) => {
    const all = addNodes(added)(nodes);
    return drain === undefined ? all : drainNode(drain)(all);
  };
  const answers = kinds.flatMap((kind) => {
    const input = isEnabled(kind, context.configuration) ? prepared : { manifests: [], context };
    return kind.placement ? [kind.placement.whatIf(inputOf(kind, input), change)] : [];
  });
  if (format === 'json') printJson(Object.assign({}, ...answers.map(({ data }) => data)));
  else printLines(answers.flatMap(({ lines }, index) => (index > 0 && lines.length > 0 ? ['', ...lines] : lines)));
  return 0;
}

/**
 * Reads the Nodes in a file. Returns undefined if it cannot be read or has none, and prints the errors to standard
 * error.
 */
function readNodes(path: string, configuration: Configuration): readonly Node[] | undefined {
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const source = readFile('.', path);
  reports.push(...source.reports);
  const { inventory } = readManifests(source.files, knownKinds, source.reports.length > 0 ? () => undefined : report);
  const nodes = inventory
    .filter(({ kind }) => kind === 'Node')
    .map((manifest) => readNode(manifest, configuration.nodes.get(manifest.name) ?? [], configuration.release, report));
  printFindings(boundFindings(reports, MAX_FINDINGS), 'text', 'stderr');
  if (reports.some(({ severity }) => severity === 'error')) return undefined;
  if (nodes.length > 0) return nodes;
  printMessage(`no Node found in ${path}`);
  return undefined;
}
