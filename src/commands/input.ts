import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { checkConfiguration } from '../2-validate/configuration.js';
import { parseConfiguration } from '../configuration/parse.js';
import type { Configuration } from '../model/configuration.js';
import type { Report } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { readPrevious } from '../output/previous.js';
import { readFile, readFolder, readStdin } from '../sources/collect.js';
import type { FindText, SourceOptions, SourceResult } from '../sources/source.js';

/** Where a command takes its input from. */
export interface InputOptions {
  /** A folder with weir.yaml, a file, a glob, or `-` for standard input. */
  readonly path: string;
  /** The configuration file; by default `weir.yaml` of the folder. */
  readonly config?: string;
  /** A git revision to read instead of the work tree. */
  readonly rev?: string;
  /** The output folder, where it is not that of the configuration: what Weir has written there is no input. */
  readonly out?: string;
  /** Texts that need not be read from the revision again. */
  readonly findText?: FindText;
  /** What tells of the cluster where there is no weir.yaml, and no inventory either. */
  readonly otherwise?: Input;
}

/** What was read. `configuration` is absent when it has errors, which are among the reports. */
export interface Input {
  /** The folder that all paths are relative to. */
  readonly root: string;
  readonly configuration?: Configuration;
  /** Absent without a file: all defaults. */
  readonly configurationFile?: SourceFile;
  readonly files: readonly SourceFile[];
  /** `weir.lock.yaml` of the folder or revision. */
  readonly lock?: SourceFile;
  /** Whether this is all of a work tree, so that the lock can be rewritten from it: no single file, stream or revision. */
  readonly isWhole: boolean;
  readonly reports: readonly Report[];
}

const CONFIGURATION = 'weir.yaml';
/** The lock, beside weir.yaml. */
export const LOCK = 'weir.lock.yaml';

/** Reads the configuration and all files that it, or the command line, names. */
export async function readInput({ path, config, rev, out, findText, otherwise }: InputOptions): Promise<Input> {
  const isFolder = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const root = resolve(config === undefined ? (isFolder ? path : '.') : dirname(config));
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const readSelected = createReader(root, rev, findText);

  const written = await readConfiguration(root, config, rev, readSelected);
  reports.push(...written.reports);
  const [configurationFile] = written.files;
  const borrowed = configurationFile ? undefined : otherwise;
  const parse = (): Configuration | undefined => parseConfiguration(configurationFile, checkConfiguration, report);
  const configuration = written.reports.length > 0 ? undefined : (borrowed?.configuration ?? parse());
  if (!configuration) return { root, files: [], isWhole: false, reports };

  const exclude = [configuration.output, CONFIGURATION, LOCK, ...ownFiles(root, out)];
  const named = isFolder ? configuration.manifests : [relative(root, resolve(path)) || '.'];
  const manifests =
    path === '-' ? await readStdin() : await readSelected({ include: named, exclude, explicit: !isFolder });
  const inventory = await readSelected({ include: configuration.inventory, exclude, explicit: !borrowed });
  const others = borrowed?.files.filter(({ role }) => role === 'inventory') ?? [];
  const locked = await readOptional(root, LOCK, rev, readSelected);
  reports.push(...manifests.reports, ...inventory.reports, ...locked.reports);
  const [lock] = locked.files;
  return {
    root,
    configuration,
    ...(configurationFile ? { configurationFile } : {}),
    files: joinFiles(manifests.files, inventory.files.length > 0 ? inventory.files : others),
    ...(lock ? { lock } : {}),
    isWhole: isFolder && rev === undefined,
    reports,
  };
}

/** The files that Weir has written into a folder. It may hold input as well, so that the folder itself still counts. */
function ownFiles(root: string, folder: string | undefined): string[] {
  if (folder === undefined) return [];
  return [...readPrevious(folder).paths].map((path) => relative(root, resolve(folder, path)));
}

type Reader = (options: SourceOptions) => Promise<SourceResult>;

/** Reads from the disk, or from a git revision. */
function createReader(root: string, rev: string | undefined, findText: FindText | undefined): Reader {
  return async (options) => {
    if (options.include.length === 0) return { files: [], reports: [] };
    if (rev === undefined) return readFolder(root, options);
    const { readRevision } = await import('../sources/git.js');
    return readRevision(root, rev, findText ? { ...options, findText } : options);
  };
}

/** A configuration that was named must be there; the default one need not. */
function readConfiguration(
  root: string,
  config: string | undefined,
  rev: string | undefined,
  read: Reader,
): Promise<SourceResult> {
  if (config === undefined || rev !== undefined) {
    return readOptional(root, config === undefined ? CONFIGURATION : basename(config), rev, read);
  }
  return Promise.resolve(readFile(root, basename(config)));
}

/** A file beside weir.yaml that need not be there. */
function readOptional(root: string, name: string, rev: string | undefined, read: Reader): Promise<SourceResult> {
  if (rev !== undefined) return read({ include: [name], exclude: [] });
  return Promise.resolve(existsSync(join(root, name)) ? readFile(root, name) : { files: [], reports: [] });
}

/** A file that both `manifests` and `inventory` select is read once, as one of the manifests. */
function joinFiles(manifests: readonly SourceFile[], inventory: readonly SourceFile[]): SourceFile[] {
  const own = new Set(manifests.map(({ path }) => path));
  const others = inventory.filter(({ path }) => !own.has(path));
  return [...manifests, ...others.map((file): SourceFile => ({ ...file, role: 'inventory' }))];
}
