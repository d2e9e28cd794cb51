import { defineFinding } from '../model/catalogue.js';

/** What can be wrong with the place that artefacts are written to. */
export const messages = {
  symlink: defineFinding({
    code: 'output/symlink',
    severity: 'error',
    summary: 'The path of an output file contains a symbolic link.',
    why: 'A user who can commit a link could make Weir write files outside of the repository.',
    fix: 'remove the link, or use the path that it points to',
    message: (path: string) => `'${path}' is a symbolic link, expected a file or folder`,
  }),
  foreignFile: defineFinding({
    code: 'output/foreign-file',
    severity: 'error',
    summary: 'A file in the output folder was not written by Weir.',
    why: 'Weir does not overwrite or delete files that it did not write.',
    fix: 'move the file, or choose a different output folder (index.json lists the files that Weir wrote)',
    message: (path: string) => `'${path}' exists, but was not written by Weir`,
  }),
  wrongFileType: defineFinding({
    code: 'output/wrong-file-type',
    severity: 'error',
    summary: 'The output folder contains a folder instead of a file, or a file instead of a folder.',
    why: 'Weir cannot write the artefact.',
    fix: 'move it, or choose a different output folder',
    message: (path: string, needed: 'file' | 'folder') => `'${path}' exists, but is not a ${needed}`,
  }),
  outsideRepository: defineFinding({
    code: 'output/outside-repository',
    severity: 'error',
    summary: 'The configured output folder is outside of the repository.',
    why: 'A user who can change weir.yaml could make Weir write files anywhere.',
    fix: 'set output to a folder in the repository, or use --out for a different location',
    message: (path: string) => `'output' is '${path}', expected a folder in the repository`,
  }),
  gitFolder: defineFinding({
    code: 'output/git-folder',
    severity: 'error',
    summary: 'The configured output folder is inside of a git folder.',
    why: 'Files in a git folder can run commands when git starts.',
    fix: 'choose a different folder, for example rendered',
    message: (path: string) => `'output' is '${path}', expected a folder outside of git folders`,
  }),
  unwritable: defineFinding({
    code: 'output/unwritable',
    severity: 'error',
    summary: 'Weir cannot write a file.',
    why: 'The output folder remains unchanged, because it would be incomplete.',
    fix: 'check the permissions of the folder and the free disk space',
    message: (path: string, reason: string) => `cannot write '${path}': ${reason}`,
  }),
};
