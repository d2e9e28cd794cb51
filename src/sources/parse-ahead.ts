import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SourceFile } from '../model/manifest.js';
import { parseDocuments } from '../yaml/documents.js';
import { type Batch, type ParsedBatch, unpackBatch } from './parse-batch.js';

/** Characters from which on a second thread saves more time than it takes to start. */
const WORTHWHILE = 1_000_000;

/**
 * Parses the texts of files on two threads, for parsing is most of the work of a large run. Returns the same files, in
 * their order, with their documents; small input comes back as it is, to be parsed where it is read.
 */
export async function parseAhead(files: readonly SourceFile[]): Promise<readonly SourceFile[]> {
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  if (size < WORTHWHILE || availableParallelism() < 2) return files;
  const { here, there } = halve(files, size);
  const elsewhere = parseInWorker(there.map(({ text }) => text));
  const own = here.map((file) => ({ ...file, documents: parseDocuments(file.text) }));
  const documents = unpackBatch(await elsewhere);
  return [...there.map((file, index) => ({ ...file, documents: documents[index] ?? [] })), ...own];
}

/** Two groups of files of about the same size; what the other thread costs is one more file here. */
function halve(files: readonly SourceFile[], size: number): { here: SourceFile[]; there: SourceFile[] } {
  const here: SourceFile[] = [];
  const there: SourceFile[] = [];
  let left = size / 2;
  for (const file of files) {
    if (left > 0) there.push(file);
    else here.push(file);
    left -= file.text.length;
  }
  return { here, there };
}

function parseInWorker(texts: Batch): Promise<ParsedBatch> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./parse-worker.js', import.meta.url), { workerData: texts });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
