import { formatSocket } from '../net/address.js';
import { answers } from './packet.js';
import { type Progress, type StageName, pass } from './path.js';

/**
 * A reply where it comes through a place that has translated the packet that it answers: connection tracking takes that back.
 * As it was where the place did nothing of the sort, or the reply is not one to what left it.
 */
export function undo(
  sort: Extract<StageName, 'translation' | 'load-balancer' | 'host-translation'>,
  at: string,
  progress: Progress,
): Progress {
  const own = progress.request?.stages.filter((one) => one.stage === sort && one.at === at) ?? [];
  const done = own.findLast(({ after }) => answers(progress.packet, after));
  if (!done) return progress;
  const { before, row, decidedBy } = done;
  const stage = { stage: sort, at, ...(row ? { row } : {}), ...(decidedBy ? { decidedBy } : {}) } as const;
  if (sort === 'load-balancer') {
    const change = { source: before.destination, sourcePort: before.destinationPort };
    return pass(progress, { ...stage, text: `from ${formatSocket(change.source, change.sourcePort)} again` }, change);
  }
  const change = { destination: before.source, destinationPort: before.sourcePort };
  return pass(progress, { ...stage, text: `back to ${change.destination}` }, change);
}
