import { join } from 'node:path';
import { checkConfiguration } from '../../schema/configuration.js';
import { CONFIGURATION_PATH, parseConfiguration } from '../../settings/configuration/parse.js';
import { readFileInside } from '../../sources/collect.js';

/**
 * Returns the folder of the `inventory` of weir.yaml: the common prefix of its globs before the first special
 * character. Returns undefined if there is none, or several.
 */
export function snapshotOf(repository: string): string | undefined {
  const [file] = readFileInside(repository, CONFIGURATION_PATH).files;
  const configuration = parseConfiguration(file, checkConfiguration, () => undefined);
  const folders = new Set((configuration?.inventory ?? []).map(folderOfGlob));
  const [folder, ...others] = folders;
  return folder === undefined || folder === '' || others.length > 0 ? undefined : join(repository, folder);
}

function folderOfGlob(glob: string): string {
  const names = glob.split('/').slice(0, -1);
  const special = names.findIndex((name) => /[*?[\]{}\\!]/.test(name));
  return (special < 0 ? names : names.slice(0, special)).join('/');
}
