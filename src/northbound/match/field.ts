import { type Parser, report, reportAt } from './parser.js';
import { advance, isAt } from './scanner.js';
import * as T from './tokens.js';
import { type Symbol, symbols } from './symbols.js';

/**
 * Returns the symbol at the current identifier and advances. Returns undefined, without a problem, if it is a function.
 */
export function parseSymbol(parser: Parser): Symbol | undefined {
  const { scanner } = parser;
  if (!isAt(scanner, T.IDENTIFIER)) {
    report(parser, 'expected the name of a field');
    return undefined;
  }
  const { start, end } = scanner;
  const name = scanner.text.slice(start, end);
  const symbol = symbols.get(name);
  advance(scanner);
  if (symbol === undefined) {
    const isFunction = name === 'is_chassis_resident' && isAt(scanner, T.OPEN);
    if (!isFunction) reportAt(parser, start, end, `there is no field '${name}'`);
    return undefined;
  }
  if (name === 'outport' && parser.stage.lacksOutport === true) {
    reportAt(parser, start, end, "'outport' is not known yet in the from-lport direction");
  }
  return parser.problem === undefined ? symbol : undefined;
}

/**
 * Parses the argument of `is_chassis_resident`, the only function, from its parenthesis on. Returns false after a
 * problem.
 */
export function parseFunction(parser: Parser): boolean {
  const { scanner } = parser;
  advance(scanner);
  if (!isAt(scanner, T.STRING)) return report(parser, 'expected the name of a port in quotes');
  advance(scanner);
  if (!isAt(scanner, T.CLOSE)) return report(parser, "expected ')'");
  advance(scanner);
  return true;
}

/** Parses `[3]` or `[0..7]` after a field. Returns the number of tested bits, or -1 after a problem. */
export function parseBits(parser: Parser, symbol: Symbol): number {
  const { scanner } = parser;
  if (!isAt(scanner, T.OPEN_BITS)) return symbol.bits;
  const { start } = scanner;
  advance(scanner);
  const low = parseBit(parser);
  let high = low;
  if (isAt(scanner, T.ELLIPSIS)) {
    advance(scanner);
    high = parseBit(parser);
  }
  if (parser.problem === undefined && !isAt(scanner, T.CLOSE_BITS)) report(parser, "expected ']'");
  if (parser.problem !== undefined) return -1;
  const { end } = scanner;
  advance(scanner);
  const message = bitsProblem(symbol, low, high);
  if (message === undefined) return high - low + 1;
  reportAt(parser, start, end, message);
  return -1;
}

function bitsProblem({ name, bits, level }: Symbol, low: number, high: number): string | undefined {
  if (bits === 0) return `'${name}' is a name and has no bits`;
  if (low > high) return 'the bits are in the wrong order';
  if (high >= bits) return `'${name}' has only ${bits} bits`;
  return level === 'nominal' && high - low + 1 !== bits ? `'${name}' can only be tested as a whole` : undefined;
}

function parseBit(parser: Parser): number {
  const { scanner } = parser;
  const { format, small, bits } = scanner.number;
  if (!isAt(scanner, T.NUMBER) || scanner.isMasked || format !== 'decimal' || bits > 31) {
    report(parser, 'expected the number of a bit');
    return 0;
  }
  advance(scanner);
  return small;
}
