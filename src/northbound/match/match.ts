import { clear, type Constants, emptyConstants, incompatibility } from './constants.js';
import { parseBits, parseFunction, parseSymbol } from './field.js';
import { type MatchNames, type MatchProblem, type MatchStage, type Parser, report, reportAt } from './parser.js';
import { advance, isAt, scan } from './scanner.js';
import * as T from './tokens.js';
import type { Symbol } from './symbols.js';
import { parseConstants } from './values.js';

export type { MatchNames, MatchProblem, MatchStage } from './parser.js';

/** Maximum nesting of parentheses in OVN. */
const MAX_PARENTHESES = 100;

/** Results of an operand. Only an atomic one can follow `!`. */
const FAILED = 0;
const PLAIN = 1;
const ATOMIC = 2;

/**
 * Checks a match of an ACL, a QoS rule or a Logical_Router_Policy by the grammar and type rules of ovn-sb(5)
 * "Logical_Flow match". Returns the first problem, or undefined if OVN accepts the match. Never throws.
 */
export function checkMatch(text: string, names: MatchNames, stage: MatchStage = {}): MatchProblem | undefined {
  const scanner = scan(text);
  const parentheses = stage.isEnclosed === true ? 1 : 0;
  const left = emptyConstants();
  const right = emptyConstants();
  const parser: Parser = { scanner, names, stage, left, right, parentheses, negated: false, problem: undefined };
  advance(scanner);
  if (parseExpression(parser)) {
    if (!isAt(scanner, T.END)) report(parser, 'the match should end here');
    else if (scanner.endsInLineComment && stage.isEnclosed === true) {
      report(parser, "a '//' comment at the end hides the parenthesis that ovn-northd adds; use '/* */'");
    }
  }
  return parser.problem;
}

function fail(parser: Parser, message: string): typeof FAILED {
  report(parser, message);
  return FAILED;
}

function parseExpression(parser: Parser): boolean {
  const { scanner } = parser;
  if (!parseOperand(parser)) return false;
  const operator = scanner.token;
  if (operator !== T.AND && operator !== T.OR) return true;
  while (isAt(scanner, operator)) {
    advance(scanner);
    if (!parseOperand(parser)) return false;
  }
  if (!isAt(scanner, T.AND) && !isAt(scanner, T.OR)) return true;
  return report(parser, "'&&' and '||' need parentheses when used together");
}

function parseOperand(parser: Parser): boolean {
  if (!isAt(parser.scanner, T.NOT)) return parsePrimary(parser) !== FAILED;
  const { start, end } = parser.scanner;
  advance(parser.scanner);
  parser.negated = !parser.negated;
  const outcome = parsePrimary(parser);
  parser.negated = !parser.negated;
  if (outcome === PLAIN) return reportAt(parser, start, end, "what follows '!' needs parentheses");
  return outcome !== FAILED;
}

function parsePrimary(parser: Parser): number {
  const { token } = parser.scanner;
  if (token === T.IDENTIFIER) return parseFieldFirst(parser);
  if (token === T.OPEN) return parseParentheses(parser) ? ATOMIC : FAILED;
  return parseConstantFirst(parser);
}

function parseParentheses(parser: Parser): boolean {
  const { scanner } = parser;
  if (parser.parentheses >= MAX_PARENTHESES) return report(parser, 'the parentheses are nested too deeply');
  advance(scanner);
  parser.parentheses++;
  if (!parseExpression(parser)) return false;
  parser.parentheses--;
  if (!isAt(scanner, T.CLOSE)) return report(parser, "expected ')'");
  advance(scanner);
  return true;
}

/** Parses `field`, `field == constants` or `is_chassis_resident("port")`. */
function parseFieldFirst(parser: Parser): number {
  const { scanner } = parser;
  const { start, end } = scanner;
  const symbol = parseSymbol(parser);
  if (symbol === undefined) return parser.problem === undefined && parseFunction(parser) ? ATOMIC : FAILED;
  const bits = parseBits(parser, symbol);
  if (bits < 0) return FAILED;
  const operator = scanner.token;
  if (isComparison(operator)) {
    advance(scanner);
    return parseConstants(parser, parser.right) && compare(parser, symbol, operator, parser.right, start, end)
      ? PLAIN
      : FAILED;
  }
  if (symbol.bits === 0 || operator === T.ASSIGN) return fail(parser, 'expected a comparison');
  if (bits > 1 && !parser.negated) {
    reportAt(parser, start, end, `'${symbol.name}' has more than one bit: compare it, for example with '!= 0'`);
    return FAILED;
  }
  clear(parser.right);
  parser.right.count = 1;
  parser.right.hasEven = true;
  return compare(parser, symbol, T.NE, parser.right, start, end) ? ATOMIC : FAILED;
}

/** Parses `constants == field`, `1 < field < 9`, `0` or `1`. */
function parseConstantFirst(parser: Parser): number {
  const { scanner, left, right } = parser;
  if (!parseConstants(parser, left)) return FAILED;
  const first = scanner.token;
  if (!isComparison(first)) {
    return left.isTruth && !left.isSet ? ATOMIC : fail(parser, 'expected a comparison');
  }
  advance(scanner);
  const { start, end } = scanner;
  const symbol = parseSymbol(parser);
  if (symbol === undefined) {
    if (parser.problem === undefined) reportAt(parser, start, end, 'expected the name of a field');
    return FAILED;
  }
  if (parseBits(parser, symbol) < 0) return FAILED;
  const second = scanner.token;
  if (isComparison(second)) {
    advance(scanner);
    if (!parseConstants(parser, right)) return FAILED;
    if (second !== first || first === T.EQ || first === T.NE) {
      reportAt(parser, start, end, "a range is written 'x < field < y' or 'x > field > y'");
      return FAILED;
    }
    if (!compare(parser, symbol, second, right, start, end)) return FAILED;
  }
  return compare(parser, symbol, first, left, start, end) ? PLAIN : FAILED;
}

function isComparison(token: number): boolean {
  return token >= T.EQ && token <= T.GT;
}

/** Checks the types of `field <operator> constants`. The field is at `start` to `end`. */
function compare(
  parser: Parser,
  symbol: Symbol,
  operator: number,
  constants: Constants,
  start: number,
  end: number,
): boolean {
  const message = incompatibility(symbol, operator, constants, parser.negated);
  return message === undefined || reportAt(parser, start, end, message);
}
