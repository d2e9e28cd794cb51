import { dirname, join, relative, resolve } from 'node:path';
import { read } from '../../compile/1-read/read.js';
import { guessClusterSubnets } from '../../discovery/pod-networks.js';
import { knownKinds } from '../../kinds/known.js';
import { suggest } from '../../std/suggest.js';
import { checkConfiguration } from '../../schema/configuration.js';
import { CONFIGURATION_PATH, EXPIRY_DAYS, parseConfiguration } from '../../settings/configuration/parse.js';
import { EXPECTATIONS_PATH } from '../../expectations/parse.js';
import { POLICY_PATH } from '../../policy/render.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import type { Configuration } from '../../model/configuration.js';
import type { CertificateFile } from '../../model/ingress-controller.js';
import type { Report, Location } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { type Memo, noMemo } from '../../model/memo.js';
import { findTop, judgeConfiguredOutput } from '../../rendered/configured.js';
import { readFolder, readStdin } from '../../sources/collect.js';
import { isFolder } from '../../sources/is-folder.js';
import { leaveOutParts } from '../../sources/parts.js';
import type { FindText, SourceOptions, SourceResult } from '../../sources/source.js';
import { memoizeWeak } from '../../std/memoize.js';
import { type InputMemory, type Place, type Reader, createReader, readConfiguration, readOptional } from './reader.js';
import { renderSources } from './render-sources.js';

/** Where a command takes its input from. */
export interface InputOptions {
  /** A folder with weir.yaml, a file, a glob, or `-` for standard input. */
  readonly path: string;
  /** The folder with weir.yaml where `path` is none; by default the one where the command runs. */
  readonly folder?: string;
  /** The configuration file; by default `weir.yaml` of the folder. */
  readonly config?: string;
  /** A git revision to read instead of the work tree. */
  readonly rev?: string;
  /** The output folder, where it is not that of the configuration. */
  readonly out?: string;
  /** A file or folder in the place of the inventory of the configuration; it is read from the disk, whatever the revision. */
  readonly inventory?: string;
  /**
   * The date that certificates, and comments that ignore findings, are held against, `YYYY-MM-DD`; it goes before that
   * of the configuration.
   */
  readonly today?: string;
  /** Whether transactions are wanted, whatever the configuration says. */
  readonly transactions?: boolean;
  /** The release to read the input for, whatever the configuration says. */
  readonly release?: string;
  /** Whether the input may be empty, whatever the configuration says. */
  readonly allowEmpty?: boolean;
  /** Texts that need not be read from the revision again. */
  readonly findText?: FindText;
  /** What tells of the cluster where there is no weir.yaml, and no inventory either. */
  readonly otherwise?: Input;
  /** What earlier runs with these options know. */
  readonly memory?: InputMemory | undefined;
}

/** What was read. `configuration` is absent when it has errors, which are among the reports. */
export interface Input {
  /** The folder that all paths are relative to. */
  readonly root: string;
  readonly configuration?: Configuration;
  /** Absent without a file: all defaults. */
  readonly configurationFile?: SourceFile;
  readonly files: readonly SourceFile[];
  /** Files with expectations; none where these are only some files of the folder. */
  readonly expectations: readonly SourceFile[];
  /** `weir.lock.yaml` of the folder or revision. */
  readonly lock?: SourceFile;
  /** Whether this is all of a work tree, so that the lock can be rewritten from it: no single file, stream or revision. */
  readonly isWhole: boolean;
  /** Whether these are some files, or a stream, of the folder that the lock is for. */
  readonly isPart: boolean;
  readonly reports: readonly Report[];
}

/** The manifests of a configuration that names none. */
const MANIFESTS = ['**/*.yaml', '**/*.yml', '**/*.json'];

