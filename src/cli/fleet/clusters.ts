import { dirname, posix } from 'node:path';
import { type Failure, fail } from '../../model/change.js';
import { suggest } from '../../std/suggest.js';
import { CONFIGURATION_PATH } from '../../settings/configuration/parse.js';
import { readFolder } from '../../sources/collect.js';
import { compareText } from '../../std/compare-text.js';
import { listNames } from '../../std/list-text.js';
import { quote } from '../../std/quote.js';

/** A cluster of a fleet: a folder with a weir.yaml, which is its name as seen from the folder of the fleet. */
export type ClusterName = string;

/** The clusters below a folder, sorted; those that are wanted, where some are. A name may leave out folders in front. */
export function findClusters(folder: string, wanted: readonly string[]): readonly ClusterName[] | Failure {
  const found = readFolder(folder, { include: [`**/${CONFIGURATION_PATH}`], exclude: [] });
  const errors = found.reports.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (errors.length > 0) return { ...fail(''), problems: errors };
  const names = found.files.map(({ path }) => dirname(path)).filter((name) => name !== '.');
  names.sort(compareText);
  if (names.length === 0) return fail(`no folder below ${folder} has a ${CONFIGURATION_PATH}`);
  const chosen = new Set<ClusterName>();
  for (const want of wanted) {
    const meant = names.filter((name) => name === want || name.endsWith(`/${want}`));
    const [one, ...others] = meant;
    if (one === undefined) return fail(refuse(want, names));
    if (others.length > 0 && one !== want) return fail(`${quote(want)} may be ${listNames(meant)}`);
    chosen.add(meant.includes(want) ? want : one);
  }
  return wanted.length === 0 ? names : names.filter((name) => chosen.has(name));
}

function refuse(want: string, names: readonly ClusterName[]): string {
  const meant = suggest(want, [...names, ...names.map((name) => posix.basename(name))]);
  return `the fleet has no cluster ${quote(want)}${meant === undefined ? '' : `: did you mean ${quote(meant)}?`}`;
}
