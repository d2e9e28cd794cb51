import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LOCK_PATH } from '../../../src/settings/lock/parse.js';
import { CONFIGURATION_PATH } from '../../../src/settings/configuration/parse.js';
import { isFolder } from '../../../src/sources/is-folder.js';
import { FIXTURES, listCases } from '../../golden/cases.js';
import type { Random } from '../../rig/random.js';
import { isObject } from '../../../src/std/json.js';
import { compose } from '../../../src/yaml/compose.js';
import { applyEdit, listFieldEdits } from './field-edits.js';
import { kindOf, renderDocument, shapeOf } from './world.js';

const CASES = listCases();
/** A pod, a namespace, a node or a resource of somebody may be named like those of another. */
const WORDS = /[A-Za-z0-9.:/-]+/g;
const SETTINGS = [
  'gatewayMode: local',
  'interconnect: true',
  'interconnect: false',
  'topology: managed',
  'ipFamilies: [IPv4, IPv6]',
  'features: [egressIP, egressFirewall, egressQoS, networkPolicy, adminNetworkPolicy]',
  'features: [egressService, multiExternalGateway, services, egressFirewall]',
  'disableSnatMultipleGateways: true',
  'dropUntranslatedEgress: true',
  'transactions: true',
  'ovnSchemaVersion: 7.0.0',
  'platform: AWS',
  'allowEmpty: true',
  'statelessNetworkPolicy: true',
];

/** Puts the files of a random fixture into a folder, and some files of others beside them. */
export function beginRepository(folder: string, random: Random): void {
  copy(join(FIXTURES, pick(CASES, random)), folder);
  for (let number = random(3); number > 0; number--) addFile(folder, random);
}

/** Changes one thing in a repository, and says what. */
export function editRepository(folder: string, random: Random): string {
  const edit = pick(EDITS, random);
  return `${edit.name} ${edit(folder, random)}`;
}

/** The texts of all files of a repository, by path. */
export function readRepository(folder: string): ReadonlyMap<string, string> {
  return new Map(list(folder, '').map((path) => [path, readText(folder, path)]));
}

/** Makes a repository again what it was. */
export function restoreRepository(folder: string, files: ReadonlyMap<string, string>): void {
  for (const path of list(folder, '')) if (!files.has(path)) rmSync(join(folder, path));
  for (const [path, text] of files) if (readText(folder, path) !== text) write(join(folder, path), text);
}

type Edit = (folder: string, random: Random) => string;

const EDITS: readonly Edit[] = [
  addFile,
  removeFile,
  renameFile,
  ...[renameFolder, swapFolder, exchangeFile, linkFile, hideFile],
  replaceFile,
  ...[changeField, changeField, changeField],
  ...[changeWord, changeWord, changeWord, changeWord, removeLine, repeatLine, moveObject, insertComment, breakFile],
  setConfiguration,
  replaceConfiguration,
  removeLock,
  nothing,
];

function addFile(folder: string, random: Random): string {
  const { from, path } = pickMaterial(random);
  write(join(folder, path), readFileSync(from, 'utf8'));
  return path;
}

function removeFile(folder: string, random: Random): string {
  const path = pickFile(folder, random);
  if (path !== undefined) rmSync(join(folder, path));
  return path ?? '';
}

function renameFile(folder: string, random: Random): string {
  const path = pickFile(folder, random);
  if (path === undefined || path === CONFIGURATION_PATH) return '';
  renameSync(join(folder, path), join(folder, `${random(9)}-${path.replaceAll('/', '-')}`));
  return path;
}

/** A folder goes away with its files, or comes back under its name. */
function renameFolder(folder: string, random: Random): string {
  const path = pickFile(folder, random);
  if (!path?.includes('/')) return '';
  const top = path.slice(0, path.indexOf('/'));
  const names = ['egress', 'inventory', 'aside'].filter((name) => !existsSync(join(folder, name)));
  const to = names.length > 0 ? pick(names, random) : `${top}-${random(9)}`;
  if (!existsSync(join(folder, to))) renameSync(join(folder, top), join(folder, to));
  return `${top} to ${to}`;
}

/** Another folder takes the place of one, with the same files but for one. */
function swapFolder(folder: string, random: Random): string {
  const path = pickFile(folder, random);
  if (!path?.includes('/')) return '';
  const top = path.slice(0, path.indexOf('/'));
  copy(join(folder, top), join(folder, '.next'));
  rmSync(join(folder, '.next', path.slice(top.length + 1)));
  rmSync(join(folder, top), { recursive: true });
  renameSync(join(folder, '.next'), join(folder, top));
  return path;
}

/** As many editors save: another file takes the place of one. */
function exchangeFile(folder: string, random: Random): string {
  const path = pickFile(folder, random);
  if (path === undefined) return '';
  write(join(folder, '.next'), `${readText(folder, path)}# ${random(9)}\n`);
  renameSync(join(folder, '.next'), join(folder, path));
  return path;
}

/** A link takes the place of a file, which is elsewhere then. */
function linkFile(folder: string, random: Random): string {
  const path = pickFile(folder, random);
  if (path === undefined || path === CONFIGURATION_PATH) return '';
  const target = join(folder, `linked-${random(9)}-${basename(path)}`);
  if (existsSync(target)) return '';
  renameSync(join(folder, path), target);
  symlinkSync(target, join(folder, path));
  return path;
}

