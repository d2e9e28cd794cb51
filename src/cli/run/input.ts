import { dirname, relative, resolve } from 'node:path';
import { readManifests } from '../../compile/1-read/read.js';
import { guessClusterSubnets } from '../../discovery/pod-networks.js';
import { knownKinds } from '../../kinds/known.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { EXPECTATIONS_PATH } from '../../expectations/parse.js';
import { POLICY_PATH } from '../../policy/render.js';
import { LOCK_PATH } from '../../settings/lock/parse.js';
import type { Configuration } from '../../model/configuration.js';
import type { CertificateFile } from '../../model/ingress-controller.js';
import type { Report, Location } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { type Engine, createEngine } from '../../engine/engine.js';
import { applyOptions, fillControllers, parseOnce } from './configuration-queries.js';
import { joinFiles, joinSources } from './join-input.js';
import { findTop, judgeConfiguredOutput } from '../../rendered/configured.js';
import { readStdin } from '../../sources/collect.js';
import { isFolder } from '../../sources/is-folder.js';
import { leaveOutParts } from '../../sources/parts.js';
import type { FindText, SourceOptions, SourceResult } from '../../sources/source.js';
import { memoizeLast, memoizeWeak } from '../../std/memoize.js';
import {
  type InputMemory,
  type OpenRevision,
  type SourcePlace,
  type Reader,
  createReader,
  readConfiguration,
  readOptional,
} from './reader.js';
import { MANIFESTS, readNamedInventory } from './named-inventory.js';
import { renderSources } from './render-sources.js';

/** The location of the input of a command. */
export interface InputOptions {
  /** A folder with weir.yaml, a file, a glob, or `-` for standard input. */
  readonly path: string;
  /** Folder with weir.yaml if `path` is unset. Default: the current folder. */
  readonly folder?: string;
  /** Configuration file. Default: `weir.yaml` of the folder. */
  readonly config?: string;
  /** A git revision to read instead of the working tree. */
  readonly rev?: string;
  /** Output folder. If unset, that of the configuration. */
  readonly out?: string;
  /**
   * File or folder that replaces the inventory of the configuration. It is read from the disk, even with a revision.
   */
  readonly inventory?: string;
  /** A git revision of the repository of `inventory`, to read instead of the disk. */
  readonly inventoryRev?: string;
  /** Date at which certificates and ignore comments expire, `YYYY-MM-DD`. Takes precedence over the configuration. */
  readonly today?: string;
  /** If true, writes transactions, regardless of the configuration. */
  readonly transactions?: boolean;
  /** Release of OVN-Kubernetes for the input, regardless of the configuration. */
  readonly release?: string;
  /** If true, the input may be empty, regardless of the configuration. */
  readonly allowEmpty?: boolean;
  /** Opens the revision. If unset, it is looked up in the repository of the folder. */
  readonly openRevision?: OpenRevision;
  /** Returns the texts that need not be read from the revision again. */
  readonly findText?: FindText;
  /** Source of the configuration and inventory if the folder has no weir.yaml and no inventory. */
  readonly otherwise?: ReadInput;
  /** Cached state of earlier runs with these options. */
  readonly memory?: InputMemory | undefined;
}

/** The input as read. `configuration` is unset if it has errors, which are among the reports. */
export interface ReadInput {
  /** The root of all paths. */
  readonly root: string;
  readonly configuration?: Configuration;
  /** If unset, there is no file, and all defaults apply. */
  readonly configurationFile?: SourceFile;
  readonly files: readonly SourceFile[];
  /** Files with expectations. Empty if only some files of the folder are read. */
  readonly expectations: readonly SourceFile[];
  /** `weir.lock.yaml` of the folder or revision. */
  readonly lock?: SourceFile;
  /**
   * If true, this is a complete working tree, from which the lock can be rewritten. False for a file, a stream or a
   * revision.
   */
  readonly isWhole: boolean;
  /** If true, these are some files, or a stream, of the folder of the lock. */
  readonly isPart: boolean;
  readonly reports: readonly Report[];
}

