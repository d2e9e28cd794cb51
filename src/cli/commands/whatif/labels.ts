import { asObject } from '../../../std/json.js';
import { type Alter, mapObjects, pathOf, withObject } from './alter.js';

/** A label, or the name of one to remove. */
export type LabelEdit = readonly [key: string, value: string | undefined];

/** Parses `key=value` or `key-`. Returns undefined for another text. */
export function readLabel(word: string): LabelEdit | undefined {
  const [, key, value] = /^([^=]+)=(.*)$/.exec(word) ?? [];
  if (key !== undefined) return [key, value ?? ''];
  return /^[^=]+-$/.test(word) ? [word.slice(0, -1), undefined] : undefined;
}

/** Changes the labels of an object. */
export function setLabels(path: string, edits: readonly LabelEdit[]): Alter {
  return (found) =>
    mapObjects(found, (one) => {
      if (pathOf(one) !== path) return one;
      const metadata = asObject(one.object.metadata) ?? {};
      const labels = new Map(Object.entries(asObject(metadata.labels) ?? {}));
      for (const [key, value] of edits) {
        if (value === undefined) labels.delete(key);
        else labels.set(key, value);
      }
      return withObject(one, { ...one.object, metadata: { ...metadata, labels: Object.fromEntries(labels) } });
    });
}