/** Reads the configuration and all files that it, or the command line, names. */
export async function readInput(options: InputOptions): Promise<Input> {
  const { path, folder = '.', config, rev, out, findText, otherwise, memory, release } = options;
  const namesFolder = path !== '-' && isFolder(path);
  const root = resolve(config === undefined ? (namesFolder ? path : folder) : dirname(config));
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const place = { root, rev, findText, memory: memory?.files };
  const readSelected = createReader(place);

  const written = await readConfiguration(config, place, readSelected);
  reports.push(...written.reports);
  const [configurationFile] = written.files;
  const borrowed = configurationFile ? undefined : otherwise;
  const memo = memory?.memo ?? noMemo;
  const parse = (): Configuration | undefined =>
    memo(
      'configuration',
      configurationFile,
      [release],
      (say) => parseConfiguration(configurationFile, checkConfiguration, say, release),
      report,
    );
  const told = written.reports.length > 0 ? undefined : (borrowed?.configuration ?? parse());
  if (!told) return { root, files: [], expectations: [], isWhole: false, isPart: !namesFolder, reports };
  const configuration = memo('options', told, [], () => applyOptions(told, options));
  if (rev === undefined && out === undefined) {
    const obstacle = judgeConfiguredOutput(root, configuration.output);
    if (obstacle)
      report({
        ...obstacle,
        location: configurationFile ? placeOfOutput(configurationFile) : { path: CONFIGURATION_PATH },
      });
  }

  const certificates = await readCertificates(configuration, root, readSelected, memo);
  const common = {
    exclude: [
      configuration.output,
      CONFIGURATION_PATH,
      LOCK_PATH,
      POLICY_PATH,
      ...(configuration.expectations ?? [EXPECTATIONS_PATH]),
    ],
    withoutOwnOutput: true,
    ...(out === undefined ? {} : { output: resolve(out) }),
  };
  // Whoever writes weir.yaml may be a stranger; the command line is the user's.
  const named = namesFolder ? { ...selectManifests(configuration), within: findTop(root) } : selectPath(root, path);
  // Nobody has said that these are manifests: what is said to be the inventory is none of them.
  const isGuess = namesFolder && !configuration.manifests && !configuration.sources;
  const selected = path === '-' ? await readStdin() : await readSelected({ ...common, ...named });
  const manifests = isGuess ? guess(selected) : selected;
  const rendered =
    namesFolder && configuration.sources
      ? await renderSources(configuration.sources, root, common.exclude, readSelected)
      : NOTHING;
  const listed = { ...common, include: configuration.inventory };
  const inventory =
    options.inventory === undefined
      ? await readSelected(borrowed ? listed : { ...listed, unmatched: 'error' })
      : readFolder(root, { ...common, ...selectInventory(root, options.inventory), memory: memory?.files });
  const others = borrowed?.files.filter(({ role }) => role === 'inventory') ?? [];
  const locked = await readOptional(LOCK_PATH, place, readSelected);
  const promised = namesFolder ? await readExpectations(configuration, place, readSelected) : NOTHING;
  for (const one of [manifests, rendered, inventory, locked, certificates, promised]) reports.push(...one.reports);
  const [lock] = locked.files;
  const files = joinFiles(
    joinSources(manifests.files, rendered.files),
    inventory.files.length > 0 ? inventory.files : others,
    isGuess,
  );
  const isAssumed = !configurationFile && !borrowed;
  return {
    root,
    configuration: isAssumed ? withGuess(certificates.configuration, files, options, memo) : certificates.configuration,
    ...(configurationFile ? { configurationFile } : {}),
    files,
    expectations: promised.files,
    ...(lock ? { lock } : {}),
    isWhole: namesFolder && rev === undefined,
    isPart: !namesFolder,
    reports,
  };
}

/** Without a weir.yaml, the configuration with the pod networks that nodes and pods show. */
function withGuess(
  configuration: Configuration,
  files: readonly SourceFile[],
  options: InputOptions,
  memo: Memo,
): Configuration {
  const { inventory } = read(files, { ...knownKinds, suggest }, () => undefined, memo);
  const guess = guessClusterSubnets(inventory.map(({ object }) => object));
  if (!guess) return configuration;
  const text = `clusterSubnets: ${JSON.stringify(guess.value)}\n`;
  return memo('guessed networks', configuration, [text], () => {
    const file = { path: CONFIGURATION_PATH, text };
    const guessed = parseConfiguration(file, checkConfiguration, () => undefined, options.release);
    return guessed ? applyOptions(guessed, options) : configuration;
  });
}

function applyOptions(told: Configuration, { allowEmpty, transactions, today }: InputOptions): Configuration {
  return {
    ...told,
    ...(allowEmpty === true ? { allowEmpty: true } : {}),
    ...(transactions === true ? { transactions: true } : {}),
    ...(today === undefined ? {} : { certificateExpiry: { days: EXPIRY_DAYS, ...told.certificateExpiry, today } }),
  };
}

