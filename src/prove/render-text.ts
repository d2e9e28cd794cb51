import type { Pod } from '../model/cluster.js';
import type { Position } from '../model/diagnostic.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { DecidingRow, Proof, ProofDifference, ProofPacket } from './proof.js';
import { COVERED } from './prove.js';
import { listNames } from '../std/list-text.js';
import { plural } from '../std/plural.js';
import type { DeciderPositions } from '../trace/query/ask.js';
import type { Decider } from '../traffic/change.js';
import { formatSampleTransport } from '../traffic/sample.js';

/** Maximum number of differences and of names shown as text. */
const MAX_DIFFERENCES = 20;
const MAX_NAMES = 3;

/** Renders a proof, or the packets that differ, as text. */
export function renderProofText(proof: Proof, places: DeciderPositions): string[] {
  const { pods, classes, differences, uncompared } = proof;
  const shown = differences.slice(0, MAX_DIFFERENCES).flatMap((one) => [...renderDifference(one, places), '']);
  const left = differences.length - MAX_DIFFERENCES;
  const scope = `${plural(pods, 'pod')}, ${plural(classes, 'class', 'classes')} of packets`;
  return [
    ...shown,
    ...(left > 0 ? [`… and ${left} more (all: --format json)`, ''] : []),
    differences.length === 0
      ? `proven for ${scope}`
      : `not proven: ${plural(differences.length, 'difference')} among ${scope}`,
    `compared: ${COVERED.join(', ')}`,
    ...uncompared.map((one) => `not compared: ${listPods(one.pods)}: ${one.reason}`),
  ];
}

function renderDifference({ packet, pods, resources, rows }: ProofDifference, places: DeciderPositions): string[] {
  const byRules = resources.by.map(
    (one) => ` by ${nameRule(one)}${locate(places({ ...one.cause, cause: one.cause }))}`,
  );
  const byRows = rows.by.map((one) => ` by ${nameRow(one)}${locate(one.decidedBy && places(one.decidedBy))}`);
  return [
    `${namePacket(packet)}${pods.length > 1 ? ` (and packets of ${plural(pods.length - 1, 'other pod')})` : ''}`,
    `  resources: ${resources.text}${byRules.join(',') || ', no rule matches'}`,
    `  rows:      ${rows.text}${byRows.join(',') || ', no row matches'}`,
  ];
}

function namePacket(packet: ProofPacket): string {
  if (packet.direction === 'outside') {
    return `outside → ${packet.address} ${formatSampleTransport(packet)} at node ${packet.node}`;
  }
  const { pod, direction, address, peer, name, ...transport } = packet;
  const own = namePod(pod);
  const other = name ?? (peer ? `${peer.namespace}/${peer.name} (${address})` : address);
  const [from, to] = direction === 'to' ? [own, name === undefined ? other : `an answer of ${other}`] : [other, own];
  return `${from} → ${to} ${formatSampleTransport(transport)}`;
}

/** Returns `<namespace>/<name>`. */
export function namePod({ namespace, name }: Pod): string {
  return `${namespace}/${name}`;
}

function listPods(pods: readonly Pod[]): string {
  return listNames(pods.map(namePod), MAX_NAMES);
}

function nameRule({ cause, text }: Decider): string {
  return `${titleOf(cause.kind, cause)}${text === '' ? '' : ` '${text}'`}`;
}

function nameRow({ row, decidedBy }: DecidingRow): string {
  const owner = decidedBy ? ` of ${titleOf(decidedBy.kind, decidedBy)}` : '';
  return `${row ? `${row.table} ${row.key} in zone ${row.zone}` : 'a row'}${owner}`;
}

function locate(at: Position | undefined): string {
  return at ? ` (${at.file}:${at.line}:${at.column})` : '';
}
