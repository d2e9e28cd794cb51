import { dirname } from 'node:path';
import type { ComparedInput } from '../../compare/interpret-side.js';
import { shareFiles } from '../../compare/share.js';
import type { Upgrade } from '../../compare/upgrade.js';
import type { Both } from '../../traffic/side.js';
import type { Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { nameCommit } from '../../sources/git.js';
import { findBase } from '../../sources/git-base.js';
import { indexTexts } from '../../sources/git-objects.js';
import { isFolder } from '../../sources/is-folder.js';
import { messages } from '../../sources/messages.js';
import { type ReadInput, readInput } from './input.js';
import type { InputMemory } from './reader.js';
import { upgradeInputs } from './upgrade.js';
import { pathFromHere } from '../process/folder.js';
import { sharedMemory } from './shared-memory.js';

export interface DiffInputOptions {
  /**
   * A git revision, or a folder that starts with `./`, `../` or `/`. Default: the commit from which the branch started.
   */
  readonly base: string | undefined;
  /** A git revision or a folder, as for the base. Default: the working tree. */
  readonly head: string | undefined;
  /** The folder of the repository that is compiled. */
  readonly path: string;
  readonly config?: string;
  /** Date at which expiry is evaluated on both sides, `YYYY-MM-DD`. Takes precedence over their configurations. */
  readonly today?: string;
  /** Releases of an upgrade. If set, both sides are the same input: the base, or the working tree. */
  readonly upgrade?: Upgrade | undefined;
  /** A file or folder that replaces the inventory of both sides. */
  readonly inventory?: string;
  /** If true, a side must be a revision, even if its name has the form of a folder. */
  readonly revisionsOnly?: boolean;
  /** The cached state of earlier comparisons. If unset, a new one is used. */
  readonly memory?: InputMemory | undefined;
}

/** The two sides of a comparison, as read. */
export interface DiffInput {
  readonly titles: Both<string>;
  /** Paths from the current folder to the folder of each side. */
  readonly folders: Both<string>;
  readonly reports: Both<readonly Report[]>;
  /** If set, the sides are one input before and after an upgrade. */
  readonly upgrade?: Upgrade;
  /** If true, the base has no weir.yaml, and is read with the weir.yaml of the head. */
  readonly isBorrowed: boolean;
  /** If unset, a side could not be read or its configuration has errors. */
  readonly inputs?: Both<ComparedInput>;
}

/** Returns true if a side is a folder or the working tree, whose files can change. */
export function followsFiles({ base, head, upgrade }: Pick<DiffInputOptions, 'base' | 'head' | 'upgrade'>): boolean {
  if (upgrade) return base === undefined || isWrittenAsFolder(base);
  return head === undefined || isWrittenAsFolder(head) || (base !== undefined && isWrittenAsFolder(base));
}

/**
 * Reads both sides. Shared input is read once: files with equal content at the same path are the same objects on both
 * sides, and in all comparisons that share a memory. A base without weir.yaml precedes the use of Weir, so it is read
 * with the weir.yaml and the inventory of the head.
 */
export async function readSides(options: DiffInputOptions): Promise<DiffInput> {
  if (options.upgrade) return readUpgrade(options.upgrade, options);
  const head = await readSide(options.head, 'working tree', options);
  const base = await findBaseSide(options);
  if ('code' in base) return failed(base, head);
  const first = await readSide(base.name, '', options, head.input.files);
  const isBorrowed = !first.input.configurationFile && head.input.configurationFile !== undefined;
  const before = isBorrowed ? await readSide(base.name, '', options, head.input.files, head.input) : first;
  const folders = { before: pathFromHere(before.input.root), after: pathFromHere(head.input.root) };
  const titles = { before: base.title ?? before.title, after: head.title };
  const reports = { before: before.input.reports, after: head.input.reports };
  const inputs = shareSides({ before: before.input, after: head.input }, memoryOf(options));
  return { titles, folders, reports, isBorrowed, ...(inputs ? { inputs } : {}) };
}

/** Reads an input twice, for the releases before and after an upgrade. */
async function readUpgrade(upgrade: Upgrade, options: DiffInputOptions): Promise<DiffInput> {
  const before = await readSide(options.base, '', { ...options, release: upgrade.from.name });
  const after = await readSide(options.base, '', { ...options, release: upgrade.to.name }, before.input.files);
  const folder = pathFromHere(before.input.root);
  const read = { before: before.input, after: after.input };
  const inputs = shareSides(read, memoryOf(options));
  return {
    titles: { before: `OVN-Kubernetes ${upgrade.from.name}`, after: `OVN-Kubernetes ${upgrade.to.name}` },
    folders: { before: folder, after: folder },
    reports: { before: before.input.reports, after: after.input.reports },
    isBorrowed: false,
    upgrade,
    ...(inputs ? { inputs: upgradeInputs(inputs, upgrade) } : {}),
  };
}

interface ReadSide {
  readonly title: string;
  readonly input: ReadInput;
}

/**
 * Reads a side. A name is a revision unless it has the form of a folder, so that a file in the repository cannot shadow
 * a revision. Undefined is the working tree.
 */
async function readSide(
  name: string | undefined,
  title: string,
  options: DiffInputOptions & { readonly release?: string },
  known: readonly SourceFile[] = [],
  otherwise?: ReadInput,
): Promise<ReadSide> {
  const { path, config, today, inventory, release, revisionsOnly = false } = options;
  const memory = memoryOf(options);
  // The change that adds the first resource, or removes the last one, must be comparable.
  const both = {
    memory,
    ...(otherwise ? { otherwise } : {}),
    ...(today === undefined ? {} : { today }),
    ...(inventory === undefined ? {} : { inventory }),
    ...(release === undefined ? {} : { release }),
    allowEmpty: true,
  };
  const configuration = { ...(config === undefined ? {} : { config }), ...both };
  if (name === undefined) return { title, input: await readInput({ path, ...configuration }) };
  if (!revisionsOnly && isWrittenAsFolder(name))
    return { title: name, input: await readInput({ path: name, ...both }) };
  const read = (rev: string): Promise<ReadInput> =>
    readInput({ path, rev, findText: indexTexts(known), ...configuration });
  // All input outside of the commit is read from the disk.
  const isWhole = !otherwise && inventory === undefined;
  const named = memory && isWhole ? await nameCommit(config === undefined ? path : dirname(config), name) : undefined;
  const commit = named && 'commit' in named ? named.commit : undefined;
  const input =
    memory && commit !== undefined
      ? await memory.revisions.read(commit, [path, config, today, release], () => read(commit))
      : await read(name);
  return { title: name, input: revisionsOnly ? input : adviseFolder(name, input) };
}

function memoryOf({ memory = sharedMemory() }: DiffInputOptions): InputMemory | undefined {
  return memory;
}

async function findBaseSide({ base, path }: DiffInputOptions): Promise<{ name: string; title?: string } | Report> {
  if (base !== undefined) return { name: base };
  const found = await findBase(path);
  return 'code' in found ? found : { name: found.commit, title: found.commit.slice(0, 12) };
}

function failed(report: Report, head: ReadSide): DiffInput {
  return {
    titles: { before: '', after: head.title },
    folders: { before: '', after: pathFromHere(head.input.root) },
    reports: { before: [report], after: head.input.reports },
    isBorrowed: false,
  };
}

/**
 * Returns true if a side is named as a folder. Revisions never start with a slash or a dot, see
 * git-check-ref-format(1).
 */
export function isWrittenAsFolder(name: string): boolean {
  return /^(\/|\.{1,2}(\/|$))/.test(name);
}

/** Adds advice on how to name a folder, if the name of a missing revision is one. */
function adviseFolder(name: string, input: ReadInput): ReadInput {
  if (!input.reports.some(({ code }) => code === messages.badRevision(name).code)) return input;
  if (!isFolder(name)) return input;
  return { ...input, reports: [{ ...messages.folderRevision(name), location: { path: '' } }] };
}

/** Returns both sides, with one object for each file that both contain. Returns undefined if a side cannot be read. */
function shareSides(
  { before, after }: Both<ReadInput>,
  memory: InputMemory | undefined,
): Both<ComparedInput> | undefined {
  const broken = [...before.reports, ...after.reports].some(({ severity }) => severity === 'error');
  if (broken || !before.configuration || !after.configuration) return undefined;
  // Files of a revision are new objects on each reading. The base stays constant while the user edits the head, so shared
  // files are those of the base.
  const old = memory ? memory.revisions.share(before.files) : before.files;
  const shared = { before: old, after: shareFiles(after.files, old) };
  return {
    before: { ...before, configuration: before.configuration, files: shared.before },
    after: { ...after, configuration: after.configuration, files: shared.after },
  };
}
