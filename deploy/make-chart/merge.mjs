import { findCondition } from './conditions.mjs';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges the values that variants have at one place, a list of {variant, value}, to a node of a template:
 * {value} for all, {entries: [{key, when, node}]}, {items: [{when, node}]}, or {cases: [{when, node}]}, of which the first applies.
 * `when` is the text of a condition, or undefined for always.
 */
export function mergeValues(seen) {
  const texts = seen.map(({ value }) => JSON.stringify(value));
  if (texts.every((text) => text === texts[0])) return { value: seen[0].value };
  if (seen.every(({ value }) => isObject(value))) return { entries: mergeObjects(seen) };
  const items = seen.every(({ value }) => Array.isArray(value)) ? mergeLists(seen) : undefined;
  return items ? { items } : { cases: listCases(seen) };
}

function mergeObjects(seen) {
  const keys = [...new Set(seen.flatMap(({ value }) => Object.keys(value)))].sort();
  return keys.map((key) => {
    const some = seen.filter(({ value }) => Object.hasOwn(value, key));
    return { key, ...guard(some, seen, ({ value }) => value[key]) };
  });
}

/** Merges lists by the names of their items, or by whole items if those that variants share have different orders. */
function mergeLists(seen) {
  for (const identify of [(item) => item?.name ?? JSON.stringify(item), JSON.stringify]) {
    const lists = seen.map(({ variant, value }) => ({
      variant,
      value: new Map(value.map((one) => [identify(one), one])),
    }));
    if (lists.some(({ value }, index) => value.size !== seen[index].value.length)) continue;
    const order = orderAll(lists.map(({ value }) => [...value.keys()]));
    if (!order) continue;
    return order.map((name) => {
      const some = lists.filter(({ value }) => value.has(name));
      return guard(some, lists, ({ value }) => value.get(name));
    });
  }
  return undefined;
}

function listCases(seen) {
  const texts = [...new Set(seen.map(({ value }) => JSON.stringify(value)))];
  const groups = texts.map((text) => seen.filter(({ value }) => JSON.stringify(value) === text));
  groups.sort((one, other) => one.length - other.length);
  return groups.map((some, index) => {
    const left = groups.slice(index).flat();
    return { ...guard(some, left, ({ value }) => value) };
  });
}

function guard(some, all, select) {
  const when = findCondition(
    some.map(({ variant }) => variant),
    all.map(({ variant }) => variant),
  );
  return { when, node: mergeValues(some.map((one) => ({ variant: one.variant, value: select(one) }))) };
}

/** One order of names that agrees with all lists. Undefined if there is none. */
function orderAll(lists) {
  const after = new Map();
  for (const list of lists) {
    for (const [index, name] of list.entries()) {
      const known = after.get(name) ?? new Set();
      after.set(name, known);
      if (index > 0) known.add(list[index - 1]);
    }
  }
  const order = [];
  while (after.size > 0) {
    const next = [...after].find(([, before]) => [...before].every((name) => !after.has(name)));
    if (!next) return undefined;
    after.delete(next[0]);
    order.push(next[0]);
  }
  return order;
}
