import type { HostCommand, NamedSet, Ruleset, SetElement } from '../../../model/node-state.js';
import { TABLE } from './ruleset.js';

/** The switch to a ruleset in two transactions, each of which `nft` applies completely or not at all. */
export interface RulesetSwitch {
  /**
   * Commands that add the new state to the state that packets of the old generation need. Run before the rules of `ip`.
   */
  readonly extend: readonly HostCommand[];
  /** Commands that remove all but the new state. Run after the rules of `ip`. */
  readonly reduce: readonly HostCommand[];
}

/** Removes the table if it exists. A `delete` alone fails if it is missing. */
const REMOVAL = `add table ${TABLE}\ndelete table ${TABLE}\n`;

/** Returns true if only elements differ, so that chains can stay in their hooks. */
function isMovable(from: Ruleset, to: Ruleset): boolean {
  return from.isWhole && to.isWhole && from.definition === to.definition;
}

/**
 * Returns the transactions from one ruleset to another. If only elements differ, only these change, and chains stay in
 * their hooks. Otherwise, the text of `to` replaces the table. `isRestore`: the state of the host is unknown, so the
 * table is always replaced.
 */
export function switchRuleset(from: Ruleset | undefined, to: Ruleset | undefined, isRestore: boolean): RulesetSwitch {
  if (!to) return { extend: [], reduce: from ? [load(REMOVAL)] : [] };
  const whole = `${REMOVAL}${to.text ?? ''}\n`;
  if (!from) return { extend: [load(whole)], reduce: [] };
  const movable = from.isWhole && to.isWhole;
  const retained = movable ? forEachSet(from, to, (name, old, set) => add(name, missingIn(set, old))) : '';
  if (isRestore || !isMovable(from, to)) {
    const restored = isRestore ? [load(whole)] : [];
    const removed = forEachSet(from, to, (name, old, set) => remove(name, missingIn(set, old)));
    const reduce = isRestore ? restored : removed === '' || !movable ? [] : [load(removed)];
    return { extend: [load(`${whole}${retained}`)], reduce };
  }
  const extended = forEachSet(from, to, (name, old, set) => {
    const changed = [...set.elements.values()].filter(({ key }) => old.elements.has(key) && differs(old, set, key));
    return `${remove(name, changed)}${add(name, [...changed, ...missingIn(old, set)])}`;
  });
  const reduced = forEachSet(from, to, (name, old, set) => remove(name, missingIn(set, old)));
  return {
    extend: extended === '' ? [] : [load(extended)],
    reduce: reduced === '' ? [] : [load(reduced)],
  };
}

function load(input: string): HostCommand {
  return { program: 'nft', args: ['-f', '-'], input };
}

/** Returns the lines for each set with equal declarations in both rulesets. */
function forEachSet(from: Ruleset, to: Ruleset, lines: (name: string, old: NamedSet, set: NamedSet) => string): string {
  return [...to.sets]
    .map(([name, set]) => {
      const old = from.sets.get(name);
      return old?.declaration === set.declaration ? lines(name, old, set) : '';
    })
    .join('');
}

/** Returns the elements of `other` whose key a set lacks. */
function missingIn(set: NamedSet, other: NamedSet): readonly SetElement[] {
  return [...other.elements.values()].filter(({ key }) => !set.elements.has(key));
}

function differs(old: NamedSet, set: NamedSet, key: string): boolean {
  const [before, after] = [old.elements.get(key), set.elements.get(key)];
  return before?.data !== after?.data || before?.comment !== after?.comment;
}

function add(name: string, elements: readonly SetElement[]): string {
  return statement('add', name, elements.map(elementText));
}

function remove(name: string, elements: readonly SetElement[]): string {
  return statement(
    'delete',
    name,
    elements.map(({ key }) => key),
  );
}

function statement(verb: 'add' | 'delete', name: string, elements: readonly string[]): string {
  return elements.length === 0 ? '' : `${verb} element ${TABLE} ${name} { ${elements.join(', ')} }\n`;
}

function elementText({ key, data, comment }: SetElement): string {
  return `${key}${comment === undefined ? '' : ` comment "${comment}"`}${data === undefined ? '' : ` : ${data}`}`;
}
