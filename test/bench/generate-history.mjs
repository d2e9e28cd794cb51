import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateMixedRepository } from './generate.mjs';
import { commit } from './measure.mjs';

/** The commit that closes the path that is asked about, and its policy. */
const CLOSING = 333;
const CLOSED =
  'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: closed, namespace: team-10 }\nspec: { podSelector: {}, policyTypes: [Egress] }\n';

/**
 * Makes a git repository with `count` objects and 500 commits of which each changes one file, in turn: between two of them
 * that are far apart, every file is another one. One commit closes the connections from the namespace `team-10`.
 */
export function generateHistory(folder, count) {
  generateMixedRepository(folder, count);
  commit(folder);
  const paths = readdirSync(join(folder, 'egress')).map((name) => `egress/${name}`);
  commitMany(folder, 499, (number) => {
    if (number === CLOSING) return ['egress/closed.yaml', CLOSED];
    const path = paths[number % paths.length];
    return [path, `${readFileSync(join(folder, path), 'utf8')}# change ${number}\n`];
  });
}

/** Adds commits to a repository, each with another text of one of its files: `textOf(number)` gives path and text. */
function commitMany(folder, count, textOf) {
  const commits = Array.from({ length: count }, (_, number) => {
    const [path, text] = textOf(number);
    const from = number === 0 ? 'from refs/heads/main^0\n' : '';
    return `commit refs/heads/main\ncommitter bench <bench@example.org> ${1_700_000_000 + number} +0000\ndata 6\nchange\n${from}M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  });
  const { status, stderr } = spawnSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('') });
  if (status !== 0) throw new Error(String(stderr));
}
