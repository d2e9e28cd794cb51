import { type Json, type JsonObject, isObject, parseJson } from '../../../src/std/json.js';

/** The fields that a value may have, and values that it has elsewhere or that its schema allows. */
export interface Shape {
  readonly values: Map<string, Json>;
  readonly fields: Map<string, Shape>;
  /** Shape of the items of a list. */
  items?: Shape;
  /** Shape of the JSON in a text, as in annotations. */
  inText?: Shape;
}

/** Maximum values kept for each field. */
const MAX_VALUES = 40;

export function createShape(): Shape {
  return { values: new Map(), fields: new Map() };
}

/** Adds a value, and those inside it. */
export function addValue(shape: Shape, value: Json): void {
  addChoice(shape, value);
  if (Array.isArray(value)) for (const item of value) addValue((shape.items ??= createShape()), item);
  else if (isObject(value)) for (const [name, own] of Object.entries(value)) addValue(fieldOf(shape, name), own);
  else {
    const inside = readText(value);
    if (inside !== undefined) addValue((shape.inText ??= createShape()), inside);
  }
}

/** Adds every field of a JSON Schema, with values that it allows. Keys of maps are those that are already known. */
export function addSchema(shape: Shape, schema: JsonObject): void {
  for (const value of choicesOf(schema)) addChoice(shape, value);
  for (const word of ['anyOf', 'oneOf', 'allOf'])
    for (const one of (schema[word] as JsonObject[] | undefined) ?? []) addSchema(shape, one);
  for (const [name, own] of Object.entries((schema.properties as JsonObject | undefined) ?? {}))
    addSchema(fieldOf(shape, name), own as JsonObject);
  if (isObject(schema.items)) addSchema((shape.items ??= createShape()), schema.items);
  if (!isObject(schema.additionalProperties)) return;
  const known = shape.fields.size > 0 ? shape.fields.values() : [fieldOf(shape, 'other')];
  for (const own of known) addSchema(own, schema.additionalProperties);
}

/** Reads a text that is a JSON object or list. */
export function readText(value: Json): Json | undefined {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJson(value) as Json | undefined) : undefined;
}

function fieldOf({ fields }: Shape, name: string): Shape {
  const known = fields.get(name);
  if (known) return known;
  const own = createShape();
  fields.set(name, own);
  return own;
}

function addChoice({ values }: Shape, value: Json): void {
  if (values.size < MAX_VALUES) values.set(JSON.stringify(value), value);
}

function choicesOf({ const: only, enum: listed, type, minimum, maximum, default: usual }: JsonObject): Json[] {
  const choices = [only, usual, ...((listed as Json[] | undefined) ?? [])].filter((value) => value !== undefined);
  if (type === 'boolean') return [true, false];
  if (type !== 'integer') return choices;
  const least = typeof minimum === 'number' ? minimum : 0;
  return [...choices, least, least + 1, typeof maximum === 'number' ? maximum : least + 300];
}
