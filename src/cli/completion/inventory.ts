import { checkConfiguration } from '../../schema/configuration.js';
import { CONFIGURATION_PATH, parseConfiguration } from '../../settings/configuration/parse.js';
import { readFileInside, readFolder } from '../../sources/collect.js';
import type { SourceLimits } from '../../sources/source.js';

/** Names of the objects in an inventory. */
export interface InventoryNames {
  readonly namespaces: ReadonlySet<string>;
  /** `<namespace>/<name>` of each pod. */
  readonly pods: ReadonlySet<string>;
}

/** Limits that keep shell completion fast. */
const LIMITS: SourceLimits = {
  fileBytes: 256 * 2 ** 20,
  totalBytes: 256 * 2 ** 20,
  files: 10_000,
  entries: { inside: 100_000, outside: 10_000 },
};

/** Lines that identify an object: its kind, and the start of its metadata. */
const MARK = /^([ -]*)"?(kind|metadata)"?: *([^\r\n]*)/gm;
/** Names accepted by the API server, which need no shell quotes. */
const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/**
 * Returns the names in the inventory of a folder's weir.yaml. No file is parsed: lines are matched in the format of
 * kubectl and Weir, and other formats are skipped. Returns no names if the inventory is too large or cannot be read.
 */
export function readInventoryNames(folder: string): InventoryNames {
  const silent = (): void => undefined;
  const [file] = readFileInside(folder, CONFIGURATION_PATH).files;
  const include = parseConfiguration(file, checkConfiguration, silent)?.inventory ?? [];
  const names = { namespaces: new Set<string>(), pods: new Set<string>() };
  for (const { text } of readFolder(folder, { include, exclude: [], limits: LIMITS }).files) addNames(text, names);
  return names;
}

/** Adds the names of the namespaces and pods in a text of objects, which are documents or items of lists. */
function addNames(text: string, names: { readonly namespaces: Set<string>; readonly pods: Set<string> }): void {
  const object = { indent: -1, kind: '' };
  for (const { index, 0: line, 1: left = '', 2: field, 3: value = '' } of text.matchAll(MARK)) {
    if (field === 'kind') {
      object.indent = left.length;
      object.kind = unquote(value);
    } else if (left.length === object.indent) {
      const { name, namespace } = readNames(text, value, index + line.length, left.length);
      if (object.kind === 'Namespace' && NAME.test(name)) names.namespaces.add(name);
      if (object.kind === 'Pod' && NAME.test(name) && NAME.test(namespace)) {
        names.namespaces.add(namespace);
        names.pods.add(`${namespace}/${name}`);
      }
    }
  }
}

/** Reads name and namespace from metadata on one line, or from the indented lines below. Missing ones are ''. */
function readNames(text: string, value: string, end: number, indent: number): Record<'name' | 'namespace', string> {
  const found = { name: '', namespace: '' };
  if (value.length > 1) {
    for (const field of ['name', 'namespace'] as const) {
      found[field] = new RegExp(`[{,] *"?${field}"?: *"?([^",} ]+)`).exec(value)?.[1] ?? '';
    }
    return found;
  }
  let inner = -1;
  for (let at = text.indexOf('\n', end) + 1; at > 0 && at < text.length; at = text.indexOf('\n', at) + 1) {
    const [, left = '', field, written = ''] =
      /^( *)(?:"?(name|namespace)"?:)?([^\r\n]*)/.exec(text.slice(at, at + 400)) ?? [];
    if (left.length <= indent) break;
    if (inner < 0) inner = left.length;
    if (left.length === inner && (field === 'name' || field === 'namespace')) found[field] = unquote(written);
    if (found.name !== '' && found.namespace !== '') break;
  }
  return found;
}

function unquote(value: string): string {
  return value
    .trim()
    .replace(/,$/, '')
    .replace(/^(["'])(.*)\1$/, '$2');
}
