import type { Family } from '../../net/address.js';
import { NO_RULE, type Region, type ClassSlice, addTo, classify } from './classify.js';
import { type SweepRule, atomsOf, boundariesIn, spansOf } from './sweep.js';
import type { TransportRange } from './transport-set.js';
import { wholeFamily } from './address-range.js';

/**
 * Returns the label of packets for the value of the deciding rule in each list. A value is `undefined` if no rule
 * decides.
 */
export type ValueLabeler<Value, Label> = (values: readonly (Value | undefined)[]) => Label | undefined;

/** Number of rules of a list above which many may match at one address. */
const MANY_RULES = 32;
/** Maximum number of runs of rules with one value in a list. Each costs a pass over all transports. */
const MAX_RUNS = 8;

/**
 * Classifies packets as `classify` does, by the values of the deciding rules. Consecutive rules with one value are
 * equivalent, so the cost of a rule depends only on its own transports.
 */
export function classifyByValue<Value, Label extends string>(
  lists: readonly (readonly SweepRule<Value>[])[],
  family: Family,
  labelOf: ValueLabeler<Value, Label>,
): Region<Label>[] {
  const isLong = lists.some(({ length }) => length > MANY_RULES);
  if (isLong && lists.every((rules) => countRuns(rules) <= MAX_RUNS)) return classifyRuns(lists, family, labelOf);
  return classify(lists, family, (deciders) => labelOf(deciders.map((rule, list) => lists[list]?.[rule]?.value)));
}

/** Returns true if a rule has a different value than the one before it in its list. */
function startsRun(rules: readonly SweepRule<unknown>[], index: number): boolean {
  return index === 0 || rules[index]?.value !== rules[index - 1]?.value;
}

function countRuns(rules: readonly SweepRule<unknown>[]): number {
  return rules.filter((_, index) => startsRun(rules, index)).length;
}

/** Consecutive rules of a list with one value, and the number of them that match each atom at the current point. */
interface Run<Value> {
  readonly value: Value;
  readonly counts: Int32Array;
}

function classifyRuns<Value, Label extends string>(
  lists: readonly (readonly SweepRule<Value>[])[],
  family: Family,
  labelOf: ValueLabeler<Value, Label>,
): Region<Label>[] {
  const atoms = atomsOf(lists);
  const size = atoms.length - 1;
  const runs = lists.map((rules) => toRuns(rules, size));
  const runOf = lists.map((rules) => numberRuns(rules));
  const spans = lists.map((rules) => rules.map(({ transport }) => spansOf(transport, atoms)));
  const labels = createLabels(runs, labelOf);
  const current = new Int32Array(size).fill(labels.numberAt(0));
  const regions = new Map<string, Region<Label> & { readonly addresses: Region<Label>['addresses'][number][] }>();
  let slices: readonly ClassSlice<Label>[] | undefined;
  const visit = (first: Region<Label>['addresses'][number]['first'], end: typeof first): void => {
    slices ??= slice(current, atoms, labels.textOf);
    for (const one of slices) addTo(regions, one, { family, first, end });
  };
  const whole = wholeFamily(family);
  let { first } = whole;
  for (const { point, list, rule, isOpening } of boundariesIn(lists, family)) {
    if (point !== first) visit(first, point);
    first = point;
    const counts = runs[list]?.[runOf[list]?.[rule] ?? 0]?.counts ?? NO_COUNTS;
    const span = spans[list]?.[rule] ?? [];
    for (let at = 0; at < span.length; at += 2) {
      for (let atom = span[at] ?? 0; atom < (span[at + 1] ?? 0); atom++) {
        const before = counts[atom] ?? 0;
        counts[atom] = isOpening ? before + 1 : before - 1;
        if (before !== (isOpening ? 0 : 1)) continue;
        current[atom] = labels.numberAt(atom);
        slices = undefined;
      }
    }
  }
  if (first !== whole.end) visit(first, whole.end);
  return [...regions.values()];
}

const NO_COUNTS = new Int32Array();

function toRuns<Value>(rules: readonly SweepRule<Value>[], size: number): Run<Value>[] {
  return rules.flatMap(({ value }, index) =>
    startsRun(rules, index) ? [{ value, counts: new Int32Array(size) }] : [],
  );
}

/** Returns the index of the run of each rule of a list. */
function numberRuns(rules: readonly SweepRule<unknown>[]): Int32Array {
  let run = -1;
  return Int32Array.from(rules, (_, index) => (startsRun(rules, index) ? ++run : run));
}

interface Labels<Label> {
  /** Returns the number of the current label of an atom. */
  readonly numberAt: (atom: number) => number;
  /** Returns the label of a number. If undefined, the packets are ignored. */
  readonly textOf: (number: number) => Label | undefined;
}

/** Assigns a label to each combination of deciding runs, once. */
function createLabels<Value, Label extends string>(
  runs: readonly (readonly Run<Value>[])[],
  labelOf: ValueLabeler<Value, Label>,
): Labels<Label> {
  const numbers = new Map<Label | undefined, number>();
  const texts: (Label | undefined)[] = [];
  const known = new Map<string, number>();
  const deciders = runs.map(() => NO_RULE);
  const numberOf = (label: Label | undefined): number => {
    const number = numbers.get(label) ?? texts.push(label) - 1;
    numbers.set(label, number);
    return number;
  };
  return {
    textOf: (number) => texts[number],
    numberAt: (atom) => {
      for (let list = 0; list < runs.length; list++) deciders[list] = firstAt(runs[list] ?? [], atom);
      const key = deciders.join();
      const number = known.get(key) ?? numberOf(labelOf(deciders.map((run, list) => runs[list]?.[run]?.value)));
      known.set(key, number);
      return number;
    },
  };
}

function firstAt(runs: readonly Run<unknown>[], atom: number): number {
  for (let run = 0; run < runs.length; run++) if ((runs[run]?.counts[atom] ?? 0) > 0) return run;
  return NO_RULE;
}

/** Returns the transports of each label. */
function slice<Label extends string>(
  current: Int32Array,
  atoms: readonly number[],
  textOf: Labels<Label>['textOf'],
): ClassSlice<Label>[] {
  const slices = new Map<Label, TransportRange[]>();
  let end: number;
  for (let start = 0; start < current.length; start = end) {
    const number = current[start] ?? 0;
    for (end = start + 1; end < current.length && current[end] === number;) end++;
    const label = textOf(number);
    if (label === undefined) continue;
    const transport = slices.get(label) ?? [];
    transport.push({ first: atoms[start] ?? 0, end: atoms[end] ?? 0 });
    slices.set(label, transport);
  }
  return Array.from(slices, ([label, transport]) => ({
    key: `${label} ${transport.map(({ first, end }) => `${first}-${end}`).join()}`,
    label,
    transport,
  }));
}
