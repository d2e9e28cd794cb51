import { type Definitions, definitionOf } from '../../kinds/contract/definition.js';
import { expectationsEditorSchema } from '../../expectations/schema.js';
import { EXPECTATIONS_PATH } from '../../expectations/parse.js';
import { knownKinds } from '../../kinds/known.js';
import { editorSchema } from '../../settings/configuration/editor-schema.js';
import { FLEET_PATH } from '../../settings/fleet/parse.js';
import { fleetSchema } from '../../settings/fleet/schema.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { type JsonObject, asObject } from '../../std/json.js';

/** The identity of a document. */
export interface Header {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A valid value, with its description. */
export interface CompletionChoice {
  readonly text: string;
  readonly detail: string;
}

/** Schema of metadata that every object has. */
const METADATA: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name of the object.' },
    namespace: { type: 'string', description: 'Namespace of the object.' },
    labels: { type: 'object', description: 'Labels of the object.' },
    annotations: { type: 'object', description: 'Annotations of the object.' },
  },
};

/** Fields of an object whose kind is not known yet. */
const ANY_OBJECT: JsonObject = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string', description: 'Group and version of the API.' },
    kind: { type: 'string', description: 'Kind of the object.' },
    metadata: METADATA,
    spec: { type: 'object', description: 'What is wanted.' },
  },
};

/**
 * Returns the schema of a file's documents: by file name, otherwise by kind and version, with the definitions of the
 * release.
 */
export function schemaOf(path: string, { apiVersion, kind }: Header, definitions: Definitions = {}): JsonObject {
  if (path === CONFIGURATION_PATH) return editorSchema;
  if (path === FLEET_PATH) return fleetSchema;
  if (path === EXPECTATIONS_PATH) return expectationsEditorSchema;
  const known = knownKinds.compiled.find(
    (one) => one.kind === kind && (apiVersion === '' || one.apiVersion === apiVersion),
  );
  if (!known) return ANY_OBJECT;
  const schema = definitionOf(known, definitions);
  const properties = asObject(schema.properties) ?? {};
  const metadata = { ...METADATA, description: asObject(properties.metadata)?.description ?? '' };
  return { ...schema, properties: { ...properties, metadata } };
}

/** Returns the schemas for the value at a path: several if the schema has alternatives. */
export function schemasAt(schema: JsonObject, path: readonly string[]): JsonObject[] {
  return path.reduce<JsonObject[]>((found, part) => found.flatMap((one) => below(one, part)), alternatives(schema));
}

function below(schema: JsonObject, part: string): JsonObject[] {
  const own = asObject(schema.properties)?.[part];
  const next =
    own ?? (schema.items !== undefined && /^[0-9]+$/.test(part) ? schema.items : schema.additionalProperties);
  const found = asObject(next);
  return found ? alternatives(found) : [];
}

function alternatives(schema: JsonObject): JsonObject[] {
  const offered = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [schema, ...offered.flatMap((one) => alternatives(asObject(one) ?? {}))];
}

/** Returns the documentation of a field, from its schema or an alternative of it. */
export function describeField(schemas: readonly JsonObject[]): string {
  const texts = schemas.flatMap(({ description }) => (typeof description === 'string' ? [description] : []));
  return texts[0] ?? '';
}

/** Returns the field names allowed in a mapping with these schemas. */
export function schemaFieldsOf(schemas: readonly JsonObject[]): CompletionChoice[] {
  const fields = new Map<string, string>();
  for (const { properties } of schemas) {
    for (const [name, field] of Object.entries(asObject(properties) ?? {})) {
      fields.set(name, describeField(alternatives(asObject(field) ?? {})));
    }
  }
  return Array.from(fields, ([text, detail]) => ({ text, detail }));
}

/** Returns the allowed values of a field with these schemas, if they are limited. */
export function schemaValuesOf(schemas: readonly JsonObject[]): CompletionChoice[] {
  const values = schemas.flatMap((schema) => [
    ...(Array.isArray(schema.enum) ? schema.enum : []),
    ...('const' in schema ? [schema.const] : []),
    ...(schema.type === 'boolean' ? [true, false] : []),
  ]);
  const texts = values.flatMap((value) => (typeof value === 'object' && value !== null ? [] : [String(value)]));
  return [...new Set(texts)].map((text) => ({ text, detail: '' }));
}

/** Returns the kinds that Weir compiles. */
export function kindChoices(): CompletionChoice[] {
  return knownKinds.compiled.map(({ kind, apiVersion, definition: { schema } }) => ({
    text: kind,
    detail: `${apiVersion}. ${typeof schema.description === 'string' ? schema.description : ''}`,
  }));
}

/** Returns the API versions of a kind, or all if the kind is unset. */
export function versionChoices(kind: string): CompletionChoice[] {
  const own = knownKinds.compiled.filter((one) => kind === '' || one.kind === kind);
  return [...new Set(own.map(({ apiVersion }) => apiVersion))].map((text) => ({ text, detail: '' }));
}