/** Reads the configuration and all files that it, or the command line, names. */
export async function readInput(options: InputOptions): Promise<ReadInput> {
  const { path, folder = '.', config, rev, out, findText, otherwise, memory, release, openRevision } = options;
  const namesFolder = path !== '-' && isFolder(path);
  const root = resolve(config === undefined ? (namesFolder ? path : folder) : dirname(config));
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const place = { root, rev, findText, memory: memory?.files, openRevision };
  const readSelected = createReader(place);

  const written = await readConfiguration(config, place, readSelected);
  reports.push(...written.reports);
  const [configurationFile] = written.files;
  const borrowed = configurationFile ? undefined : otherwise;
  const engine = memory?.engine ?? createEngine({ isForOneRound: true });
  const parse = (): Configuration | undefined => parseOnce(configurationFile, release, engine, report);
  const told = written.reports.length > 0 ? undefined : (borrowed?.configuration ?? parse());
  if (!told) return { root, files: [], expectations: [], isWhole: false, isPart: !namesFolder, reports };
  const configuration = applyOptions(told, options, engine);
  if (rev === undefined && out === undefined) {
    const obstacle = judgeConfiguredOutput(root, configuration.output);
    if (obstacle)
      report({
        ...obstacle,
        location: configurationFile ? placeOfOutput(configurationFile) : { path: CONFIGURATION_PATH },
      });
  }

  const certificates = await readCertificates(configuration, root, readSelected, engine);
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
  // weir.yaml is untrusted, but the user controls the command line.
  const named = namesFolder ? { ...selectManifests(configuration), within: findTop(root) } : selectPath(root, path);
  // Without `manifests` and `sources`, files are guessed, except those of the inventory.
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
      : await readNamedInventory(options.inventory, options.inventoryRev, { ...place, rev: undefined }, common);
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
    configuration: isAssumed
      ? withGuess(certificates.configuration, files, options, engine)
      : certificates.configuration,
    ...(configurationFile ? { configurationFile } : {}),
    files,
    expectations: promised.files,
    ...(lock ? { lock } : {}),
    isWhole: namesFolder && rev === undefined,
    isPart: !namesFolder,
    reports,
  };
}

/** Returns the configuration, with pod networks guessed from nodes and pods if there is no weir.yaml. */
function withGuess(
  configuration: Configuration,
  files: readonly SourceFile[],
  options: InputOptions,
  engine: Engine,
): Configuration {
  const { inventory } = readManifests(files, knownKinds, () => undefined, engine);
  const guess = guessClusterSubnets(inventory.map(({ object }) => object));
  if (!guess) return configuration;
  const text = `clusterSubnets: ${JSON.stringify(guess.value)}\n`;
  const guessed = parseOnce(guessedFile(text), options.release, engine, () => undefined);
  return guessed ? applyOptions(guessed, options, engine) : configuration;
}

/** One object for each text, because results are found by the object. */
const guessedFile = memoizeLast((text: string): SourceFile => ({ path: CONFIGURATION_PATH, text }));

/** Returns the configuration with the texts of its certificates. Files outside of the repository are rejected. */
async function readCertificates(
  configuration: Configuration,
  root: string,
  read: Reader,
  engine: Engine,
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
  return { configuration: fillControllers(configuration, ingressControllers, engine), reports };
}

/** Selects the manifests of a folder. An explicit pattern without a match is probably misspelt. */
function selectManifests({
  manifests,
  sources,
  allowEmpty,
}: Configuration): Pick<SourceOptions, 'include' | 'unmatched'> {
  if (manifests) return { include: manifests, unmatched: allowEmpty ? 'warning' : 'error' };
  return { include: sources ? [] : MANIFESTS };
}

/** One object for each file, because cached results are found by the object. */
const asGuess = memoizeWeak((file: SourceFile): SourceFile => ({ ...file, isGuess: true }));

/** Marks files as guessed. */
function guess({ files, reports }: SourceResult): SourceResult {
  const whole = leaveOutParts(files);
  return {
    files: whole.files.map(asGuess),
    reports: [...reports, ...whole.reports],
  };
}

/** Selects a file or glob of the command line. */
function selectPath(root: string, path: string): Pick<SourceOptions, 'include' | 'unmatched'> {
  return { include: [relative(root, resolve(path)) || '.'], unmatched: 'error' };
}

function placeOfOutput(file: SourceFile): Location {
  return { origin: { file, start: 0, end: file.text.length, pointer: '' }, pointer: '/output' };
}

const NOTHING: SourceResult = { files: [], reports: [] };

/** Reads the files that weir.yaml names, or the default one. Files outside of the repository are rejected. */
function readExpectations(
  { expectations, output }: Configuration,
  place: SourcePlace,
  read: Reader,
): Promise<SourceResult> {
  if (!expectations) return readOptional(EXPECTATIONS_PATH, place, read);
  return read({ include: expectations, exclude: [output], unmatched: 'error', within: findTop(place.root) });
}
