import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReadInput, readInput } from '../../src/cli/run/input.js';
import { reportObserved } from '../../src/cli/commands/observed/check-observed.js';
import { LOCK_PATH } from '../../src/settings/lock/parse.js';
import { type Compilation, compile } from '../../src/compile/compile.js';
import { order } from '../../src/diagnostics/order.js';
import { locateReports } from '../../src/diagnostics/place.js';
import { renderFindingsText } from '../../src/diagnostics/text.js';
import type { CompiledInput } from '../../src/model/compiled-input.js';
import { rewriteLock } from '../../src/settings/lock/rewrite.js';
import type { Diagnostic, Report } from '../../src/model/diagnostic.js';
import type { Intent } from '../../src/model/intent.js';
import type { Purpose } from '../../src/model/purpose.js';
import { readChunks } from '../../src/std/byte-writer.js';
import { memoize } from '../../src/std/memoize.js';
import type { Arrangement } from './arrangements.js';
import { showIntents } from './intents.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const FIXTURES = join(ROOT, 'fixtures');
export const GOLDEN = join(ROOT, 'golden');

/** The example of the README: what compile makes of it is tracked beside it. */
export const EXAMPLE = { name: 'quickstart', folder: join(FIXTURES, 'quickstart/rendered') };

/** The cases whose files that follow from others are kept as text too: two zones, a managed topology, files of nodes. */
export const SAMPLES: readonly string[] = [
  EXAMPLE.name,
  'egress-firewall/managed-topology-of-one-node',
  'egress-ip/secondary-network-with-a-node-in-each-zone',
];

/** Whether this run writes the golden files instead of comparing with them. */
export const isRewriting = process.env.WEIR_GOLDEN === 'write';

/** What a case makes: the files of its golden folder (path → text) and the diagnostics in one of them. */
export interface Outcome {
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly intents: readonly Intent[];
  /** What the intents are compiled with; undefined where the input has no sound configuration. */
  readonly compiled: CompiledInput | undefined;
}

/** The files of an outcome that `weir compile` writes into the output folder. */
export function artefactsOf(files: Outcome['files']): [string, string][] {
  return [...files].filter(([path]) => !['diagnostics.txt', 'intents.yaml', LOCK_PATH].includes(path));
}

/** The files of an outcome that a case's golden folder holds: not those that follow from others, which `golden.test.ts` compares. */
export function goldenFilesOf(name: string, files: Outcome['files']): [string, string][] {
  return [...files].filter(([path]) => SAMPLES.includes(name) || !/^index(\.json$|\/)|^northbound\/transactions\//.test(path));
}

/** Names of all cases, sorted: `<group>/<case>`, or the name of a folder that is a case by itself. */
export function listCases(): string[] {
  return listFolders(FIXTURES)
    .flatMap((group) =>
      statSync(join(FIXTURES, group, 'weir.yaml'), { throwIfNoEntry: false })
        ? [group]
        : listFolders(join(FIXTURES, group)).map((name) => `${group}/${name}`),
    )
    .sort();
}

function listFolders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** Paths of all files below a folder, relative to it, sorted; none where there is no folder. */
export function listFiles(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** What a test may change of a case: the order of its files and documents, and the lock. */
interface Changes {
  readonly rearrange?: Arrangement;
  /** The text of `weir.lock.yaml`, instead of the one of the case. */
  readonly lockText?: string | undefined;
  readonly purpose?: Purpose;
}

/** Reads a case once: compilations change no input. */
const readCase = memoize((name: string): Promise<ReadInput> => readInput({ path: join(FIXTURES, name) }));

/** Compiles a case as `weir compile` does, up to the writing. */
export async function runCase(
  name: string,
  { rearrange = (files) => files, lockText, purpose }: Changes = {},
): Promise<Outcome> {
  const read = await readCase(name);
  const { configuration, configurationFile, files, expectations, lock: ownLock, reports } = read;
  const found = locateReports([...reports, ...(await reportFlows(name, read))]);
  if (!configuration || found.some(({ severity }) => severity === 'error')) return outcomeOf(order(found));
  const lock = lockText === undefined ? ownLock : { path: LOCK_PATH, text: lockText };
  const compilation = compile({
    ...{ configuration, configurationFile, files: rearrange(files), expectations, lock, ...(purpose ? { purpose } : {}) },
  });
  const { intents, cluster } = compilation;
  const compiled = { intents, cluster, configuration };
  return { ...outcomeOf(order([...found, ...compilation.diagnostics]), compilation, lock?.text), compiled };
}

/** The findings about the observed flows of a case, if it has some. */
async function reportFlows(name: string, read: ReadInput): Promise<readonly Report[]> {
  const path = relative('.', join(FIXTURES, name, 'flows.csv'));
  if (!statSync(path, { throwIfNoEntry: false })) return [];
  const reports = await reportObserved(read, { flows: [path] });
  if (!reports) throw new Error(`the flows of ${name} cannot be read`);
  return reports;
}

function outcomeOf(diagnostics: readonly Diagnostic[], compilation?: Compilation, lockText = ''): Outcome {
  const { artefacts = [], intents = [] } = compilation ?? {};
  const files = new Map(artefacts.map(({ path, content }) => [path, readChunks(content)]));
  if (compilation && artefacts.length > 0) {
    const { before, after } = compilation.lock;
    const nextText = rewriteLock(lockText, before, after);
    if (nextText !== '') files.set(LOCK_PATH, nextText);
  }
  // Intents of a run with errors are what is left by chance.
  if (artefacts.length > 0 && intents.length > 0) files.set('intents.yaml', showIntents(intents));
  if (diagnostics.length > 0) files.set('diagnostics.txt', renderFindingsText({ diagnostics, omitted: [] }, { color: false }));
  return { files, diagnostics, intents, compiled: undefined };
}
