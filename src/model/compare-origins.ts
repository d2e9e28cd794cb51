import { compareText } from '../std/compare-text.js';
import type { Origin } from './manifest.js';

/** Compares objects by location: file, then offset, then item of a list. */
export function compareOrigins(a: Origin, b: Origin): number {
  return (
    compareText(a.file.path, b.file.path) ||
    a.start - b.start ||
    a.pointer.length - b.pointer.length ||
    compareText(a.pointer, b.pointer)
  );
}
