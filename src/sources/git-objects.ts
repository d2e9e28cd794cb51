import { createHash } from 'node:crypto';
import type { SourceFile } from '../model/manifest.js';
import { memoizeWeak } from '../std/memoize.js';
import type { FindText } from './source.js';

/** Hexadecimal digits of an object name in a repository that uses SHA-1. */
const SHA1_DIGITS = 40;

/**
 * Creates an index of texts by their blob names: the hash of `blob <bytes>`, a zero byte and the content. The first
 * queried name decides which hash. A text that lost its byte order mark is not found.
 */
export function indexTexts(files: readonly SourceFile[]): FindText {
  let texts: ReadonlyMap<string, string> | undefined;
  return (objectName) => {
    const nameOf = objectName.length === SHA1_DIGITS ? sha1NameOf : sha256NameOf;
    texts ??= new Map(files.map((file) => [nameOf(file), file.text]));
    return texts.get(objectName);
  };
}

/** Memoized, because successive revisions share most files. */
const sha1NameOf = memoizeWeak(({ text }: SourceFile) => nameOfText(text, 'sha1'));
const sha256NameOf = memoizeWeak(({ text }: SourceFile) => nameOfText(text, 'sha256'));

function nameOfText(text: string, algorithm: string): string {
  const content = Buffer.from(text);
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
}
