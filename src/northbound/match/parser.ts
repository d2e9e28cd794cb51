import type { Constants } from './constants.js';
import type { Scanner } from './scanner.js';
import { OTHER } from './tokens.js';

/** A problem of a match. `offset` and `length` count UTF-16 code units of its text. */
export interface MatchProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}

/** Address sets and port groups that a match may refer to. */
export interface MatchNames {
  hasAddressSet(name: string): boolean;
  hasPortGroup(name: string): boolean;
  /** Bits of the widest address in a set, 0 for an empty set. If unset or undefined, a set fits any field. */
  addressBits?(name: string): number | undefined;
}

/** Additional rules for the pipeline stage of a match. If unset, a rule does not apply. */
export interface MatchStage {
  /** True if ovn-northd encloses the text in parentheses (ACL). */
  readonly isEnclosed?: boolean;
  /**
   * True if the stage runs before the output port is known, so that `outport` is empty (`from-lport`, see ovn-nb(5)).
   */
  readonly lacksOutport?: boolean;
}

/** State of a check. */
export interface Parser {
  readonly scanner: Scanner;
  readonly names: MatchNames;
  readonly stage: MatchStage;
  readonly left: Constants;
  readonly right: Constants;
  parentheses: number;
  /** True inside an odd number of `!`. */
  negated: boolean;
  problem: MatchProblem | undefined;
}

/** Records a problem at the current token. The problem of a malformed token itself takes precedence. Returns false. */
export function report(parser: Parser, message: string): false {
  const { token, start, end, message: own } = parser.scanner;
  return reportAt(parser, start, end, token === OTHER ? own : message);
}

/** Records a problem at a range of the text, unless there is one already. Returns false. */
export function reportAt(parser: Parser, start: number, end: number, message: string): false {
  parser.problem ??= { message, offset: start, length: end - start };
  return false;
}
