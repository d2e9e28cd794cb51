import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../../package-folder.js';
import { HOSTINGS, type Hosting } from '../../hosting.js';
import { findRemoteHosts } from '../../../sources/git-remote.js';

/** The file of CI for a hosting, as it is delivered with Weir, and where a repository has it. */
export interface CiFile {
  /** In the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  /** What is left to a person. */
  readonly advice: string;
}

/** The templates are part of the package. */
const TEMPLATES = new URL('deploy/ci/', PACKAGE_FOLDER);

const FILES: Readonly<Record<Hosting, Omit<CiFile, 'text'> & { readonly template: string }>> = {
  github: {
    template: 'github-actions.yaml',
    path: '.github/workflows/weir.yaml',
    advice: 'set the owner and the commit of Weir in it',
  },
  gitlab: {
    template: 'gitlab-ci.yaml',
    path: '.gitlab/weir.yaml',
    advice:
      "include it from .gitlab-ci.yml (`include: [{ local: '.gitlab/weir.yaml' }]`), and set the group and the commit of Weir, and an image",
  },
};

/**
 * The CI file for a hosting: the one that is named, else what a repository uses, by what is in its top folder, else by its
 * remotes; undefined where nothing tells.
 */
export async function chooseCiFile(top: string, named: Hosting | undefined): Promise<CiFile | undefined> {
  const hosting = named ?? hostingOfFiles(top) ?? hostingOfHosts(await findRemoteHosts(top));
  if (!hosting) return undefined;
  const { template, path, advice } = FILES[hosting];
  return { path, advice, text: readFileSync(new URL(template, TEMPLATES), 'utf8') };
}

function hostingOfFiles(top: string): Hosting | undefined {
  if (existsSync(join(top, '.github'))) return 'github';
  return ['.gitlab-ci.yml', '.gitlab'].some((name) => existsSync(join(top, name))) ? 'gitlab' : undefined;
}

/** `github.com`, `git.example.org`, `gitlab.example.org`: a host of one's own most often has the name in it. */
function hostingOfHosts(hosts: readonly string[]): Hosting | undefined {
  return HOSTINGS.find((name) => hosts.some((host) => host.includes(name)));
}
