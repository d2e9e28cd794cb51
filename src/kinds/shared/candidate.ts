/** Result of a node in the search for a node. */
export interface NodeCandidate {
  readonly node: string;
  readonly verdict: 'chosen' | 'refused' | 'possible';
  readonly reason: string;
}

const VERDICTS: Readonly<Record<NodeCandidate['verdict'], string>> = {
  chosen: 'chosen',
  refused: 'rejected',
  possible: 'possible',
};

/** Returns a line for each candidate, their columns aligned. */
export function renderCandidates(candidates: readonly NodeCandidate[]): string[] {
  const width = candidates.reduce((most, { node }) => Math.max(most, node.length), 0);
  return candidates.map(
    ({ node, verdict, reason }) => `  ${node.padEnd(width)}  ${VERDICTS[verdict].padEnd(8)}  ${reason}`,
  );
}
