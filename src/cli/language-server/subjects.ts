import { readManifests } from '../../compile/1-read/read.js';
import { EXPECTATIONS_PATH } from '../../expectations/parse.js';
import { knownKinds } from '../../kinds/known.js';
import type { Origin, SourceFile } from '../../model/manifest.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import { asObject } from '../../std/json.js';
import { compose } from '../../yaml/compose.js';
import type { ReferenceSubject } from './references.js';
import type { Known } from './session.js';

/** A subject with its source location. */
export interface WrittenSubject extends ReferenceSubject {
  readonly origin: Origin;
}

const silent = (): void => undefined;

/**
 * Returns the files that users write, of the last analysis: compiled resources, then expectations, weir.yaml and the
 * lock.
 */
export function listSubjects({ found, input }: Known): WrittenSubject[] {
  const files = [...input.expectations, input.configurationFile, input.lock];
  return [...found.compiled, ...files.flatMap((file) => (file ? subjectOf(file, input) : []))];
}

/** Returns the subjects in the current text of a file. */
export function readSubjects({ path, text }: SourceFile, { input }: Known): WrittenSubject[] {
  const before = input.files.find((file) => file.path === path);
  const file: SourceFile = {
    ...{ path, text },
    ...(before?.namespace === undefined ? {} : { namespace: before.namespace }),
    ...(before?.parameters ? { parameters: before.parameters } : {}),
  };
  const own = subjectOf(file, input);
  if (own.length > 0) return own;
  const { compiled, inventory, observed } = readManifests([file], knownKinds, silent);
  return [...compiled, ...inventory, ...observed];
}

/** Returns the subject of a file of Weir. Returns an empty list for other and unreadable files. */
function subjectOf(file: SourceFile, { expectations }: Known['input']): WrittenSubject[] {
  const isExpectations = expectations.some(({ path }) => path === file.path);
  const kind = isExpectations ? EXPECTATIONS_PATH : file.path;
  if (![CONFIGURATION_PATH, LOCK_PATH, EXPECTATIONS_PATH].includes(kind)) return [];
  const object = asObject(compose(file.text).values.find((value) => value !== null));
  const origin: Origin = { file, start: 0, end: file.text.length, pointer: '' };
  return object ? [{ kind, namespace: '', name: '', object, origin }] : [];
}
