import { readNetwork } from '../../../net/prefix.js';
import { type AddressRange, rangeOfAddress, rangeOfPrefix } from '../../../traffic/filters/address-range.js';
import type { FlowEnd } from '../../../traffic/flows/list.js';

/** A question for ends by a word of the command line. */
export interface Asked {
  readonly isWanted: (end: FlowEnd) => boolean;
  /** Whether any end has been wanted so far. */
  readonly wasFound: () => boolean;
  /** Where none has been wanted: the names of those that were looked at. */
  readonly names: ReadonlySet<string>;
}

/** Asks for the ends that a word names; for every end where there is none. */
export function askFor(word: string | undefined): Asked {
  const isNamed = parseEnd(word);
  let found = word === undefined;
  const names = new Set<string>();
  const isWanted = (end: FlowEnd): boolean => {
    const isOne = isNamed(end);
    found ||= isOne;
    if (!found && end.pods) names.add(withoutKind(end.name)).add(end.pods.namespace);
    return isOne;
  };
  return { isWanted, wasFound: () => found, names };
}

/**
 * Which ends a word names: `shop/web[Deployment]`, the same without the kind, a namespace, `ingress-controller`, or an address
 * or a network: that of pods, and ranges outside with addresses of it. Absent: every end.
 */
function parseEnd(word: string | undefined): (end: FlowEnd) => boolean {
  if (word === undefined) return () => true;
  const asked = parseRange(word);
  if (asked) {
    return ({ pods, range }) =>
      pods
        ? pods.pods.some(({ addresses }) => addresses.some((one) => overlaps(rangeOfAddress(one), asked)))
        : range !== undefined && overlaps(range, asked);
  }
  return ({ name, pods }) =>
    pods !== undefined &&
    (name === word ||
      withoutKind(name) === word ||
      name === `{${word}}` ||
      pods.namespace === word ||
      pods.pods.some((pod) => `${pod.namespace}/${pod.name}` === word));
}

/** `shop/web[Deployment]` is `shop/web`. */
function withoutKind(name: string): string {
  return name.replace(/\[\w+\]$/, '');
}

function parseRange(word: string): AddressRange | undefined {
  const network = readNetwork(word);
  return network && rangeOfPrefix(network);
}

function overlaps(a: AddressRange, b: AddressRange): boolean {
  return a.family === b.family && a.first < b.end && b.first < a.end;
}
