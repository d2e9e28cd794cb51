import { defineFinding } from '../model/catalogue.js';

/** What can be wrong with the place that artefacts are written to. */
export const messages = {
  symlink: defineFinding({
    code: 'output/symlink',
    severity: 'error',
    summary: 'A symbolic link of the repository, or of the output folder, is in the path of what is written.',
    why: 'Whoever can commit a link could have files written anywhere.',
    fix: 'remove the link, or name the place that it leads to',
    message: (path: string) => `'${path}' is a symbolic link`,
  }),
  foreignFile: defineFinding({
    code: 'output/foreign-file',
    severity: 'error',
    summary: 'A file in the output folder was not written by Weir.',
    why: 'Weir would overwrite or delete the work of somebody else.',
    fix: 'move it away, or choose another output folder; index.json lists what Weir has written',
    message: (path: string) => `'${path}' exists, but Weir has not written it`,
  }),
  wrongFileType: defineFinding({
    code: 'output/wrong-file-type',
    severity: 'error',
    summary: 'A folder is in the place of a file, or a file in the place of a folder.',
    why: 'The artefact cannot be written.',
    fix: 'move it away, or choose another output folder',
    message: (path: string, needed: 'file' | 'folder') => `'${path}' exists, but is not a ${needed}`,
  }),
  outsideRepository: defineFinding({
    code: 'output/outside-repository',
    severity: 'error',
    summary: 'The configured output folder lies outside of the repository.',
    why: 'Whoever can change weir.yaml could have files written anywhere.',
    fix: 'write a folder inside the repository; only --out may be elsewhere',
    message: (path: string) => `the output folder '${path}' is outside of the repository`,
  }),
  gitFolder: defineFinding({
    code: 'output/git-folder',
    severity: 'error',
    summary: 'The configured output folder lies in a folder of git.',
    why: 'Files there can run commands when git starts.',
    fix: 'write another folder, such as rendered',
    message: (path: string) => `the output folder '${path}' is inside a git folder`,
  }),
  unwritable: defineFinding({
    code: 'output/unwritable',
    severity: 'error',
    summary: 'A file cannot be written.',
    why: 'The output folder would be incomplete, so it is left as it was.',
    fix: 'check the permissions of the folder and the free disk space',
    message: (path: string, reason: string) => `cannot write '${path}': ${reason}`,
  }),
};
