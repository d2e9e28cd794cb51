import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SourceResult } from '../../src/sources/source.js';

/** A new folder that goes away with the test, and holds the files given by path. */
export function scratch(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'weir-test-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Runs something without root's right to read and write everything. */
export function asNobody<Result>(run: () => Result): Result {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(65534);
  try {
    return run();
  } finally {
    process.seteuid?.(0);
  }
}

export function pathsOf(result: SourceResult): string[] {
  return result.files.map((file) => file.path);
}

/** Codes of the reports, each with the path that it points to, if any. */
export function codesOf(result: SourceResult): string[] {
  return result.reports.map(({ code, location }) => `${code} ${'path' in location ? location.path : ''}`.trimEnd());
}
