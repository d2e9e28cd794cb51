import { type Hash, createHash } from 'node:crypto';
import type { SourceFile } from '../../model/manifest.js';
import { quoteJson } from '../../std/json-text.js';
import { shortDigest } from '../../std/split-by-digest.js';
import type { ReadInput, InputOptions } from '../run/input.js';
import { digestProgram } from './program.js';
import { openStore } from './store.js';

/** A cache entry for one value. */
export interface Slot<Value> {
  readonly find: () => Value | undefined;
  readonly keep: (value: Value) => void;
}

/** Digests of an input. */
export interface InputDigests {
  /** Digest of the whole input. */
  readonly input: string;
  /** Digest of everything except the texts of its files: paths, their order, the configuration and the options. */
  readonly frame: string;
  /** Digests of the texts of the files. */
  readonly texts: readonly string[];
}

/** The cache of a repository for one input. */
export interface InputCache {
  readonly digests: InputDigests;
  /**
   * Returns the slot for the result that `about` describes. `isValue` checks a stored value. The key is `digest`, by
   * default that of the input.
   */
  readonly slot: <Value>(about: object, isValue: (value: unknown) => value is Value, digest?: string) => Slot<Value>;
}

/** Minimum number of characters. A run on fewer is too short to benefit. */
const LARGE_INPUT = 1_000_000;

/** Options that affect every result. */
export type CacheOptions = Pick<InputOptions, 'allowEmpty' | 'transactions' | 'today'>;

/**
 * Opens the cache for an input: results for the same texts, program and options. Returns undefined for small inputs,
 * and if a result depends on more than texts.
 */
export function openInputCache(input: ReadInput, options: CacheOptions): InputCache | undefined {
  const { root, files } = input;
  if (!input.configuration || files.reduce((sum, { text }) => sum + text.length, 0) < LARGE_INPUT) return undefined;
  // Findings of rendered texts have locations in the source files, which the input does not contain.
  if (files.some(({ trace }) => trace)) return undefined;
  const program = digestProgram();
  if (program === undefined) return undefined;
  const digests = digestInput(program, input, options);
  const store = openStore(root);
  return {
    digests,
    slot: (about, isValue, digest = digests.input) => {
      const name = shortDigest(JSON.stringify({ about, digest }));
      return {
        find: () => {
          const found = store.find(name);
          return isValue(found) ? found : undefined;
        },
        keep: (value) => {
          store.keep(name, value);
        },
      };
    },
  };
}

function digestInput(program: string, input: ReadInput, options: CacheOptions): InputDigests {
  const { configurationFile, configuration, lock, expectations, files, isWhole, isPart, reports } = input;
  const { allowEmpty, transactions, today } = options;
  const certificates = configuration?.ingressControllers.flatMap(({ defaultCertificate, serviceCA }) => [
    defaultCertificate?.text,
    serviceCA?.text,
  ]);
  const hash = createHash('sha256');
  const settings = { program, allowEmpty, transactions, today, isWhole, isPart, certificates };
  add(hash, JSON.stringify({ settings, reports }));
  for (const list of [configurationFile ? [configurationFile] : [], lock ? [lock] : [], expectations]) {
    add(hash, String(list.length));
    for (const file of list) {
      add(hash, keyOfFile(file));
      add(hash, file.text);
    }
  }
  // One update for all files, of which there may be thousands. JSON contains no raw line breaks.
  add(hash, files.map(keyOfFile).join('\n'));
  const frame = hash.digest('hex');
  const texts = files.map(({ text }) => shortDigest(text));
  return { input: shortDigest([frame, ...texts].join('\n')), frame, texts };
}

/** Returns the properties of a file except its text. */
export function keyOfFile({ path, role, namespace, parameters, isGuess }: SourceFile): string {
  // Fast path for nearly all files, with the same result as `JSON.stringify`.
  if (namespace === undefined && parameters === undefined)
    return `[${quoteJson(path)},${role === undefined ? null : quoteJson(role)},null,null,${isGuess ?? null}]`;
  return JSON.stringify([path, role, namespace, parameters, isGuess]);
}

/** Adds a text with its length, so that different lists of texts give different bytes. */
function add(hash: Hash, text: string): void {
  hash.update(`${text.length}\n`).update(text);
}
