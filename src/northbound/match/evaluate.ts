import type { MatchComparison, Constant, Expression, Relation } from './expression.js';
import { predicateDefinitionOf } from './predicates.js';
import type { MatchSubject } from './subject.js';

/**
 * Returns true if a packet fits a match. A comparison with a field that the packet lacks is false, even with `!=` or
 * after `!`. OVN adds to every comparison that the field must exist (ovn-sb(5) "Prerequisites").
 */
export function fits(expression: Expression, subject: MatchSubject, isNegated = false): boolean {
  switch (expression.type) {
    case 'and':
    case 'or': {
      const isEvery = (expression.type === 'and') !== isNegated;
      const { parts } = expression;
      return isEvery
        ? parts.every((part) => fits(part, subject, isNegated))
        : parts.some((part) => fits(part, subject, isNegated));
    }
    case 'not':
      return fits(expression.part, subject, !isNegated);
    case 'truth':
      return expression.value !== isNegated;
    case 'resident':
      return subject.isResident(expression.port) !== isNegated;
    case 'comparison':
      return compares(expression, subject, isNegated);
  }
}

function compares(comparison: MatchComparison, subject: MatchSubject, isNegated: boolean): boolean {
  const { field, bits, constants } = comparison;
  const relation = relationOf(comparison, isNegated);
  if (field === 'inport' || field === 'outport') {
    const port = subject.port(field);
    return port !== undefined && constants.some((constant) => isPort(constant, port, subject));
  }
  const definition = predicateDefinitionOf(field);
  const whole = definition ? (fits(definition, subject) ? 1n : 0n) : subject.number(field);
  if (whole === undefined) return false;
  const value = bits ? (whole >> BigInt(bits.low)) & ((1n << BigInt(bits.high - bits.low + 1)) - 1n) : whole;
  if (relation === '!=') return !constants.some((constant) => isEqual(constant, value, subject));
  if (relation === '==') return constants.some((constant) => isEqual(constant, value, subject));
  return constants.some((constant) => constant.type === 'number' && isOrdered(value, relation, constant.value));
}

/** Returns the relation of a comparison, or the opposite one if it is negated. */
export function relationOf({ relation }: MatchComparison, isNegated: boolean): Relation {
  return isNegated ? NEGATED[relation] : relation;
}

const NEGATED: Readonly<Record<Relation, Relation>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

function isPort(constant: Constant, port: string, subject: MatchSubject): boolean {
  if (constant.type === 'text') return constant.name === port;
  return constant.type === 'port-group' && subject.isInPortGroup(constant.name, port);
}

function isEqual(constant: Constant, value: bigint, subject: MatchSubject): boolean {
  if (constant.type === 'address-set') return subject.isInAddressSet(constant.name, value);
  if (constant.type !== 'number') return false;
  return constant.mask === undefined ? value === constant.value : (value & constant.mask) === constant.value;
}

function isOrdered(value: bigint, relation: Relation, constant: bigint): boolean {
  switch (relation) {
    case '<':
      return value < constant;
    case '<=':
      return value <= constant;
    case '>':
      return value > constant;
    default:
      return value >= constant;
  }
}
