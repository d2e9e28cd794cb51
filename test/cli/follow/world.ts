import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '../../../src/compile/2-validate/index.js';
import { readManifests } from '../../../src/compile/1-read/read.js';
import { expectationsEditorSchema } from '../../../src/expectations/schema.js';
import { parseExpectations } from '../../../src/expectations/parse.js';
import { kinds } from '../../../src/kinds/index.js';
import { knownKinds } from '../../../src/kinds/known.js';
import { findViolations } from '../../../src/schema/schema.js';
import { checkConfiguration } from '../../../src/schema/configuration.js';
import { parseConfiguration } from '../../../src/settings/configuration/parse.js';
import { parseLock } from '../../../src/settings/lock/parse.js';
import type { Report } from '../../../src/model/diagnostic.js';
import { configurationSchema } from '../../../src/settings/configuration/schema.js';
import { lockSchema } from '../../../src/settings/lock/schema.js';
import { type Json, type JsonObject, isObject } from '../../../src/std/json.js';
import { memoize, once } from '../../../src/std/memoize.js';
import { compose } from '../../../src/yaml/compose.js';
import type { SourceFile } from '../../../src/model/manifest.js';
import { FIXTURES, listCases, listFiles } from '../../golden/cases.js';
import { type Shape, addSchema, addValue, createShape } from './shape.js';

const WORLD = fileURLToPath(new URL('world/', import.meta.url));

/** Schemas of the files without a kind, by path. */
const SETTINGS: Readonly<Record<string, JsonObject>> = {
  'weir.yaml': configurationSchema,
  'weir.lock.yaml': lockSchema,
  'expectations.yaml': expectationsEditorSchema,
};

/** A file of a repository with one document. */
export interface WorldFile {
  readonly path: string;
  readonly document: JsonObject;
  /** API version and kind, or the path for settings. */
  readonly kind: string;
}

/**
 * Reads files of the world, a small repository in which objects of every kind affect each other. Each document gets its
 * own file, so that an edit of one leaves the others as they were read.
 */
export function readWorld(paths: readonly string[]): WorldFile[] {
  return paths.flatMap((path) => {
    const documents = compose(fileOf(WORLD, path).text).values.filter(isObject);
    return documents.map((document, index) => {
      const own = path in SETTINGS ? path : path.replace('.yaml', `-${index}.yaml`);
      return { path: own, document, kind: kindOf(document, path) };
    });
  });
}

/** Returns the API version and kind of a document, or the path of a file of settings. */
export function kindOf({ apiVersion, kind }: JsonObject, path: string): string {
  return typeof apiVersion === 'string' && typeof kind === 'string' ? `${apiVersion} ${kind}` : path;
}

/** Renders a document as JSON on one line. */
export function renderDocument(document: Json): string {
  return `${JSON.stringify(document)}\n`;
}

/** Every kind that affects a result. */
export const allKinds: readonly string[] = [...kinds, ...knownKinds.inventory].map(
  ({ apiVersion, kind }) => `${apiVersion} ${kind}`,
);

/** Returns true if a document of a kind, or a file of settings, has no error. */
export function isValid(kind: string, document: Json): boolean {
  const file = { path: kind, text: renderDocument(document) };
  let isBroken = false;
  const report = ({ severity }: Report): void => void (isBroken ||= severity === 'error');
  if (kind === 'weir.yaml') parseConfiguration(file, checkConfiguration, report);
  else if (kind === 'weir.lock.yaml') parseLock(file, checkConfiguration, report);
  else if (kind === 'expectations.yaml') parseExpectations([file], checkConfiguration, report);
  else validate(readManifests([file], knownKinds, report).compiled, kinds, report);
  return !isBroken;
}

/** Returns the schema of a kind or of a file of settings. Objects of the inventory have none. */
export function schemaOf(kind: string): JsonObject | undefined {
  return SETTINGS[kind] ?? kinds.find((one) => `${one.apiVersion} ${one.kind}` === kind)?.definition.schema;
}

/**
 * Returns the shape of a kind or of a file of settings: every field of its schema, and everything that valid objects of
 * the world and of fixtures have.
 */
export const shapeOf = memoize((kind: string): Shape => {
  const shape = createShape();
  const schema = schemaOf(kind);
  for (const object of objectsOfFixtures().get(kind) ?? [])
    if (!schema || findViolations(object, schema).length === 0) addValue(shape, object);
  if (schema) addSchema(shape, schema);
  return shape;
});

/** Objects of fixtures, by kind. */
const objectsOfFixtures = once((): ReadonlyMap<string, readonly JsonObject[]> => {
  const byKind = new Map<string, JsonObject[]>();
  const add = (kind: string, object: JsonObject | undefined): void => {
    const own = byKind.get(kind);
    if (own && object) own.push(object);
    else if (object) byKind.set(kind, [object]);
  };
  for (const name of listCases()) {
    const folder = join(FIXTURES, name);
    const paths = listFiles(folder);
    for (const path of paths.filter((one) => one in SETTINGS))
      add(path, compose(fileOf(folder, path).text).values.find(isObject));
    const files = paths
      .filter((path) => /\.ya?ml$/.test(path) && !path.startsWith('rendered/') && !(path in SETTINGS))
      .map((path) => fileOf(folder, path));
    const found = readManifests(files, knownKinds, () => undefined);
    for (const { apiVersion, kind, object } of [...found.compiled, ...found.inventory, ...found.observed])
      add(`${apiVersion} ${kind}`, object);
  }
  return byKind;
});

function fileOf(folder: string, path: string): SourceFile {
  return { path, text: readFileSync(join(folder, path), 'utf8') };
}
