import { basename } from 'node:path';
import type { Engine } from '../../engine/engine.js';
import type { Report } from '../../model/diagnostic.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { readFile, readFileInside, readFolder } from '../../sources/collect.js';
import type { FileMemory } from '../../sources/file-memory.js';
import type { Commit } from '../../sources/git.js';
import { messages } from '../../sources/messages.js';
import type { RevisionMemory } from './revision-memory.js';
import type { FindText, SourceOptions, SourceResult } from '../../sources/source.js';

/** Cached state for a process that runs repeatedly. */
export interface InputMemory {
  readonly engine: Engine;
  readonly files: FileMemory;
  readonly revisions: RevisionMemory;
}

/** The location from which files are read. */
export interface SourcePlace {
  readonly root: string;
  /** A git revision. If undefined, the disk. */
  readonly rev: string | undefined;
  readonly findText: FindText | undefined;
  readonly memory: FileMemory | undefined;
  /** Opens the revision. If unset, it is looked up in the repository of the root. */
  readonly openRevision?: OpenRevision | undefined;
}

/** Opens a revision of the repository of a folder. */
export type OpenRevision = (root: string, revision: string) => Promise<Commit | Report>;

/** Reads the files that globs select. */
export type Reader = (options: SourceOptions) => Promise<SourceResult>;

/** Reads from the disk, or from a git revision. */
export function createReader({ root, rev, findText, memory, openRevision }: SourcePlace): Reader {
  let commit: Promise<Commit | Report> | undefined;
  return async (options) => {
    if (options.include.length === 0) return { files: [], reports: [] };
    if (rev === undefined) return readFolder(root, { ...options, memory });
    const { openCommit, readCommit } = await import('../../sources/git.js');
    const opened = await (commit ??= (openRevision ?? openCommit)(root, rev));
    if ('code' in opened) return { files: [], reports: [opened] };
    return readCommit(opened, findText ? { ...options, findText } : options);
  };
}

/** Reads the configuration. A named file must exist, the default one need not. */
export function readConfiguration(config: string | undefined, place: SourcePlace, read: Reader): Promise<SourceResult> {
  const { root, rev, memory } = place;
  if (config === undefined || rev !== undefined) {
    return readOptional(config === undefined ? CONFIGURATION_PATH : basename(config), place, read);
  }
  const found = readFileInside(root, basename(config), memory);
  // A missing file is reported like any unreadable file.
  const isMissing = found.files.length === 0 && found.reports.length === 0;
  return Promise.resolve(isMissing ? readFile(root, basename(config), memory) : found);
}

/** Reads an optional file next to weir.yaml. */
export async function readOptional(
  name: string,
  { root, rev, memory }: SourcePlace,
  read: Reader,
): Promise<SourceResult> {
  if (rev === undefined) return readFileInside(root, name, memory);
  const found = await read({ include: [name], exclude: [] });
  // Reports an error for a link to the file, because without the file all defaults would apply.
  const refuse = (report: Report): Report => ({ ...report, ...messages.linkInRevision(name) });
  const isSkipped = ({ code }: Report): boolean => code === messages.symlinkSkipped(name).code;
  return { ...found, reports: found.reports.map((report) => (isSkipped(report) ? refuse(report) : report)) };
}
