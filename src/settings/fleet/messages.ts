import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

export const messages = {
  notAMapping: defineFinding({
    code: 'fleet/not-a-mapping',
    severity: 'error',
    summary: 'weir.fleet.yaml is not one mapping.',
    why: 'The clusters of the fleet are not known.',
    fix: 'write `clusters` or `folders`; `weir schema fleet` prints what the file may hold',
    message: () => 'weir.fleet.yaml must be one mapping',
  }),
  noClusters: defineFinding({
    code: 'fleet/no-clusters',
    severity: 'error',
    summary: 'weir.fleet.yaml names no cluster.',
    why: 'A command for the fleet would do nothing, and its success would mean nothing.',
    fix: 'write `clusters` (name: folder) or `folders` (globs), or remove the file: then every folder with a weir.yaml is a cluster',
    message: () => 'weir.fleet.yaml names no cluster',
  }),
  badName: defineFinding({
    code: 'fleet/bad-name',
    severity: 'error',
    summary: 'The name of a cluster is not a word.',
    why: 'Command lines and reports name clusters.',
    fix: 'write letters, digits, dots, dashes and underscores, at most 63, a letter or digit first',
    message: (name: string) => `${quote(name)} cannot be the name of a cluster`,
  }),
  noConfiguration: defineFinding<[folder: string, meant: string]>({
    code: 'fleet/no-configuration',
    severity: 'error',
    summary: 'A folder of weir.fleet.yaml has no weir.yaml, or a glob finds none that has.',
    why: 'A cluster that is meant to be checked would be left out.',
    fix: 'name folders with a weir.yaml; paths are relative to weir.fleet.yaml',
    message: (folder, meant) => `${quote(folder)} has no weir.yaml${meant}`,
  }),
  sameFolder: defineFinding({
    code: 'fleet/same-folder',
    severity: 'error',
    summary: 'Two names of clusters have one folder.',
    why: 'The folder would be compiled twice; most often one of the names is meant for another.',
    fix: 'write each folder once',
    message: (folder: string, first: string) => `${quote(folder)} is the folder of ${first} already`,
  }),
};