/** The configuration with the texts of the certificates that it names, none of which lies outside of the repository. */
async function readCertificates(
  configuration: Configuration,
  root: string,
  read: Reader,
  memo: Memo,
): Promise<{ readonly configuration: Configuration; readonly reports: readonly Report[] }> {
  const reports: Report[] = [];
  const fill = async (file: CertificateFile): Promise<CertificateFile> => {
    const found = await read({ include: [file.path], exclude: [], unmatched: 'error', within: findTop(root) });
    reports.push(...found.reports);
    const [first] = found.files;
    return first ? { ...file, text: first.text } : file;
  };
  const ingressControllers = await Promise.all(
    configuration.ingressControllers.map(async (controller) => ({
      ...controller,
      ...(controller.defaultCertificate ? { defaultCertificate: await fill(controller.defaultCertificate) } : {}),
      ...(controller.serviceCA ? { serviceCA: await fill(controller.serviceCA) } : {}),
    })),
  );
  const texts = ingressControllers.flatMap(({ defaultCertificate, serviceCA }) => [
    defaultCertificate?.text,
    serviceCA?.text,
  ]);
  const filled = memo('certificates', configuration, texts, () => ({ ...configuration, ingressControllers }));
  return { configuration: filled, reports };
}

/** The manifests of a folder. One that is written and matches nothing is most likely misspelt. */
function selectManifests({
  manifests,
  sources,
  allowEmpty,
}: Configuration): Pick<SourceOptions, 'include' | 'unmatched'> {
  if (manifests) return { include: manifests, unmatched: allowEmpty ? 'warning' : 'error' };
  return { include: sources ? [] : MANIFESTS };
}

/** One object for each file: what is known of it is known by the object. */
const asObserved = memoizeWeak((file: SourceFile): SourceFile => ({ ...file, role: 'inventory' }));
const asGuess = memoizeWeak((file: SourceFile): SourceFile => ({ ...file, isGuess: true }));

/** Files of which nobody has said what they are. */
function guess({ files, reports }: SourceResult): SourceResult {
  const whole = leaveOutParts(files);
  return {
    files: whole.files.map(asGuess),
    reports: [...reports, ...whole.reports],
  };
}

/** A file that a source names with its namespace is not read again without. */
function joinSources(manifests: readonly SourceFile[], rendered: readonly SourceFile[]): SourceFile[] {
  const own = new Set(rendered.map(({ path }) => path));
  return [...manifests.filter(({ path }) => !own.has(path)), ...rendered];
}

/** A file or glob of the command line. */
function selectPath(root: string, path: string): Pick<SourceOptions, 'include' | 'unmatched'> {
  return { include: [relative(root, resolve(path)) || '.'], unmatched: 'error' };
}

/** All of a folder of the command line, or a file. */
function selectInventory(root: string, path: string): Pick<SourceOptions, 'include' | 'unmatched'> {
  const from = relative(root, resolve(path)) || '.';
  return isFolder(path)
    ? { include: MANIFESTS.map((glob) => join(from, glob)) }
    : { include: [from], unmatched: 'error' };
}

function placeOfOutput(file: SourceFile): Location {
  return { origin: { file, start: 0, end: file.text.length, pointer: '' }, pointer: '/output' };
}

const NOTHING: SourceResult = { files: [], reports: [] };

/** The files that weir.yaml names, which may not lie outside of the repository; without any the default one. */
function readExpectations({ expectations, output }: Configuration, place: Place, read: Reader): Promise<SourceResult> {
  if (!expectations) return readOptional(EXPECTATIONS_PATH, place, read);
  return read({ include: expectations, exclude: [output], unmatched: 'error', within: findTop(place.root) });
}

/**
 * A file that both `manifests` and `inventory` select is read once: as one of the manifests where weir.yaml names these, as
 * part of the inventory where they are a guess.
 */
function joinFiles(manifests: readonly SourceFile[], inventory: readonly SourceFile[], isGuess: boolean): SourceFile[] {
  const observed = inventory.map(asObserved);
  const [first, last] = isGuess ? [observed, manifests] : [manifests, observed];
  const own = new Set(first.map(({ path }) => path));
  return [...first, ...last.filter(({ path }) => !own.has(path))];
}
