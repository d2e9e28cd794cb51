import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { PACKAGE_FOLDER } from '../package-folder.js';

/** A location of a stack in a file of the bundle: its URL (see `program.ts` for `weir:`), line and column, from 1. */
const PLACE = /((?:file|weir):[^\s()?]+\.c?js)(?:\?[^\s():]*)?:(\d+):(\d+)/g;

/** Returns a stack with the locations in Weir's sources instead of those in the bundle, if a map has them. */
export function nameSourcePlaces(stack: string): string {
  return stack.replace(PLACE, (place, name: string, line: string, column: string) => {
    const url = name.replace(/^weir:/, PACKAGE_FOLDER.href);
    const entry = readMap(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    const source = new URL(entry.originalSource, url).href;
    const shown = source.startsWith(PACKAGE_FOLDER.href) ? source.slice(PACKAGE_FOLDER.href.length) : source;
    return `${shown}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** Reads a source map. Returns undefined if it is missing or unreadable, because the stack is printed in any case. */
function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
