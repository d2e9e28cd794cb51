import type { Family } from '../net/address.js';
import type { Expression, MatchComparison } from '../northbound/match/expression.js';
import type { TraceRule } from '../trace/rules.js';
import type { RowPlace } from './row-place.js';

/** The parts of a match that tell apart places and address sets. */
export interface RuleParts {
  /** Comparisons whose outcome is the same for all packets of a pod. */
  readonly constant: readonly MatchComparison[];
  /** Address sets that may contain the peer. */
  readonly sets: readonly string[];
}

/** The fields of matches with the address of the pod, and with that of its peer. */
export interface RowScope {
  readonly own: string;
  readonly peer: string;
}

const SCOPES: Readonly<Record<RowPlace['direction'], Readonly<Record<Family, RowScope>>>> = {
  to: { IPv4: { own: 'ip4.src', peer: 'ip4.dst' }, IPv6: { own: 'ip6.src', peer: 'ip6.dst' } },
  from: { IPv4: { own: 'ip4.dst', peer: 'ip4.src' }, IPv6: { own: 'ip6.dst', peer: 'ip6.src' } },
};

/** Returns the fields for packets of a pod: one object for each direction and family. */
export function fieldsAt(direction: RowPlace['direction'], family: Family): RowScope {
  return SCOPES[direction][family];
}

/** Reads the parts of a match. */
export function readParts({ match }: TraceRule, { own, peer }: RowScope): RuleParts {
  const all = match ? [...listComparisons(match)] : [];
  return {
    constant: all.filter(({ field }) => field === own || field === 'inport' || field === 'outport'),
    sets: all.flatMap(({ field, constants }) =>
      field === peer ? constants.flatMap((one) => (one.type === 'address-set' ? [one.name] : [])) : [],
    ),
  };
}

/** Yields the comparisons of a match. */
export function* listComparisons(expression: Expression): Generator<MatchComparison> {
  if (expression.type === 'comparison') yield expression;
  else if (expression.type === 'not') yield* listComparisons(expression.part);
  else if (expression.type === 'and' || expression.type === 'or') {
    for (const part of expression.parts) yield* listComparisons(part);
  }
}

/** Returns one of the comparisons of each text. */
export function distinctComparisons(all: readonly MatchComparison[]): readonly MatchComparison[] {
  if (all.length < 2) return all;
  return [...new Map(all.map((one) => [textOf(one), one])).values()];
}

function textOf({ field, relation, bits, constants }: MatchComparison): string {
  const values = constants.map((one) =>
    one.type === 'number' ? `${one.value}/${one.mask ?? ''}` : `${one.type} ${one.name}`,
  );
  return [field, relation, bits?.low ?? '', bits?.high ?? '', ...values].join(' ');
}

/** Returns true if a comparison only depends on the port groups of a port. */
export function isOfGroups({ field, constants }: MatchComparison): boolean {
  return field.endsWith('port') && constants.every(({ type }) => type === 'port-group');
}

/** Evaluates a comparison with port groups. */
export function isInGroups({ field, constants }: MatchComparison, { zone, inport, outport }: RowPlace): boolean {
  const port = field === 'inport' ? inport : outport;
  return (
    port !== undefined && constants.some((one) => one.type === 'port-group' && zone.groupsOf(port).includes(one.name))
  );
}

/** Returns true if a comparison only depends on an address set that must contain the pod. */
export function isOfOneSet({ field, relation, bits, constants }: MatchComparison, { own }: RowScope): boolean {
  return field === own && relation === '==' && !bits && constants.length === 1 && constants[0]?.type === 'address-set';
}

/** Evaluates a comparison with an address set. */
export function isInSet({ constants }: MatchComparison, { zone, value }: RowPlace): boolean {
  return constants.some(
    (one) => one.type === 'address-set' && zone.addressSet(one.name)?.holds(BigInt(value)) === true,
  );
}

/** Returns the ports that each of some rules requires. */
export function listNeededPorts(rules: readonly TraceRule[]): readonly (readonly ('inport' | 'outport')[])[] {
  return rules.map(({ match }) => {
    const parts = match?.type === 'and' ? match.parts : match ? [match] : [];
    return parts.flatMap((one) =>
      one.type === 'comparison' && (one.field === 'inport' || one.field === 'outport') ? [one.field] : [],
    );
  });
}
