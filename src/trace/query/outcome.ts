import type { Path } from '../path.js';
import { describeEnd } from '../words.js';
import type { TraceAnswer } from './ask.js';

/** The outcomes of the packets of a query, without the names of pods: these change with every rollout. */
export interface TraceOutcome {
  /** Equal for equal outcomes. */
  readonly key: string;
  /** True if some packet is delivered or leaves the cluster. */
  readonly isOpen: boolean;
  /** Distinct outcomes as texts, sorted. */
  readonly texts: readonly string[];
}

/** Returns the outcomes of all packets of a query. */
export function outcomeOf({ groups }: TraceAnswer): TraceOutcome {
  const paths = groups.flatMap((group) => group.paths.map(([path]) => path));
  const texts = [...new Set(paths.map(endText))].sort();
  return { key: JSON.stringify(texts), isOpen: paths.some(({ verdict }) => verdict === 'delivered'), texts };
}

function endText(path: Path): string {
  const { end, verdict } = path;
  if (verdict !== 'delivered' || end.type !== 'pod') return describeEnd(path);
  return describeEnd(path).replace(`pod ${end.name}`, 'the pods');
}