/** An index of Weir says that a file is its own. */
function hideFile(folder: string, random: Random): string {
  const path = pickFile(folder, random);
  if (path === undefined || path === CONFIGURATION_PATH) return '';
  const index = join(folder, random(2) === 0 ? '' : dirname(path), 'index.json');
  const hidden = index === join(folder, 'index.json') ? path : basename(path);
  write(index, JSON.stringify({ weir: 3, artefacts: [{ path: hidden }] }));
  return path;
}

/** The text of a file in the place of another one: what was one object is another. */
function replaceFile(folder: string, random: Random): string {
  const [from, to] = [pickFile(folder, random), pickFile(folder, random)];
  if (from === undefined || to === undefined) return '';
  write(join(folder, to), readText(folder, from));
  return `${to} by ${from}`;
}

/** A word of a file becomes another word of the repository. */
function changeWord(folder: string, random: Random): string {
  return change(folder, random, (text) => {
    const all = [...text.matchAll(WORDS)];
    const other = readText(folder, pickFile(folder, random)).match(WORDS) ?? ['x'];
    const chosen = all.length > 0 ? pick(all, random) : undefined;
    if (!chosen) return text;
    const { 0: word, index } = chosen;
    const number = /^[0-9]+$/.test(word) ? String(random(300)) : pick(other, random);
    return text.slice(0, index) + number + text.slice(index + word.length);
  });
}

/** Another value of a field that the objects of a kind have. The other objects of the file stay as they are. */
function changeField(folder: string, random: Random): string {
  return change(folder, random, (text, path) => {
    const { values, problem } = compose(text);
    const index = random(values.length);
    const document = values[index];
    if (problem || !isObject(document)) return text;
    const edits = [...listFieldEdits(document, shapeOf(kindOf(document, path)), random)];
    if (edits.length === 0) return text;
    return values
      .with(index, applyEdit(document, pick(edits, random)))
      .map(renderDocument)
      .join('---\n');
  });
}

function removeLine(folder: string, random: Random): string {
  return change(folder, random, (text) => {
    const lines = text.split('\n');
    lines.splice(random(lines.length), 1);
    return lines.join('\n');
  });
}

function repeatLine(folder: string, random: Random): string {
  return change(folder, random, (text) => {
    const lines = text.split('\n');
    const at = random(lines.length);
    return [...lines.slice(0, at + 1), ...lines.slice(at)].join('\n');
  });
}

/** An object of a file goes to the end of another one. */
function moveObject(folder: string, random: Random): string {
  const to = pickFile(folder, random);
  return change(folder, random, (text) => {
    const documents = text.split(/^---\n/m);
    const [moved] = documents.splice(random(documents.length), 1);
    if (to !== undefined) write(join(folder, to), `${readText(folder, to)}\n---\n${moved ?? ''}`);
    return documents.join('---\n');
  });
}

function insertComment(folder: string, random: Random): string {
  return change(folder, random, (text) => `# ${random(9)}\n${text}`);
}

function breakFile(folder: string, random: Random): string {
  return change(folder, random, (text) => `${text}\n  - {[\n`);
}

function setConfiguration(folder: string, random: Random): string {
  const line = pick(SETTINGS, random);
  const name = line.slice(0, line.indexOf(':') + 1);
  const text = readText(folder, CONFIGURATION_PATH);
  const others = text.split('\n').filter((each) => !each.startsWith(name));
  write(join(folder, CONFIGURATION_PATH), `${others.join('\n')}\n${line}\n`);
  return line;
}

function replaceConfiguration(folder: string, random: Random): string {
  const name = pick(CASES, random);
  write(join(folder, CONFIGURATION_PATH), readFileSync(join(FIXTURES, name, CONFIGURATION_PATH), 'utf8'));
  return name;
}

function removeLock(folder: string): string {
  rmSync(join(folder, LOCK_PATH), { force: true });
  return '';
}

function nothing(): string {
  return '';
}

/** Changes the text of a random file. */
function change(folder: string, random: Random, edit: (text: string, path: string) => string): string {
  const path = pickFile(folder, random);
  if (path !== undefined) write(join(folder, path), edit(readText(folder, path), path));
  return path ?? '';
}

/** A file of some fixture, and a place for it where few configurations miss it. */
function pickMaterial(random: Random): { readonly from: string; readonly path: string } {
  const folder = join(FIXTURES, pick(CASES, random));
  const path = pickFile(folder, random) ?? CONFIGURATION_PATH;
  const from = path === CONFIGURATION_PATH ? join(FIXTURES, 'quickstart/egress/shop.yaml') : join(folder, path);
  return { from, path: pick([`egress/${random(9)}.yaml`, `inventory/${random(9)}.yaml`, `${random(9)}.yaml`], random) };
}

/** A file of a repository, most of them YAML; undefined where there is none. */
function pickFile(folder: string, random: Random): string | undefined {
  const files = list(folder, '').filter((path) => /\.(ya?ml|json)$/.test(path));
  return files.length === 0 ? undefined : pick(files, random);
}

function list(folder: string, below: string): string[] {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name) => {
      const path = below === '' ? name : `${below}/${name}`;
      if (path === 'rendered') return [];
      return isFolder(join(folder, path)) ? list(folder, path) : [path];
    });
}

function copy(from: string, to: string): void {
  for (const path of list(from, ''))
    if (existsSync(join(from, path))) write(join(to, path), readFileSync(join(from, path)));
}

function readText(folder: string, path: string | undefined): string {
  return path !== undefined && existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : '';
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  // A link may lead to where no file can be.
  if (!existsSync(path)) rmSync(path, { force: true });
  writeFileSync(path, content);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
}
