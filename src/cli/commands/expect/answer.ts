import { messages } from '../../../expectations/failure-messages.js';
import type { ExpectationVerdict } from '../../../expectations/verdict.js';
import type { Diagnostic, Position } from '../../../model/diagnostic.js';

/** A verdict for display. */
export interface ExpectationAnswer extends Pick<ExpectationVerdict, 'name' | 'source'> {
  /** Source location of the expectation. */
  readonly at?: Position;
  readonly findings: readonly Diagnostic[];
  /** Warnings about an expectation that holds. */
  readonly notes: readonly Diagnostic[];
}

/** State of an expectation. `not proven`: it only fails because of missing input. */
type State = 'holds' | 'broken' | 'not proven';

/** Returns the state of an expectation. */
export function stateOf({ findings }: ExpectationAnswer): State {
  if (findings.length === 0) return 'holds';
  const { code } = messages.undecided.definition;
  return findings.every((finding) => finding.code === code) ? 'not proven' : 'broken';
}
