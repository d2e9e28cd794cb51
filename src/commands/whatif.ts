import { read } from '../1-read/read.js';
import { suggest } from '../2-validate/suggest.js';
import { readNode } from '../3-resolve/node.js';
import { order } from '../diagnostics/order.js';
import { placeReports } from '../diagnostics/place.js';
import { makeVisible } from '../diagnostics/visible.js';
import { lookAheadAddresses } from '../kinds/egress-ip/what-if.js';
import { lookAheadServices } from '../kinds/egress-service/what-if.js';
import { kinds } from '../kinds/index.js';
import { foreignKinds, inventoryKinds } from '../kinds/inventory.js';
import { type ChangeNodes, addNodes, drainNode } from '../kinds/node-change.js';
import type { Outlook } from '../kinds/outlook.js';
import type { Node } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Report } from '../model/diagnostic.js';
import type { Manifest } from '../model/manifest.js';
import { readFile } from '../sources/collect.js';
import { renderDiagnostics } from './diagnostics.js';
import type { InputOptions } from './input.js';
import { readPrepared } from './prepared.js';
import { renderOutlooks } from './whatif-text.js';

export interface WhatIfOptions extends InputOptions {
  /** A node that takes no egress addresses and no EgressServices any more. */
  readonly drain?: string;
  /** A file with Node objects. */
  readonly addNode?: string;
  readonly format: string;
}

/**
 * `weir whatif`: which egress addresses and which hosts of EgressServices move, which have nowhere to go, and what the
 * loss of any one node would then mean.
 * Exit code 0, or 1 for problems in the input.
 */
export async function whatIfCommand({ drain, addNode, format, ...input }: WhatIfOptions): Promise<number> {
  const prepared = await readPrepared(input);
  if (!prepared) return 1;
  const { manifests, context } = prepared;
  if (drain !== undefined && !context.cluster.nodeByName.has(drain)) {
    process.stderr.write(`weir: there is no node ${makeVisible(drain)} in the inventory\n`);
    return 1;
  }
  const added = addNode === undefined ? [] : readNodes(addNode, context.configuration);
  if (!added) return 1;
  const change: ChangeNodes = (nodes) => {
    const all = addNodes(added)(nodes);
    return drain === undefined ? all : drainNode(drain)(all);
  };
  const ofKind = (name: string): readonly Manifest[] => manifests.filter(({ kind }) => kind === name);
  const addresses = lookAheadAddresses(ofKind('EgressIP'), context, change);
  const services = lookAheadServices(ofKind('EgressService'), context, change);
  const json = (): string =>
    JSON.stringify(
      { ...nameCounts(addresses, 'addresses'), egressServices: nameCounts(services, 'services') },
      null,
      2,
    );
  process.stdout.write(format === 'json' ? `${json()}\n` : renderOutlooks(addresses, services));
  return 0;
}

/** An outlook in which the losses say what it is that they count. */
function nameCounts<Item>({ losses, ...rest }: Outlook<Item>, name: string): object {
  return { ...rest, losses: losses.map(({ node, count, stranded }) => ({ node, [name]: count, stranded })) };
}

/** The nodes in a file; undefined, with the errors on standard error, when it cannot be read or has none. */
function readNodes(path: string, configuration: Configuration): readonly Node[] | undefined {
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const source = readFile('.', path);
  reports.push(...source.reports);
  const known = { compiled: kinds, inventory: inventoryKinds, foreign: foreignKinds, suggest };
  const { inventory } = read(source.files, known, source.reports.length > 0 ? () => undefined : report);
  const nodes = inventory
    .filter(({ kind }) => kind === 'Node')
    .map((manifest) => readNode(manifest, configuration.nodes.get(manifest.name) ?? [], report));
  process.stderr.write(renderDiagnostics(order(placeReports(reports)), 'text', process.stderr));
  if (reports.some(({ severity }) => severity === 'error')) return undefined;
  if (nodes.length > 0) return nodes;
  process.stderr.write(`weir: there is no Node in ${makeVisible(path)}\n`);
  return undefined;
}
