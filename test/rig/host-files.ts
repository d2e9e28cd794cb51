import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inNamespace } from './ovn.js';
import type { Command, Workspace } from './workspace.js';

/** In this order: nothing may be routed that is not translated yet. */
const LOADERS: readonly (readonly [file: string, program: Command])[] = [
  ['nftables.nft', ['nft', '-f']],
  ['routes.batch', ['ip', '-4', '-batch']],
  ['routes6.batch', ['ip', '-6', '-batch']],
];

/** Loads the files of a node's host (file name → text) into its network namespace. Throws what `nft` or `ip` refuses. */
export async function applyHostFiles(
  workspace: Workspace,
  namespace: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [file, program] of LOADERS) {
    const text = files.get(file);
    if (text === undefined) continue;
    const path = join(workspace.folder, `${namespace}-${file}`);
    writeFileSync(path, text);
    await workspace.run(inNamespace(namespace, [...program, path]));
  }
}
