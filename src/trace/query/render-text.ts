import { titleOf } from '../../model/kubernetes-object.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import type { PacketTrace } from '../trace.js';
import type { PathStage, Path } from '../path.js';
import { describeEnd, describeStages } from '../words.js';
import type { About, DeciderPositions, TraceAnswer, TraceWording } from './ask.js';
import type { TraceGroup } from './groups.js';
import { type HintWording, hintFor } from './hint.js';

/** Maximum number of paths, groups and names shown. */
const MAX_SHOWN = 3;

/**
 * Renders the verdict and the path. If the outcomes of senders differ, renders each group with the path of its first
 * sender.
 */
export function renderTraceText({ about, groups }: TraceAnswer, wording: TraceWording): string[] {
  const shown = groups
    .slice(0, MAX_SHOWN)
    .flatMap((group, index) => [...(index > 0 ? [''] : []), ...renderGroup(about, group, groups.length > 1, wording)]);
  const left = groups.length - MAX_SHOWN;
  return left > 0 ? [...shown, '', `… and ${left} more outcomes (all: --format json)`] : shown;
}

function renderGroup({ transport }: About, group: TraceGroup, isOne: boolean, wording: TraceWording): string[] {
  const { senders, receivers, traces, paths } = group;
  const [{ sender, trace }] = traces;
  const { protocol, port } = transport;
  const target = `${listNames(receivers, MAX_SHOWN)} ${protocol === 'ICMP' ? 'ICMP' : `${port}/${protocol}`}`;
  const from = senders.length === 1 && !isOne ? sender.name : nameSenders(senders);
  return [`${from} → ${target}: ${describeVerdict(trace, paths)}`, ...renderPaths(paths, wording)];
}

/** Returns the names of the first senders of a group. Senders outside are named by their nodes. */
function nameSenders(senders: TraceGroup['senders']): string {
  const nodes = senders.flatMap(({ origin }) => (origin.type === 'outside' ? [origin.node] : []));
  if (nodes.length > 1) return `outside, at nodes ${listNames(nodes, MAX_SHOWN)}`;
  return listNames(
    senders.map(({ name }) => name),
    MAX_SHOWN,
  );
}

/** Returns the verdict of a group as a text. */
export function describeVerdict({ verdict }: PacketTrace, paths: TraceGroup['paths']): string {
  const [[first] = []] = paths;
  if (!first) return verdict;
  if (verdict === 'differs') return 'differs by connection';
  if (verdict === 'unknown' && paths.length > 1) return 'unknown';
  return paths.length === 1 ? describeEnd(first) : verdict;
}

function renderPaths(paths: TraceGroup['paths'], wording: TraceWording): string[] {
  const { places } = wording;
  const [[first, ...alike] = [], ...others] = paths;
  if (!first) return [];
  const isOne = others.length > 0;
  const total = paths.reduce((sum, group) => sum + group.length, 0);
  const head = isOne ? [`  ${shareOf(first, alike.length + 1, total)}: ${describeEnd(first)}`] : [];
  const rest = others.slice(0, MAX_SHOWN).map(([path, ...same]) => {
    const decider = path.stages.findLast(({ decidedBy }) => decidedBy);
    const by = decider?.decidedBy && path.verdict !== 'delivered' ? `, by ${nameDecider(decider, places)}` : '';
    return `  ${shareOf(path, same.length + 1, total)}: ${describeEnd(path)}${by}`;
  });
  const left = others.length - rest.length;
  return [
    ...head,
    ...describeStages(first.stages, (stage) => nameDecider(stage, places)).map((line) => `  ${line}`),
    ...hintLines(first, wording),
    ...rest,
    ...(left > 0 ? [`  … and ${left} more (all: --format json)`] : []),
  ];
}

function hintLines(path: Path, wording: HintWording): string[] {
  const hint = hintFor(path, wording);
  return hint === undefined ? [] : [`  hint: ${hint}`];
}

/** Returns the conditions of a path as a text. */
function shareOf({ choices }: Path, count: number, total: number): string {
  const unknown = choices.filter(({ type }) => type === 'unknown').map(({ text }) => text);
  if (unknown.length > 0) return `if ${unknown.join(' and ')}`;
  return `${count} of ${plural(total, 'path')}`;
}

function nameDecider({ decidedBy }: PathStage, places: DeciderPositions): string {
  if (!decidedBy) return '';
  const at = places(decidedBy);
  return `${titleOf(decidedBy.kind, decidedBy)}${at ? ` (${at.file}:${at.line}:${at.column})` : ''}`;
}
