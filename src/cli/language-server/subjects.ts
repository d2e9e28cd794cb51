import { read } from '../../compile/1-read/read.js';
import { placeBySource } from '../../compile/assume.js';
import { EXPECTATIONS_PATH } from '../../expectations/parse.js';
import { knownKinds } from '../../kinds/known.js';
import type { Origin, SourceFile } from '../../model/manifest.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import { asObject } from '../../std/json.js';
import { suggest } from '../../std/suggest.js';
import { compose } from '../../yaml/compose.js';
import type { Subject } from './references.js';
import type { Known } from './session.js';

/** A subject with the place where it is written. */
export interface Written extends Subject {
  readonly origin: Origin;
}

const silent = (): void => undefined;

/** What people write, as it was analysed last: compiled resources, then expectations, weir.yaml and the lock. */
export function listSubjects({ found, input }: Known): Written[] {
  const files = [...input.expectations, input.configurationFile, input.lock];
  return [...found.compiled, ...files.flatMap((file) => (file ? subjectOf(file, input) : []))];
}

/** What stands in a file, as its text is now. */
export function readSubjects({ path, text }: SourceFile, { input }: Known): Written[] {
  const before = input.files.find((file) => file.path === path);
  const file: SourceFile = {
    ...{ path, text },
    ...(before?.namespace === undefined ? {} : { namespace: before.namespace }),
    ...(before?.parameters ? { parameters: before.parameters } : {}),
  };
  const own = subjectOf(file, input);
  if (own.length > 0) return own;
  const { compiled, inventory, observed } = placeBySource(read([file], { ...knownKinds, suggest }, silent), silent);
  return [...compiled, ...inventory, ...observed];
}

/** A file of Weir's own is one subject; any other one is none, nor is one that cannot be read. */
function subjectOf(file: SourceFile, { expectations }: Known['input']): Written[] {
  const isExpectations = expectations.some(({ path }) => path === file.path);
  const kind = isExpectations ? EXPECTATIONS_PATH : file.path;
  if (![CONFIGURATION_PATH, LOCK_PATH, EXPECTATIONS_PATH].includes(kind)) return [];
  const object = asObject(compose(file.text).values.find((value) => value !== null));
  const origin: Origin = { file, start: 0, end: file.text.length, pointer: '' };
  return object ? [{ kind, namespace: '', name: '', object, origin }] : [];
}
