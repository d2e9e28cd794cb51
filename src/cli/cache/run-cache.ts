import { type Hash, createHash } from 'node:crypto';
import type { Findings } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import type { Purpose } from '../../model/purpose.js';
import { asObject, isText } from '../../std/json.js';
import type { Input, InputOptions } from '../commands/input.js';
import type { RunSummary } from '../commands/summary.js';
import { digestProgram } from './program.js';
import { openStore } from './store.js';

/** What a finished run is remembered by: all that is printed of it, and what it has made. */
export interface KnownRun {
  readonly findings: Findings;
  readonly summary: RunSummary;
  /** Hexadecimal SHA-256 of the index of the artefacts; absent where there are none. */
  readonly index?: string;
  /** Whether an expectation of the repository does not hold. */
  readonly isBroken: boolean;
}

/** What the cache of a repository says of one input. */
export interface RunCache {
  readonly find: () => KnownRun | undefined;
  readonly keep: (run: KnownRun) => void;
}

/** Runs on fewer characters are over before much is gained. */
const LARGE_INPUT = 1_000_000;

/** What a run depends on beside its input. */
export interface CacheOptions extends Pick<InputOptions, 'allowEmpty' | 'transactions' | 'today'> {
  readonly purpose: Purpose;
  readonly maxFindings: number;
}

/**
 * The cache for one input: what was found and made of the same texts, by the same program, with the same options. Undefined
 * for small inputs, and where a result depends on more than texts.
 */
export function openRunCache(input: Input, options: CacheOptions): RunCache | undefined {
  const { root, files } = input;
  if (!input.configuration || files.reduce((sum, { text }) => sum + text.length, 0) < LARGE_INPUT) return undefined;
  // Of a rendered text the places of findings are in the files that it was made of.
  if (files.some(({ trace }) => trace)) return undefined;
  const program = digestProgram();
  if (program === undefined) return undefined;
  const name = digestRun(program, input, options);
  const store = openStore(root);
  return {
    find: () => {
      const found = store.find(name);
      return isKnownRun(found) ? found : undefined;
    },
    keep: (run) => {
      store.keep(name, run);
    },
  };
}

/** Whoever can make the seal of an entry is this user, with this program: its shape is that which was kept. */
function isKnownRun(value: unknown): value is KnownRun {
  const { findings, summary, index } = asObject(value) ?? {};
  return asObject(findings) !== undefined && asObject(summary) !== undefined && (index === undefined || isText(index));
}

function digestRun(program: string, input: Input, options: CacheOptions): string {
  const { configurationFile, configuration, lock, expectations, files, isWhole, isPart, reports } = input;
  const { allowEmpty, transactions, today, purpose, maxFindings } = options;
  const certificates = configuration?.ingressControllers.flatMap(({ defaultCertificate, serviceCA }) => [
    defaultCertificate?.text,
    serviceCA?.text,
  ]);
  const hash = createHash('sha256');
  const settings = { program, allowEmpty, transactions, today, purpose, maxFindings, isWhole, isPart, certificates };
  add(hash, JSON.stringify({ settings, reports }));
  for (const list of [configurationFile ? [configurationFile] : [], lock ? [lock] : [], expectations, files]) {
    add(hash, String(list.length));
    for (const file of list) addFile(hash, file);
  }
  return hash.digest('hex');
}

function addFile(hash: Hash, { path, text, role, namespace, parameters, isGuess }: SourceFile): void {
  add(hash, JSON.stringify([path, role, namespace, parameters, isGuess]));
  add(hash, text);
}

/** No two lists of texts give the same bytes. */
function add(hash: Hash, text: string): void {
  hash.update(`${text.length}\n`).update(text);
}
