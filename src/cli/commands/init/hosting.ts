import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../../package-folder.js';
import { HOSTINGS, type HostingName } from './hostings.js';
import { findRemoteHosts } from '../../../sources/git-remote.js';

/** The CI file of a hosting as delivered with Weir, and its path in a repository. */
export interface CiFile {
  /** Path in the repository, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The manual steps for the user. */
  readonly advice: string;
}

/** The templates are part of the package. */
const TEMPLATES = new URL('deploy/ci/', PACKAGE_FOLDER);

const FILES: Readonly<Record<HostingName, Omit<CiFile, 'text'> & { readonly template: string }>> = {
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
 * Returns the CI file of the named hosting, otherwise of the one that the files in the top folder or the remotes
 * indicate. Returns undefined if there is no indication.
 */
export async function chooseCiFile(top: string, named: HostingName | undefined): Promise<CiFile | undefined> {
  const hosting = named ?? hostingOfFiles(top) ?? hostingOfHosts(await findRemoteHosts(top));
  if (!hosting) return undefined;
  const { template, path, advice } = FILES[hosting];
  return { path, advice, text: readFileSync(new URL(template, TEMPLATES), 'utf8') };
}

function hostingOfFiles(top: string): HostingName | undefined {
  if (existsSync(join(top, '.github'))) return 'github';
  return ['.gitlab-ci.yml', '.gitlab'].some((name) => existsSync(join(top, name))) ? 'gitlab' : undefined;
}

/** Returns the hosting for remote hosts, by name: `github.com`, `git.example.org`, `gitlab.example.org`. */
function hostingOfHosts(hosts: readonly string[]): HostingName | undefined {
  return HOSTINGS.find((name) => hosts.some((host) => host.includes(name)));
}
