import { memoize } from '../../../std/memoize.js';
import { groupBy } from '../../../std/group-by.js';
import type { AclRule } from './acl-rule.js';
import { type FilterState, type FilterStates, isLastingPort, placeOf } from './filter-state.js';
import { columnText, type LiveEntry } from './live-index.js';
import { type RowStep, handleOf } from './step.js';
import { sameItems } from '../../../std/same-items.js';

/** A change of what one ACL matches: more packets, or fewer. A new or removed ACL is one of none. */
export interface FilterEffect {
  readonly type: 'more' | 'fewer';
  /** The rule after a change to more packets, and before one to fewer. */
  readonly rule: AclRule;
  /** True if an equal rule exists on the other side of the change, perhaps in another row. */
  readonly hasTwin: boolean;
}

/** Creates the function that returns what steps change of the filters. */
export function createFilterEffects(
  states: FilterStates,
  stale: ReadonlySet<LiveEntry>,
): (steps: readonly RowStep[]) => readonly FilterEffect[] {
  const { before, after } = states;
  const byName = indexByName(states);
  const numbers = new Map<string, number>();
  const [formBefore, formAfter] = [before, after].map((state) => createForms(state, numbers)) as [Form, Form];
  const [formsBefore, formsAfter] = [new Set([...before.rules.values()].map(formBefore)), new Set<string>()];
  for (const rule of after.rules.values()) formsAfter.add(formAfter(rule));
  const changeOf = memoize((name: string): MemberChange =>
    compareMembers(before.members.get(name), after.members.get(name)),
  );
  const effectsOn = (handle: object): readonly (FilterEffect & { readonly form: string })[] => {
    const [old, now] = [before.rules.get(handle), after.rules.get(handle)];
    const more = now && { type: 'more' as const, rule: now, form: formAfter(now), hasTwin: false };
    const fewer = old && { type: 'fewer' as const, rule: old, form: formBefore(old), hasTwin: false };
    if (more?.form === fewer?.form) return [];
    if (more && fewer && isSameText(more.rule, fewer.rule)) {
      const changes = old.names.map(changeOf);
      return [more, fewer].filter(({ type }) =>
        changes.some((one) => one[type] || (old.isNegated && one[OTHER[type]])),
      );
    }
    const twinOf = { more: formsBefore, fewer: formsAfter };
    return [more, fewer].flatMap((one) => (one ? [{ ...one, hasTwin: twinOf[one.type].has(one.form) }] : []));
  };
  return (steps) => {
    const handles = new Set(steps.flatMap((step) => rulesIn(step, states, byName, stale)));
    const effects = [...handles].flatMap(effectsOn);
    // A row that replaces an equal one in the same transaction changes nothing.
    const types = groupBy(effects, ({ form }) => form);
    return effects.filter(({ form }) => {
      const twins = types.get(form) ?? [];
      return !(twins.some(({ type }) => type === 'more') && twins.some(({ type }) => type === 'fewer'));
    });
  };
}

/** Returns true if rules differ at most in the members of their names. */
function isSameText(a: AclRule, b: AclRule): boolean {
  return a.form === b.form && sameItems(a.names, b.names);
}

type Form = (rule: AclRule) => string;

interface MemberChange {
  readonly more: boolean;
  readonly fewer: boolean;
}

const OTHER = { more: 'fewer', fewer: 'more' } as const;

/** Creates the function that returns all that decides about packets, with the members of names in place of names. */
function createForms({ members }: FilterState, numbers: Map<string, number>): Form {
  const numberOf = memoize((name: string): number => {
    const known = members.get(name);
    const text = known ? `${name.charAt(0)} ${[...known].sort().join(' ')}` : name;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  return ({ form, names }) => `${names.map(numberOf).join()} ${form}`;
}

function compareMembers(before: ReadonlySet<string> = NOTHING, after: ReadonlySet<string> = NOTHING): MemberChange {
  return {
    more: [...after].some((one) => !before.has(one)),
    fewer: [...before].some((one) => !after.has(one)),
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the rows of rules by the names in their matches and by their places. */
function indexByName({ before, after }: FilterStates): ReadonlyMap<string, ReadonlySet<object>> {
  const handles = new Map<string, Set<object>>();
  for (const { rules } of [before, after]) {
    for (const [handle, { names }] of rules) {
      for (const name of names) {
        const known = handles.get(name);
        if (known) known.add(handle);
        else handles.set(name, new Set([handle]));
      }
    }
  }
  return handles;
}

/** Returns the rows of the rules that a step changes. */
function rulesIn(
  step: RowStep,
  { before, after }: FilterStates,
  byName: ReadonlyMap<string, ReadonlySet<object>>,
  stale: ReadonlySet<LiveEntry>,
): readonly object[] {
  const inForce = (handle: object): readonly object[] =>
    before.rules.has(handle) || after.rules.has(handle) ? [handle] : [];
  const named = (name: string): readonly object[] => [...(byName.get(name) ?? [])];
  switch (step.type) {
    case 'insert':
      return inForce(step.row);
    case 'update':
      if (step.entry.table === 'Address_Set') return named(`$${columnText(step.entry.row, 'name')}`);
      return inForce(step.entry);
    case 'attach':
    case 'detach':
      if (step.column === 'acls') return inForce(handleOf(step.target));
      return isLastingPort(step, stale) ? named(placeOf(step.holder)) : [];
    case 'delete':
      return named(placeOf({ live: step.entry }));
    default:
      return [];
  }
}
