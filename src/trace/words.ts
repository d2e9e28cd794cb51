import type { PathStage, Path } from './path.js';

/** Maximum number of lines of a path. Stages without a deciding resource are omitted first. */
const MAX_LINES = 10;

/** Returns the end of a path as a text: `leaves node worker-b from 192.168.10.12 to 192.168.10.1`. */
export function describeEnd({ verdict, end, arrived }: Path): string {
  if (verdict === 'unknown') return 'unknown';
  if (verdict === 'rejected') return 'rejected';
  if (verdict === 'dropped') return arrived ? 'delivered, but its replies are dropped' : 'dropped';
  const dscp = end.packet.dscp === 0 ? '' : `, DSCP ${end.packet.dscp}`;
  if (end.type === 'pod') return `delivered to pod ${end.name}${dscp}`;
  if (end.type === 'node') return `delivered to the host of node ${end.name}${dscp}`;
  if (end.type === 'router') return `answered by router ${end.name}`;
  const unknown = new Set(end.unknown ?? []);
  const source = unknown.has('source') ? 'from an unknown address' : `from ${end.packet.source}`;
  const hop = unknown.has('next hop') ? ' to an unknown next hop' : ` to ${end.nextHop ?? end.name}`;
  return `leaves node ${end.node ?? ''} ${source}${hop}${dscp}`;
}

/**
 * Returns the stages of a path, one per line. `nameDecider` returns the name of the deciding object of a stage, if any.
 */
export function describeStages(stages: readonly PathStage[], nameDecider: (stage: PathStage) => string): string[] {
  return selectStages(stages).map((stage) => {
    const by = stage.decidedBy ? ` by ${nameDecider(stage)}` : '';
    const row = stage.row ? ` [${stage.row.table} ${stage.row.key}]` : '';
    return `${stage.stage.padEnd(16)} ${stage.at}: ${stage.text}${by}${row}`;
  });
}

function selectStages(stages: readonly PathStage[]): readonly PathStage[] {
  if (stages.length <= MAX_LINES) return stages;
  const decided = stages.filter(({ decidedBy }, index) => decidedBy !== undefined || index === stages.length - 1);
  return decided.slice(-MAX_LINES);
}
