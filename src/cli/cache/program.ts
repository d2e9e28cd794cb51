import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.js';
import { asObject, parseJson } from '../../std/json.js';
import { describeSystemError } from '../../std/system-error.js';

/** What loads the bundled program: the names of its script and of the validators hold their digests, so that it tells of all. */
export const PROGRAM = 'dist/program.js';
const TEMPLATES = 'templates/';

/** A digest of the program that runs and of all that it reads of its package; undefined where that cannot be told. */
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

/** The package.json of each package that is needed, which holds its version. Those that are not installed are left out. */
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
