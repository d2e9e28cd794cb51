import { addAddressSet, addNumber, clear, type Constants } from './constants.js';
import { type Parser, report } from './parser.js';
import { advance, isAt } from './scanner.js';
import * as T from './tokens.js';

/** Parses one constant, or several in braces, with or without commas. Returns false after a problem. */
export function parseConstants(parser: Parser, constants: Constants): boolean {
  const { scanner } = parser;
  clear(constants);
  if (!isAt(scanner, T.OPEN_SET)) return parseConstant(parser, constants);
  constants.isSet = true;
  advance(scanner);
  do {
    if (!parseConstant(parser, constants)) return false;
    if (isAt(scanner, T.COMMA)) advance(scanner);
  } while (!isAt(scanner, T.CLOSE_SET));
  advance(scanner);
  return true;
}

function parseConstant(parser: Parser, constants: Constants): boolean {
  const { scanner } = parser;
  const { token } = scanner;
  if (token < T.STRING || token > T.PORT_GROUP) return report(parser, 'expected a constant');
  const isString = token === T.STRING || token === T.PORT_GROUP;
  if (constants.count > 0 && constants.isString !== isString) {
    return report(parser, 'names and numbers cannot be in one set');
  }
  constants.isString = isString;
  if (token === T.NUMBER) addNumber(constants, scanner);
  else if (token === T.STRING) constants.count++;
  else if (!addNamed(parser, constants, scanner.text.slice(scanner.start + 1, scanner.end))) return false;
  advance(scanner);
  return true;
}

/** Adds the address set or port group at the scanner. Returns false after a problem. */
function addNamed(parser: Parser, constants: Constants, name: string): boolean {
  const { names } = parser;
  if (isAt(parser.scanner, T.PORT_GROUP)) {
    if (!names.hasPortGroup(name)) return report(parser, `there is no port group '${name}'`);
    constants.count++;
  } else {
    if (!names.hasAddressSet(name)) return report(parser, `there is no address set '${name}'`);
    addAddressSet(constants, names.addressBits?.(name));
  }
  return true;
}
