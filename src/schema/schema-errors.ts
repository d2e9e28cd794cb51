import { textOf } from '../model/kubernetes-object.js';
import type { ErrorObject } from 'ajv';
import type { Finding } from '../model/diagnostic.js';
import { escapePointer, splitPointer } from '../yaml/locate.js';
import { formatWords } from './formats.js';
import { messages } from './messages.js';
import type { Problem } from './problem.js';
import { describeValue, showValue } from './quote.js';
import type { JsonObject } from '../std/json.js';
import { suggest, suggestOnly } from '../std/suggest.js';

/** Parts of an error for its translation: the value of the violated keyword, its schema, and the offending value. */
interface Violation {
  /** Field with the error, such as `'ports[0]'`. */
  readonly subject: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly wanted: unknown;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly value: unknown;
}

/**
 * Converts an error of the schema validator into a finding at the location that it is about: an unknown field itself,
 * or the object with a missing field. Throws for a keyword without a message, which no schema of Weir may use.
 */
export function explainError(error: ErrorObject): Problem {
  const schema = (error.parentSchema ?? {}) as Record<string, unknown>;
  const explain = explanations[error.keyword];
  if (!explain) throw new Error(`the schema keyword ${error.keyword} has no message`);
  const description = textOf(schema.description);
  const subject = subjectOf(error.instancePath);
  const violation = { subject, params: error.params, wanted: error.schema, schema, description, value: error.data };
  const place = { pointer: error.instancePath + placeInside(error) };
  const ofKey = error.keyword === 'additionalProperties';
  return { finding: explain(violation), ...place, ...(ofKey && { part: 'key' as const }) };
}

/** Returns the pointer from the value with the error to its invalid part. */
function placeInside({ keyword, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `/${escapePointer(textOf(params.additionalProperty))}`;
  // The later one of two equal entries is the duplicate.
  return keyword === 'uniqueItems' ? `/${Math.max(Number(params.i), Number(params.j))}` : '';
}

/** Returns the field at the end of a JSON pointer, with the indexes in it, such as `ports[0]`. */
function subjectOf(pointer: string): string {
  const parts = splitPointer(pointer);
  const places: string[] = [];
  while (/^[0-9]+$/.test(parts.at(-1) ?? '')) places.unshift(`[${parts.pop() ?? ''}]`);
  return parts.length === 0 ? 'the object' : showValue((parts.at(-1) ?? '') + places.join(''));
}

const explanations: Readonly<Record<string, (violation: Violation) => Finding>> = {
  additionalProperties: ({ params, schema, value }) => {
    const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;
    const object = value as JsonObject;
    const field = textOf(params.additionalProperty);
    const known = Object.keys(properties);
    const only = suggestOnly(
      field,
      known.filter((other) => !Object.hasOwn(object, other)),
    );
    const near = properties[only ?? suggest(field, known) ?? ''];
    if (!near || takes(near, object[field])) return messages.unknownField(field, known, only);
    return messages.unknownField(field, known, undefined, TYPES[textOf(near.type)]);
  },
  required: ({ params, schema }) => {
    const field = textOf(params.missingProperty);
    const properties = schema.properties as Record<string, { readonly description?: unknown }> | undefined;
    return messages.missingField(field, textOf(properties?.[field]?.description));
  },
  type: ({ subject, schema, description, value }) =>
    messages.wrongType(
      subject,
      TYPES[textOf(schema.type)] ?? 'something else',
      describeValue(value),
      adviseOn(schema, value, description),
      withoutQuotes(schema, value),
    ),
  enum: ({ subject, wanted, value }) => messages.notAChoice(subject, showValue(value), textOf(value), listOf(wanted)),
  const: ({ subject, wanted, value }) =>
    messages.notAChoice(subject, showValue(value), textOf(value), [wordOf(wanted)]),
  pattern: ({ subject, wanted, description, value }) =>
    messages.badPattern(subject, textOf(value), textOf(wanted), description),
  format: ({ subject, wanted, value }) => {
    const words = formatWords[textOf(wanted)];
    return messages.badFormat(subject, showValue(value), words?.name ?? textOf(wanted), words?.advice ?? '');
  },
  minimum: outOfRange,
  maximum: outOfRange,
  minLength: ({ subject, wanted, description, value }) =>
    messages.tooFew(subject, count(wanted, 'character'), textOf(value).length, description),
  maxLength: ({ subject, wanted, description, value }) =>
    messages.tooMany(subject, count(wanted, 'character'), textOf(value).length, description),
  minItems: ({ subject, wanted, description, value }) =>
    messages.tooFew(subject, count(wanted, 'entry'), sizeOf(value), description),
  maxItems: ({ subject, wanted, description, value }) =>
    messages.tooMany(subject, count(wanted, 'entry'), sizeOf(value), description),
  minProperties: ({ subject, wanted, description, value }) =>
    messages.tooFew(subject, count(wanted, 'field'), sizeOf(value), description),
  maxProperties: ({ subject, wanted, description, value }) =>
    messages.tooMany(subject, count(wanted, 'field'), sizeOf(value), description),
  'x-kubernetes-list-type': ({ params }) => messages.duplicateEntry(listOf(params.keys)),
  uniqueItems: () => messages.duplicateEntry([]),
  anyOf: noVariant,
  oneOf: noVariant,
};

/** JSON Schema types with their articles, in YAML terms. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Returns advice about a value of the wrong type, which usually has missing or unnecessary quotes. */
function adviseOn({ type }: Violation['schema'], value: unknown, description: string): string {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return `put it in quotes: "${value}"`;
  const bare = withoutQuotes({ type }, value);
  return bare === undefined ? description : `write it without quotes: ${String(bare)}`;
}

/** Returns the value of a string without its quotes. Returns undefined if the schema does not accept that value. */
function withoutQuotes({ type, minimum, maximum }: Violation['schema'], value: unknown): number | boolean | undefined {
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  const isNumber = type === 'integer' || type === 'number';
  if (!isNumber || typeof value !== 'string' || !/^(0|[1-9][0-9]{0,14})$/.test(value)) return undefined;
  const number = Number(value);
  return number < Number(minimum ?? number) || number > Number(maximum ?? number) ? undefined : number;
}

/** Returns true if a schema accepts the type of a value. */
function takes({ type, nullable, anyOf }: JsonObject, value: unknown): boolean {
  if (value === null) return nullable === true;
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case undefined:
      return !Array.isArray(anyOf) || anyOf.some((branch) => takes(branch as JsonObject, value));
    default:
      return typeof value === type;
  }
}

function outOfRange({ subject, schema: { minimum, maximum }, description, value }: Violation): Finding {
  const limits =
    minimum === undefined
      ? `at most ${Number(maximum)}`
      : maximum === undefined
        ? `at least ${Number(minimum)}`
        : `${Number(minimum)} to ${Number(maximum)}`;
  return messages.outOfRange(subject, showValue(value), limits, description);
}

function noVariant({ subject, wanted, description, value }: Violation): Finding {
  const variants = (wanted as { readonly format?: unknown; readonly description?: unknown }[]).map(
    (branch) => formatWords[textOf(branch.format)]?.name ?? textOf(branch.description),
  );
  const bare = (wanted as Violation['schema'][]).map((branch) => withoutQuotes(branch, value));
  const [first] = bare.filter((one) => one !== undefined);
  return messages.noVariant(subject, showValue(value), variants, description, first);
}

function count(limit: unknown, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${Number(limit)} ${limit === 1 ? noun : plural}`;
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Returns a value in YAML notation. */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}
