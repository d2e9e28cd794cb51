import { type Json, isObject } from '../../../src/std/json.js';
import type { Random } from '../../rig/random.js';
import { type Shape, readText } from './shape.js';

/** Step into the JSON of a text. */
const TEXT = Symbol('text');

/** Fields, indexes and texts, from the outside to the inside. */
type Path = readonly (string | number | typeof TEXT)[];

/** A new value of one field. */
export interface FieldEdit {
  readonly path: Path;
  /** The edited field. It is inside the value at `path` if that is new. */
  readonly field: string;
  /** If undefined, the field is removed. */
  readonly value: Json | undefined;
}

/** Returns an edit of each field that a value has or may have by its shape. */
export function* listFieldEdits(value: Json, shape: Shape, random: Random): Generator<FieldEdit> {
  if (isObject(value)) {
    for (const [name, own] of shape.fields) yield* within([name], name, value[name], own, random);
  } else if (Array.isArray(value) && shape.items) {
    const index = random(value.length);
    yield { path: [], field: '[]', value: changeList(value, shape.items, random) };
    yield* within([index], '*', value[index], shape.items, random);
  }
  const inside = readText(value);
  if (inside === undefined || !shape.inText) return;
  for (const edit of listFieldEdits(inside, shape.inText, random))
    yield { ...edit, path: [TEXT, ...edit.path], field: `(text)/${edit.field}` };
}

/** Returns a value after an edit, or the value itself if it no longer has what contains the field. */
export function applyEdit(value: Json, { path: [step, ...path], value: edited, field }: FieldEdit): Json {
  const rest = { path, value: edited, field };
  if (step === undefined) return edited ?? value;
  if (step === TEXT) {
    const inside = readText(value);
    return inside === undefined ? value : JSON.stringify(applyEdit(inside, rest));
  }
  if (typeof step === 'number') {
    const item = Array.isArray(value) ? value[step] : undefined;
    if (!Array.isArray(value) || item === undefined) return value;
    const isRemoved = path.length === 0 && edited === undefined;
    return value.toSpliced(step, 1, ...(isRemoved ? [] : [applyEdit(item, rest)]));
  }
  if (!isObject(value)) return value;
  const { [step]: own, ...others } = value;
  if (path.length === 0) return edited === undefined ? others : { ...value, [step]: edited };
  return own === undefined ? value : { ...value, [step]: applyEdit(own, rest) };
}

/**
 * Returns edits of a field, and of the fields inside it. If the field is not set, it gets a value, and one in which a
 * random field is edited.
 */
function* within(
  path: Path,
  name: string,
  value: Json | undefined,
  shape: Shape,
  random: Random,
): Generator<FieldEdit> {
  yield { path, field: name, value: changeValue(value, shape, random) };
  if (value !== undefined) {
    for (const edit of listFieldEdits(value, shape, random))
      yield { path: [...path, ...edit.path], field: `${name}/${edit.field}`, value: edit.value };
    return;
  }
  const base = pick([...shape.values.values()].filter(isNested), random) ?? (shape.items ? [] : {});
  const inside = pick([...listFieldEdits(base, shape, random)], random);
  if (inside) yield { path, field: `${name}/${inside.field}`, value: applyEdit(base, inside) };
}

function isNested(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

/** Returns another value, or undefined to remove the field. */
function changeValue(value: Json | undefined, shape: Shape, random: Random): Json | undefined {
  if (value !== undefined && random(4) === 0) return undefined;
  const now = JSON.stringify(value);
  const others = [...shape.values].filter(([text]) => text !== now).map(([, other]) => other);
  return pick(others, random) ?? vary(value, shape);
}

function vary(value: Json | undefined, { items, fields }: Shape): Json {
  if (value === undefined) return items ? [] : fields.size > 0 ? {} : 'other';
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}x` : value;
}

/** Returns a list with another order, or with an item more or less. */
function changeList(list: readonly Json[], { values }: Shape, random: Random): Json[] {
  const added = pick([...values.values()], random);
  if (list.length > 1 && random(3) === 0) return list.toReversed();
  if (list.length > 0 && random(3) === 0) return list.slice(1);
  return added === undefined ? [...list, ...list] : [...list, added];
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random(items.length)];
}
