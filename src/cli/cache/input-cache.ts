import { type Hash, createHash } from 'node:crypto';
import type { SourceFile } from '../../model/manifest.js';
import { quoteJson } from '../../std/json-text.js';
import { shortDigest } from '../../std/split-by-digest.js';
import type { ReadInput, InputOptions } from '../commands/input.js';
import { digestProgram } from './program.js';
import { openStore } from './store.js';

/** A place for one value. */
export interface Slot<Value> {
  readonly find: () => Value | undefined;
  readonly keep: (value: Value) => void;
}

/** The digests of an input. */
export interface InputDigests {
  /** Of all of it. */
  readonly input: string;
  /** Of all but the texts of its files: the same paths, in the same order, with the same configuration and the same options. */
  readonly frame: string;
  /** Of the text of each file. */
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

/** Runs on fewer characters are over before much is gained. */
const LARGE_INPUT = 1_000_000;

/** The options that affect every result. */
export type CacheOptions = Pick<InputOptions, 'allowEmpty' | 'transactions' | 'today'>;

/**
 * Opens the cache for an input: results for the same texts, program and options. Returns undefined for small inputs,
 * and if a result depends on more than texts.
 */
export function openInputCache(input: ReadInput, options: CacheOptions): InputCache | undefined {
  const { root, files } = input;
  if (!input.configuration || files.reduce((sum, { text }) => sum + text.length, 0) < LARGE_INPUT) return undefined;
  // Of a rendered text the places of findings are in the files that it was made of.
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
  // In one piece, since there may be thousands: JSON has no line breaks of its own.
  add(hash, files.map(keyOfFile).join('\n'));
  const frame = hash.digest('hex');
  const texts = files.map(({ text }) => shortDigest(text));
  return { input: shortDigest([frame, ...texts].join('\n')), frame, texts };
}

/** Returns the properties of a file except its text. */
export function keyOfFile({ path, role, namespace, parameters, isGuess }: SourceFile): string {
  // Nearly every file has no more: the text is the same, in a fraction of the time.
  if (namespace === undefined && parameters === undefined)
    return `[${quoteJson(path)},${role === undefined ? null : quoteJson(role)},null,null,${isGuess ?? null}]`;
  return JSON.stringify([path, role, namespace, parameters, isGuess]);
}

/** Adds a text with its length, so that different lists of texts give different bytes. */
function add(hash: Hash, text: string): void {
  hash.update(`${text.length}\n`).update(text);
}
