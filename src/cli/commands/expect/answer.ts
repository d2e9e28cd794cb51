import { messages } from '../../../expectations/failure-messages.js';
import type { Verdict } from '../../../expectations/verdict.js';
import type { Diagnostic, Position } from '../../../model/diagnostic.js';

/** A verdict as it is shown. */
export interface Answer extends Pick<Verdict, 'name' | 'source'> {
  /** Where the expectation is written. */
  readonly at?: Position;
  readonly findings: readonly Diagnostic[];
  /** What is suspicious about it though it holds. */
  readonly notes: readonly Diagnostic[];
}

/** Whether an expectation holds: `not proven` where nothing breaks it but what the input does not tell. */
type State = 'holds' | 'broken' | 'not proven';

/** Whether the expectation of an answer holds. */
export function stateOf({ findings }: Answer): State {
  if (findings.length === 0) return 'holds';
  const { code } = messages.undecided.definition;
  return findings.every((finding) => finding.code === code) ? 'not proven' : 'broken';
}
