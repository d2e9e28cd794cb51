import { pathFromHere } from '../../process/folder.js';
import { printJson, printLines, printMessage } from '../../process/print.js';
import { joinOutside } from '../../../traffic/flows/join.js';
import type { InputOptions } from '../../run/input.js';
import { readValid } from '../../run/prepared.js';
import { explainLines } from './explain-text.js';
import { findFlows } from './find-flows.js';
import { describeUnknownPeer, flowData, flowLines } from './render.js';
import { askFor } from './peer-matcher.js';

export interface ListFlowsOptions extends InputOptions {
  /** Filter for sources and destinations, see `parsePeer`. If unset, all. */
  readonly from?: string;
  readonly to?: string;
  /** If true, prints the deciding rules, also for pairs without a connection. */
  readonly explain: boolean;
  /** If true, also lists Services as destinations. */
  readonly services: boolean;
  readonly format: string;
}

/**
 * Runs `weir list flows`: prints the allowed connections, by all resources that filter packets. Returns exit code 0, or
 * 1 for errors in the input and unknown peers, which go to standard error.
 */
export async function listFlowsCommand(given: ListFlowsOptions): Promise<number> {
  const { from, to, explain, services, format, ...options } = given;
  if (explain && format !== 'text') {
    printMessage(`--explain requires --format text, found ${format}`);
    return 1;
  }
  const [source, target] = [askFor(from, 'from'), askFor(to)];
  for (const problem of [source, target]) if (typeof problem === 'string') printMessage(problem);
  if (typeof source === 'string' || typeof target === 'string') return 1;
  const asked = [
    { option: '--from', word: from, ...source },
    { option: '--to', word: to, ...target },
  ];
  const wanted = { from: source.isWanted, to: target.isWanted };
  // A repository without resources has flows, too: all packets are allowed.
  const found = await readValid({ ...options, allowEmpty: true }, (input, report, { root, configurationFile }) => {
    const answer = findFlows(
      input,
      { wanted, withServices: services, hasSettings: configurationFile !== undefined },
      report,
    );
    return { ...answer, root, ipFamilies: input.configuration.ipFamilies };
  });
  if (!found) return 1;
  const { flows, remarks, root, ipFamilies } = found;
  for (const remark of remarks) printMessage(remark);
  const unknown = asked.filter(({ wasFound }) => !wasFound());
  for (const { option, word = '', names } of unknown) printMessage(describeUnknownPeer(option, word, names));
  if (unknown.length > 0) return 1;
  const folder = pathFromHere(root);
  const open = joinOutside(flows.filter(({ allow }) => allow.length > 0));
  if (explain) printLines(explainLines(flows, ipFamilies, folder));
  else if (format === 'json') printJson(flowData(open));
  else printLines(flowLines(open, format));
  return 0;
}
