import type { CompileInput } from '../../compile/compile-input.js';
import type { Reporter } from '../../model/diagnostic.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import { createEngine } from '../../engine/engine.js';
import { type Peer, type PodPeer, isPodPeer, parsePeer } from '../../selectors/peer.js';
import { suggestionText } from '../../std/suggest.js';
import { pathFromHere } from '../process/folder.js';
import { printJson, printLines, printMessage } from '../process/print.js';
import type { SubjectAnswer } from './about/answer.js';
import { explainHost } from './about/host.js';
import { explainNode } from './about/node.js';
import { explainPods } from './about/pods.js';
import { explainService } from './about/service.js';
import { interpretInput } from './about/side.js';
import type { InputOptions, ReadInput } from '../run/input.js';
import { readValid } from '../run/prepared.js';

export interface ExplainPeerOptions extends InputOptions {
  /** A peer that selects pods, see `parsePeer`. */
  readonly word: string;
  /** Codes of all findings, for suggestions. */
  readonly codes: readonly string[];
  readonly format: string;
  /** Answers instead if the input has nothing of the name. If unset, the command fails. */
  readonly fallback?: () => Promise<number>;
}

/**
 * Runs `weir explain shop/web`: prints the egress, the outgoing and incoming connections, and what applies to the pods
 * of a workload, a namespace or a label selector. A node, a Service and a host have answers of their own. Returns exit
 * code 0, or 1 for errors in the input or a word that names nothing.
 */
export async function explainPeerCommand({
  word,
  codes,
  format,
  fallback,
  ...options
}: ExplainPeerOptions): Promise<number> {
  const peer = parsePeer(word);
  if (typeof peer === 'string' || !isExplained(peer)) {
    printMessage(
      typeof peer === 'string' ? peer : `${word} selects no pods, use \`weir list flows\` or \`weir trace\``,
    );
    return 1;
  }
  const found = await readValid({ ...options, allowEmpty: true }, (input, report, read) => ({
    answer: answerPeer({ word, peer }, input, { report, read }),
  }));
  if (!found) return 1;
  const { answer } = found;
  if (!answer && fallback) return fallback();
  if (!answer) {
    const near = suggestionText(word, codes) || ', name an object by kind and name';
    printMessage(`no finding, workload, pod or namespace is called '${word}'${near}`);
    return 1;
  }
  answer.remarks?.forEach(printMessage);
  if (format === 'json') printJson(answer.data);
  else printLines([...answer.lines]);
  return 0;
}

const PEER_KINDS = [
  'pod',
  'node',
  'namespace',
  'service',
  'deployment',
  'statefulset',
  'daemonset',
  'replicaset',
  'job',
  'cronjob',
];

/** Returns true for a kind whose objects are explained as peers: pods, and what runs or serves them. */
export function isPeerKind(kind: string): boolean {
  return PEER_KINDS.includes(kind.toLowerCase());
}

/** A peer that is one subject. */
type ExplainedPeer = PodPeer | Extract<Peer, { readonly type: 'service' | 'node' }>;

function isExplained(peer: Peer): peer is ExplainedPeer {
  return isPodPeer(peer) || peer.type === 'service' || peer.type === 'node';
}

interface PeerQuery {
  readonly word: string;
  readonly peer: ExplainedPeer;
}

/** Answers about pods, or about a node, Service or host. Returns undefined if the input has nothing of the name. */
function answerPeer(
  { word, peer }: PeerQuery,
  input: CompileInput,
  { report, read }: { readonly report: Reporter; readonly read: ReadInput },
): SubjectAnswer | undefined {
  const folder = pathFromHere(read.root);
  // What is read and validated for the findings is not read again for the flows.
  const engine = createEngine();
  const about = interpretInput(read, folder, engine);
  if (!about) return undefined;
  if (peer.type === 'service') return explainService(about, input, pathOfName(peer));
  if (peer.type === 'node') return explainNode(about, peer.name);
  const pods = explainPods({ word, peer }, { ...input, engine }, about, report);
  if (pods) return pods;
  if (peer.type === 'object') return explainService(about, input, pathOfName(peer));
  return peer.type === 'name' ? (explainNode(about, peer.name) ?? explainHost(about, peer.name)) : undefined;
}
