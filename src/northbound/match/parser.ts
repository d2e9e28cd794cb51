import type { Constants } from './constants.js';
import type { Scanner } from './scanner.js';
import { OTHER } from './tokens.js';

/** What is wrong with a match; `offset` and `length` count UTF-16 code units of its text. */
export interface MatchProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}

/** The address sets and port groups that a match may mention. */
export interface MatchNames {
  hasAddressSet(name: string): boolean;
  hasPortGroup(name: string): boolean;
  /** Bits of the widest address in a set, 0 for an empty one. Without it, or where undefined, any set fits any field. */
  addressBits?(name: string): number | undefined;
}

/** What the pipeline stage of a match adds to the rules of the language; every field is off by default. */
export interface MatchStage {
  /** ovn-northd puts the text between parentheses (ACL). */
  readonly isEnclosed?: boolean;
  /** The stage runs before the output port is known, so `outport` tests nothing (`from-lport`; ovn-nb(5)). */
  readonly lacksOutport?: boolean;
}

/** The state of a check. */
export interface Parser {
  readonly scanner: Scanner;
  readonly names: MatchNames;
  readonly stage: MatchStage;
  readonly left: Constants;
  readonly right: Constants;
  parentheses: number;
  /** Inside an odd number of `!`. */
  negated: boolean;
  problem: MatchProblem | undefined;
}

/** Notes a problem at the current token. For a malformed token its own problem explains more. */
export function report(parser: Parser, message: string): false {
  const { token, start, end, message: own } = parser.scanner;
  return reportAt(parser, start, end, token === OTHER ? own : message);
}

/** Notes a problem at a stretch of the text, unless there is one already. */
export function reportAt(parser: Parser, start: number, end: number, message: string): false {
  parser.problem ??= { message, offset: start, length: end - start };
  return false;
}
