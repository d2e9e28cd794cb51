import { type AddressRange, cutOut, wholeFamily } from './address-range.js';
import { NO_RULE } from './classify.js';
import { type Filter, type Network, namesIn, toRules } from './filter-rules.js';
import { type Rule, atomsOf, spansOf, sweep } from './sweep.js';
import { ALL_TRANSPORT } from './transport-range.js';

/** The rules without a name as one cover over all addresses that a name can have, by atoms of transport. */
interface Cover {
  /** The first rule with which every such address is matched; Infinity where some never is. */
  readonly completeAt: Float64Array;
  /** The rule that decides at the first of those addresses. */
  readonly witness: Int32Array;
}

/**
 * The filters for a DNS name that decide about no packet, whatever addresses the name has: those before them match
 * all of its traffic. Filter → one before it that matches the same. A filter is taken to be for its first name.
 */
export function findShadowedNames(filters: readonly Filter[], network: Network): ReadonlyMap<number, number> {
  const byName = groupByName(filters);
  const shadowed = new Map<number, number>();
  if (byName.size === 0) return shadowed;
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
    const [name] = namesIn(filter);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(index);
    else groups.set(name, [index]);
  }
  return groups;
}

function findCover(
  rules: readonly Rule<unknown>[],
  spans: readonly (readonly number[])[],
  size: number,
  { clusterSubnets, ipFamilies }: Network,
): Cover {
  const cuts = clusterSubnets.map(({ prefix }) => prefix);
  const outside = ipFamilies.flatMap((family): AddressRange[] => cutOut(wholeFamily(family), cuts));
  const cover = { completeAt: new Float64Array(size).fill(NO_RULE), witness: new Int32Array(size).fill(NO_RULE) };
  const first = new Int32Array(size);
  const bounds = [{ addresses: outside, transport: ALL_TRANSPORT, value: undefined }];
  let hasHoles = false;
  for (const family of ipFamilies) {
    sweep([rules, bounds], family, (_first, _end, [active = [], inside = []]) => {
      if (inside.length === 0 || hasHoles) return;
      decide(active, spans, first);
      hasHoles = addLayer(cover, first);
    });
  }
  return cover;
}

/** Writes the first of the active rules that matches each atom to `first`. */
function decide(active: readonly number[], spans: readonly (readonly number[])[], first: Int32Array): void {
  first.fill(NO_RULE);
  let open = first.length;
  for (const rule of active) {
    if (open === 0) return;
    const span = spans[rule] ?? [];
    for (let at = 0; at < span.length; at += 2) {
      for (let atom = span[at] ?? 0; atom < (span[at + 1] ?? 0); atom++) {
        if (first[atom] !== NO_RULE) continue;
        first[atom] = rule;
        open--;
      }
    }
  }
}

/** Adds what decides at some of the addresses. Returns whether no atom can be covered any more. */
function addLayer({ completeAt, witness }: Cover, first: Int32Array): boolean {
  let hasHoles = true;
  for (let atom = 0; atom < first.length; atom++) {
    const decider = first[atom] ?? NO_RULE;
    if (witness[atom] === NO_RULE) witness[atom] = decider;
    completeAt[atom] = Math.max(completeAt[atom] ?? 0, decider === NO_RULE ? Infinity : decider);
    if (completeAt[atom] !== Infinity) hasHoles = false;
  }
  return hasHoles;
}

/** Lays a rule over those before it for the same name. Returns the one that covers it, or NO_RULE if it decides. */
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
      // Without any address outside the cluster the name means nothing: nothing stands before the rule then.
      if (earlier === NO_RULE && (complete === NO_RULE || complete > rule)) decides = true;
      else if (coverer === NO_RULE) coverer = earlier === NO_RULE ? (witness[atom] ?? NO_RULE) : earlier;
    }
  }
  return decides ? NO_RULE : coverer;
}
