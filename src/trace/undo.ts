import { formatSocket } from '../net/address.js';
import { answers } from './packet.js';
import { type PathProgress, type StageName, pass } from './path.js';

/**
 * Reverses the translation of a place for a reply, as connection tracking does. Returns the packet unchanged if the
 * place did not translate, or if it is not a reply to the packet that left it.
 */
export function undo(
  sort: Extract<StageName, 'translation' | 'load-balancer' | 'host-translation'>,
  at: string,
  progress: PathProgress,
): PathProgress {
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
