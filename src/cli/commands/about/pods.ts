import type { CompileInput } from '../../../compile/compile-input.js';
import { prepare } from '../../../compile/prepare.js';
import type { EffectiveEgress } from '../../../egress/effective.js';
import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Reporter } from '../../../model/diagnostic.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import { type PodPeer, matchPods } from '../../../selectors/peer.js';
import { listNames } from '../../../std/list-text.js';
import { plural } from '../../../std/plural.js';
import { joinOutside } from '../../../traffic/flows/join.js';
import type { Flow } from '../../../traffic/flows/list.js';
import { egressData } from '../egress/data.js';
import { findEgressIn } from '../egress/find.js';
import { UNKNOWN, textsOfSources } from '../egress/words.js';
import { createFlowFinder } from '../flows/find-flows.js';
import { askFor } from '../flows/peer-matcher.js';
import { flowData, flowLine } from '../flows/render.js';
import { dataOfConcerns, findConcerns, linesOfConcerns } from './concerns.js';
import type { SubjectAnswer } from './answer.js';
import type { InterpretedInput } from './side.js';

/** A word for pods, and its meaning. */
export interface NamedPods {
  readonly word: string;
  readonly peer: PodPeer;
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

/** Explains pods: how they leave, their connections, and what applies to them. Returns undefined if there are none. */
export function explainPods(
  { word, peer }: NamedPods,
  input: CompileInput,
  found: InterpretedInput,
  report: Reporter,
): SubjectAnswer | undefined {
  const traffic = collectTraffic(input, { word, peer }, report);
  if (traffic.pods.length === 0) return undefined;
  const pods = new Set(selectPods(found.side.cluster, peer));
  const spaces = [...new Set([...pods].map(({ namespace }) => namespace))];
  const isNamespace = peer.type === 'name' || peer.type === 'namespace';
  const objects = isNamespace ? spaces.map((name) => ({ kind: 'Namespace', namespace: '', name })) : [];
  const about = findConcerns(found, { pods, egress: traffic.egress, objects });
  return {
    lines: [
      ...linesOf(word, traffic),
      ...linesOfConcerns(about, found.folder),
      '',
      `the rules: weir list flows --explain --from '${word}', or --to '${word}'`,
    ],
    data: { ...dataOf(word, traffic), ...dataOfConcerns(about, found.folder) },
    remarks: traffic.remarks,
  };
}

/** Returns the pods of a peer that have not completed. */
function selectPods({ podsByNamespace }: Cluster, peer: PodPeer): Pod[] {
  const isMeant = matchPods(peer);
  return [...podsByNamespace.values()].flat().filter((pod) => !pod.completed && isMeant(pod));
}

function collectTraffic(input: CompileInput, { word, peer }: NamedPods, report: Reporter): PeerTraffic {
  const prepared = prepare(input, report, () => undefined);
  const { cluster } = prepared.context;
  const pods = selectPods(cluster, peer);
  if (pods.length === 0) return { pods: [], egress: [], sends: [], receives: [], remarks: [] };
  const names = new Set(pods.map(pathOfName));
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
      entry.pods.some((name) => names.has(pathOfName({ namespace: entry.namespace, name }))),
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
