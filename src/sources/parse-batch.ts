import type { ParsedDocument, YamlProblem } from '../model/document.js';
import { parseDocuments } from '../yaml/documents.js';

/** Texts to parse. */
export type Batch = readonly string[];

/** The documents of a batch, the events of all of them in one array: one buffer passes between threads, not thousands. */
export interface ParsedBatch {
  readonly words: Int32Array<ArrayBuffer>;
  /** For each text its documents; `words` are the first index of its events and the one behind the last. */
  readonly texts: readonly (readonly {
    readonly start: number;
    readonly end: number;
    readonly events: readonly [from: number, to: number] | YamlProblem;
  }[])[];
}

/** Parses the texts of a batch. */
export function packBatch(batch: Batch): ParsedBatch {
  const parsed = batch.map(parseDocuments);
  const arrays = parsed.flat().flatMap(({ events }) => ('fact' in events ? [] : [events]));
  const words = new Int32Array(arrays.reduce((size, { length }) => size + length, 0));
  let next = 0;
  const texts = parsed.map((documents) =>
    documents.map(({ start, end, events }) => {
      if ('fact' in events) return { start, end, events };
      words.set(events, next);
      next += events.length;
      return { start, end, events: [next - events.length, next] as const };
    }),
  );
  return { words, texts };
}

/** The documents of each text of a batch. */
export function unpackBatch({ words, texts }: ParsedBatch): ParsedDocument[][] {
  return texts.map((documents) =>
    documents.map(({ start, end, events }) => ({
      start,
      end,
      events: 'fact' in events ? events : words.subarray(events[0], events[1]),
    })),
  );
}
