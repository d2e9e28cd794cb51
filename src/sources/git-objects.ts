import { createHash } from 'node:crypto';
import type { SourceFile } from '../model/manifest.js';
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
    const algorithm = objectName.length === SHA1_DIGITS ? 'sha1' : 'sha256';
    texts ??= new Map(files.map(({ text }) => [nameOf(text, algorithm), text]));
    return texts.get(objectName);
  };
}

function nameOf(text: string, algorithm: string): string {
  const content = Buffer.from(text);
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
}
