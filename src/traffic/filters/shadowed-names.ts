import { type AddressRange, cutOut, wholeFamily } from './address-range.js';
import { type Filter, type NetworkSettings, hasName, namesInFilter, toRules } from './filter-rules.js';
import { boundariesOf, decidePieces } from './pieces.js';
import { NO_RULE, type SweepRule, type Spans, atomsOf, spansOf, sweep } from './sweep.js';
import { ALL_TRANSPORT } from './transport-range.js';

/** The rules without a name as one cover of all addresses that a name can have, by atoms of transport. */
interface Cover {
  /** The first rule by which every such address is matched. Infinity if some address is never matched. */
  readonly completeAt: Float64Array;
  /** The rule that decides at the first of those addresses. */
  readonly witness: Int32Array;
}

/**
 * Finds filters for a DNS name that decide on no packet, for any addresses of the name, because earlier ones match all
 * of its traffic. Returns an earlier filter with the same match by filter. Only the first name of a filter is
 * considered.
 */
export function findShadowedNames(filters: readonly Filter[], network: NetworkSettings): ReadonlyMap<number, number> {
  const shadowed = new Map<number, number>();
  if (!filters.some(hasName)) return shadowed;
  const byName = groupByName(filters);
  const rules = toRules(filters, [], network);
  const atoms = atomsOf([rules]);
  const spans = rules.map(({ transport }) => spansOf(transport, atoms));
  const cover = findCover(rules, spans, atoms.length - 1, network);
  const firstOfName = new Int32Array(atoms.length - 1);
  for (const group of byName.values()) {
    firstOfName.fill(NO_RULE);
    for (const rule of group) {
      const coverer = layOver(rule, spans[rule] ?? [], firstOfName, cover);
      if (coverer !== NO_RULE) shadowed.set(rule, coverer);
    }
  }
  return shadowed;
}

function groupByName(filters: readonly Filter[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, filter] of filters.entries()) {
    const [name] = namesInFilter(filter);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(index);
    else groups.set(name, [index]);
  }
  return groups;
}

function findCover(
  rules: readonly SweepRule<unknown>[],
  spans: Spans,
  size: number,
  { clusterSubnets, ipFamilies }: NetworkSettings,
): Cover {
  const cuts = clusterSubnets.map(({ prefix }) => prefix);
  const outside = ipFamilies.flatMap((family): AddressRange[] => cutOut(wholeFamily(family), cuts));
  const bounds = [{ addresses: outside, transport: ALL_TRANSPORT, value: undefined }];
  const witness = new Int32Array(size).fill(NO_RULE);
  const spansByDecider = new Map<number, number[]>();
  for (const family of ipFamilies) {
    sweep([rules, bounds], family, (_first, _end, [active = [], inside = []]) => {
      if (inside.length === 0) return;
      const isFirst = spansByDecider.size === 0;
      const boundaries = boundariesOf([active], [spans], size);
      for (const [piece, decider] of decidePieces(active, spans, boundaries).entries()) {
        const [from = 0, to = 0] = [boundaries[piece], boundaries[piece + 1]];
        if (isFirst) witness.fill(decider, from, to);
        const reached = decider === NO_RULE ? Infinity : decider;
        const known = spansByDecider.get(reached);
        if (known) known.push(from, to);
        else spansByDecider.set(reached, [from, to]);
      }
    });
  }
  return { completeAt: paintLast(spansByDecider, size), witness };
}

/** Returns the greatest number whose span contains each atom. Each atom is written once, the greatest number first. */
function paintLast(spansByNumber: ReadonlyMap<number, readonly number[]>, size: number): Float64Array {
  const painted = new Float64Array(size).fill(NO_RULE);
  // Links from an atom to the next one that is still open.
  const next = Int32Array.from({ length: size + 1 }, (_, atom) => atom);
  const openFrom = (start: number): number => {
    let atom = start;
    for (let step = next[atom] ?? atom; step !== atom; step = next[atom] ?? atom) {
      next[atom] = next[step] ?? step;
      atom = step;
    }
    return atom;
  };
  for (const [number, span] of [...spansByNumber].sort(([a], [b]) => (a < b ? 1 : -1))) {
    for (let at = 0; at < span.length; at += 2) {
      for (let atom = openFrom(span[at] ?? 0); atom < (span[at + 1] ?? 0); atom = openFrom(atom)) {
        painted[atom] = number;
        next[atom] = atom + 1;
      }
    }
  }
  return painted;
}

/** Adds a rule after the earlier ones for the same name. Returns the one that covers it, or NO_RULE if it decides. */
function layOver(
  rule: number,
  span: readonly number[],
  firstOfName: Int32Array,
  { completeAt, witness }: Cover,
): number {
  let coverer = NO_RULE;
  let decides = false;
  for (let at = 0; at < span.length; at += 2) {
    for (let atom = span[at] ?? 0; atom < (span[at + 1] ?? 0); atom++) {
      const earlier = firstOfName[atom] ?? NO_RULE;
      const complete = completeAt[atom] ?? NO_RULE;
      if (earlier === NO_RULE) firstOfName[atom] = rule;
      // Without any address outside the cluster, the name matches nothing, and nothing covers the rule.
      if (earlier === NO_RULE && (complete === NO_RULE || complete > rule)) decides = true;
      else if (coverer === NO_RULE) coverer = earlier === NO_RULE ? (witness[atom] ?? NO_RULE) : earlier;
    }
  }
  return decides ? NO_RULE : coverer;
}
