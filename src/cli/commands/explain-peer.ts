import { type CompileInput, prepare } from '../../compile/compile.js';
import type { EffectiveEgress } from '../../egress/effective.js';
import type { Reporter } from '../../model/diagnostic.js';
import { type PodPeer, isPodPeer, matchPods, parsePeer } from '../../selectors/peer.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import { suggestionText } from '../../std/suggest.js';
import { joinOutside } from '../../traffic/flows/join.js';
import type { Flow } from '../../traffic/flows/list.js';
import { printJson, printLines, printMessage } from '../print.js';
import { egressData } from './egress/data.js';
import { findEgressIn } from './egress/find.js';
import { UNKNOWN, textsOfSources } from './egress/words.js';
import { createFlowFinder } from './flows/find-flows.js';
import { flowData, flowLine } from './flows/render.js';
import { askFor } from './flows/peer-matcher.js';
import type { InputOptions } from './input.js';
import { readValid } from './prepared.js';

export interface ExplainPeerOptions extends InputOptions {
  /** A peer that selects pods, see `parsePeer`. */
  readonly word: string;
  /** Codes of all findings, for suggestions. */
  readonly codes: readonly string[];
  readonly format: string;
}

/** The traffic of some pods. */
interface PeerTraffic {
  /** `<namespace>/<name>` of each pod. */
  readonly pods: readonly string[];
  readonly egress: readonly EffectiveEgress[];
  readonly sends: readonly Flow[];
  readonly receives: readonly Flow[];
  readonly remarks: readonly string[];
}

/**
 * Runs `weir explain shop/web`: prints the egress, and the outgoing and incoming connections, of a workload, a
 * namespace or a label selector. Returns exit code 0, or 1 for errors in the input or a word that selects no pods.
 */
export async function explainPeerCommand({ word, codes, format, ...options }: ExplainPeerOptions): Promise<number> {
  const peer = parsePeer(word);
  if (typeof peer === 'string' || !isPodPeer(peer)) {
    printMessage(
      typeof peer === 'string' ? peer : `${word} selects no pods, use \`weir list flows\` or \`weir trace\``,
    );
    return 1;
  }
  const found = await readValid({ ...options, allowEmpty: true }, (input, report) =>
    collectTraffic(input, { word, peer }, report),
  );
  if (!found) return 1;
  if (found.pods.length === 0) {
    const near = suggestionText(word, codes) || ', name an object by kind and name';
    printMessage(`no finding, workload, pod or namespace is called '${word}'${near}`);
    return 1;
  }
  found.remarks.forEach(printMessage);
  if (format === 'json') printJson(dataOf(word, found));
  else printLines(linesOf(word, found));
  return 0;
}

interface PeerQuery {
  readonly word: string;
  readonly peer: PodPeer;
}

function collectTraffic(input: CompileInput, { word, peer }: PeerQuery, report: Reporter): PeerTraffic {
  const prepared = prepare(input, report, () => undefined);
  const { cluster } = prepared.context;
  const isMeant = matchPods(peer);
  const pods = [...cluster.podsByNamespace.values()].flat().filter((pod) => !pod.completed && isMeant(pod));
  if (pods.length === 0) return { pods: [], egress: [], sends: [], receives: [], remarks: [] };
  const names = new Set(pods.map(({ namespace, name }) => `${namespace}/${name}`));
  const spaces = [...new Set(pods.map(({ namespace }) => namespace))];
  const findFlows = createFlowFinder(prepared, input, { withServices: false });
  const flowsOf = (side: 'from' | 'to') => {
    const asked = askFor(word);
    return findFlows(typeof asked === 'string' ? {} : { [side]: asked.isWanted });
  };
  const [sends, receives] = [flowsOf('from'), flowsOf('to')];
  const open = ({ flows }: { readonly flows: readonly Flow[] }) =>
    joinOutside(flows.filter(({ allow }) => allow.length > 0));
  return {
    pods: [...names],
    egress: findEgressIn(prepared, input, spaces).entries.filter((entry) =>
      entry.pods.some((name) => names.has(`${entry.namespace}/${name}`)),
    ),
    sends: open(sends),
    receives: open(receives),
    remarks: [...new Set([...sends.remarks, ...receives.remarks])],
  };
}

function linesOf(word: string, { pods, egress, sends, receives }: PeerTraffic): string[] {
  return [
    `${word}: ${plural(pods.length, 'pod')} (${listNames(pods)})`,
    '',
    'leaves the cluster',
    ...egress.flatMap(egressLines),
    '',
    'may connect to',
    ...flowLines(sends),
    '',
    'may be reached from',
    ...flowLines(receives),
    '',
    `the rules: weir list flows --explain --from '${word}', or --to '${word}'`,
  ];
}

function egressLines({ families, firewall, policies, pods }: EffectiveEgress): string[] {
  const limits = [...(firewall ? [`EgressFirewall: ${firewall.allow} allow, ${firewall.deny} deny`] : []), ...policies];
  return [
    ...families.map((egress) => {
      const by = egress.owners.length > 0 ? `, by ${listNames(egress.owners)}` : '';
      const at = listNames(egress.nodes) || UNKNOWN;
      return `  ${listNames(pods)}: from ${listNames(textsOfSources(egress)) || UNKNOWN} at node ${at}${by}`;
    }),
    ...limits.map((limit) => `    limited by ${limit}`),
  ];
}

function flowLines(flows: readonly Flow[]): string[] {
  return flows.length > 0 ? flows.map((flow) => `  ${flowLine(flow)}`) : ['  nothing'];
}

function dataOf(word: string, { pods, egress, sends, receives }: PeerTraffic): object {
  return { peer: word, pods, ...egressData(egress), sends: flowData(sends), receives: flowData(receives) };
}
