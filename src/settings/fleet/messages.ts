import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

export const messages = {
  notAMapping: defineFinding({
    code: 'fleet/not-a-mapping',
    severity: 'error',
    summary: 'weir.fleet.yaml is not a mapping.',
    why: 'The clusters of the fleet are unknown.',
    fix: 'set `clusters` or `folders` (see `weir schema fleet`)',
    message: () => 'expected a mapping in weir.fleet.yaml',
  }),
  noClusters: defineFinding({
    code: 'fleet/no-clusters',
    severity: 'error',
    summary: 'weir.fleet.yaml has no cluster.',
    why: 'A command for the fleet has no effect.',
    fix: 'set `clusters` (name: folder) or `folders` (globs), or remove the file to use each folder with a weir.yaml as a cluster',
    message: () => 'weir.fleet.yaml has no cluster',
  }),
  badName: defineFinding({
    code: 'fleet/bad-name',
    severity: 'error',
    summary: 'The name of a cluster is invalid.',
    why: 'Command lines and reports cannot contain the name.',
    fix: 'use at most 63 letters, digits, dots, hyphens and underscores, with a letter or digit first',
    message: (name: string) => `expected a cluster name, found ${quote(name)}`,
  }),
  noConfiguration: defineFinding<[folder: string, meant: string]>({
    code: 'fleet/no-configuration',
    severity: 'error',
    summary: 'A folder in weir.fleet.yaml has no weir.yaml, or a glob matches no folder with one.',
    why: 'The cluster cannot be checked.',
    fix: 'use folders with a weir.yaml, and paths relative to weir.fleet.yaml',
    message: (folder, meant) => `${quote(folder)} has no weir.yaml${meant}`,
  }),
  sameFolder: defineFinding({
    code: 'fleet/same-folder',
    severity: 'error',
    summary: 'Two clusters have the same folder.',
    why: 'Weir cannot compile the folder twice.',
    fix: 'use each folder once',
    message: (folder: string, first: string) => `folder is ${quote(folder)}, which ${first} already has`,
  }),
};
