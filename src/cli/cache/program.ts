import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.js';
import { asObject, parseJson } from '../../std/json.js';
import { describeSystemError } from '../../std/system-error.js';

/**
 * The loader of the bundled program. The names of its script and validators contain their digests, so it identifies all
 * of them.
 */
export const PROGRAM = 'dist/program.js';
const TEMPLATES = 'templates/';

/**
 * Returns a digest of the running program and the package files that it reads. Returns undefined if it cannot be
 * determined.
 */
export function digestProgram(): string | undefined {
  try {
    const templates = readdirSync(new URL(TEMPLATES, PACKAGE_FOLDER)).sort();
    const own = [PROGRAM, 'package.json', ...templates.map((name) => TEMPLATES + name)];
    const files = [...own.map((path) => fileURLToPath(new URL(path, PACKAGE_FOLDER))), ...listDependencies()];
    const hash = createHash('sha256').update(process.version);
    for (const file of files) {
      const bytes = readFileSync(file);
      hash.update(`${bytes.length}\n`).update(bytes);
    }
    return hash.digest('hex');
  } catch (thrown) {
    describeSystemError(thrown);
    return undefined;
  }
}

/** Returns the package.json of each installed dependency, for its version. */
function listDependencies(): string[] {
  const file = fileURLToPath(new URL('package.json', PACKAGE_FOLDER));
  const { resolve } = createRequire(file);
  const { dependencies } = asObject(parseJson(readFileSync(file, 'utf8'))) ?? {};
  return Object.keys(asObject(dependencies) ?? {}).flatMap((name) => {
    const found = (resolve.paths(name) ?? [])
      .map((folder) => join(folder, name, 'package.json'))
      .find((path) => existsSync(path));
    return found ?? [];
  });
}
