import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const INDEX = new URL('../../fixtures/quickstart/rendered/index.json', import.meta.url);
/** A name that a shell would obey, if it evaluated it. */
const HOSTILE = "zone $(touch pwned); it's";

const PODS = `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Pod
  metadata:
    annotations:
      name: annotated
    name: web-0
    namespace: quiet
    ownerReferences:
    - kind: Pod
      name: owner
- {apiVersion: v1, kind: Pod, metadata: {name: passed-over, namespace: quiet}}
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: quiet }
spec:
  template:
    metadata:
      name: template
---
apiVersion: v1
kind: Pod
metadata: { name: db-0, namespace: quiet }
---
apiVersion: v1
kind: Pod
metadata: { name: "$(touch pwned)", namespace: quiet }
`;
const LIST = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { labels: { name: 'label' }, name: 'empty' } },
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'mail-0', namespace: 'post' } },
  ],
};

/** Answers the shell as the command does, and otherwise says with which words it was run. */
const COMMAND = `#!/bin/sh
[ "$1" != complete ] || exec "${process.execPath}" "${CLI}" "$@"
printf 'ran:'; printf '<%s>' "$@"; echo ' end'
`;

let folder: string;

beforeAll(async () => {
  const index = JSON.parse(readFileSync(INDEX, 'utf8')) as { zones: string[] };
  index.zones.push(HOSTILE);
  folder = mkdtempSync(join(tmpdir(), 'weir-completion-'));
  const write = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  write('weir.yaml', 'inventory: [inventory/*]\n');
  write('inventory/pods.yaml', PODS);
  write('inventory/list.json', JSON.stringify(LIST, undefined, 4));
  write('rendered/index.json', JSON.stringify(index));
  write('bin/weir', COMMAND, 0o755);
  write('east/weir.yaml', '');
  write('north\u001b/weir.yaml', '');
  commitBranches(folder);
  write('bashrc', `source weir.bash; PS1='ready> '\n`);
  write('.zshrc', `autoload -U compinit; compinit -u -D; source ./weir.zsh; PS1='ready> '\n`);
  for (const shell of ['bash', 'zsh', 'fish']) {
    write(`weir.${shell}`, (await weir(folder, ['completion', shell])).out);
  }
});

/** A branch that may be offered, one that a shell would obey, and one that looks like an option. */
function commitBranches(top: string): void {
  const git = (...words: string[]): string => spawnSync('git', words, { cwd: top, encoding: 'utf8' }).stdout.trim();
  git('init', '-q', '-b', 'main');
  const author = ['-c', 'user.name=Weir', '-c', 'user.email=weir@example.com'];
  git(...author, 'commit', '-q', '--allow-empty', '-m', 'Start');
  for (const name of ['release/1', '$(touch${IFS}pwned)', '-force']) git('update-ref', `refs/heads/${name}`, 'HEAD');
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const environment = (): NodeJS.ProcessEnv => ({
  PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
  HOME: folder,
  ZDOTDIR: folder,
  TERM: 'xterm',
});

const SHELLS = { bash: 'bash --noprofile --rcfile bashrc -i', zsh: 'zsh -i' } as const;

/** Types a line into a shell on a terminal, then tab and return; gives the words with which `weir` was run. */
function type(shell: keyof typeof SHELLS, line: string): Promise<string> {
  return new Promise((settle, reject) => {
    const child = spawn('script', ['-qfec', SHELLS[shell], '/dev/null'], { cwd: folder, env: environment() });
    let shown = '';
    let isTyped = false;
    child.on('error', reject);
    child.on('exit', () => {
      reject(new Error(`${shell} ended: ${shown}`));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (!isTyped && shown.includes('ready> ')) {
        isTyped = true;
        child.stdin.write(`${line}\t\r`);
      }
      const [, words] = /ran:(.*) end/.exec(shown) ?? [];
      if (words === undefined) return;
      child.removeAllListeners('exit');
      child.stdin.end('exit\r');
      settle(words);
    });
  });
}

/** What fish offers for a line. */
function offer(line: string): string[] {
  const script = 'source weir.fish; complete --do-complete $argv[1]';
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script, line], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

describe.each(['bash', 'zsh'] as const)('completion in %s', (shell) => {
  const it_ = it.skipIf(!has(shell) || !has('script'));

  it_.each([
    ['a command', 'weir whati', '<whatif>'],
    ['a command of a group', 'weir list exp', '<list><exposed>'],
    ['an option', 'weir compile --transa', '<compile><--transactions>'],
    ['a choice of an option', 'weir check --format code', '<check><--format><codeclimate>'],
    ['a node of the rendered folder', 'weir whatif --drain worker-b', '<whatif><--drain><worker-b>'],
    ['a namespace', 'weir list --namespace sho', '<list><--namespace><shop>'],
    ['a namespace that only the inventory has', 'weir list --namespace em', '<list><--namespace><empty>'],
    ['a pod', 'weir trace post/', '<trace><post/mail-0>'],
    ['the destination of a packet', 'weir trace quiet/web-0 po', '<trace><quiet/web-0><post>'],
    ['a branch', 'weir check --rev rel', '<check><--rev><release/1>'],
    ['the base of a comparison', 'weir diff rel', '<diff><release/1>'],
    ['a cluster', 'weir fleet check --cluster ea', '<fleet><check><--cluster><east>'],
    ['a kind', 'weir schema EgressF', '<schema><EgressFirewall>'],
    ['a file', 'weir check weir.y', '<check><weir.yaml>'],
  ])('completes %s', async (_, line, words) => {
    expect(await type(shell, line)).toBe(words);
  });

  it_('quotes a name that the shell would obey', async () => {
    expect(await type(shell, 'weir plan northbound --zone zo')).toBe(`<plan><northbound><--zone><${HOSTILE}>`);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });
});

describe('completion in fish', () => {
  const it_ = it.skipIf(!has('fish'));

  it_('offers commands, options, choices, names and files', () => {
    expect(offer('weir whati')).toEqual(['whatif']);
    expect(offer('weir list ')).toEqual(['egress', 'exposed', 'flows', 'rules']);
    expect(offer('weir list --allow-l')).toEqual(['--allow-list']);
    expect(offer('weir list --format mer')).toEqual(['mermaid']);
    expect(offer('weir compile --transa')).toEqual(['--transactions']);
    expect(offer('weir check --format code')).toEqual(['codeclimate']);
    expect(offer('weir whatif --drain w')).toEqual(['worker-a', 'worker-b']);
    expect(offer('weir list --namespace s')).toEqual(['shop']);
    expect(offer('weir list flows --from quiet/')).toEqual(['quiet/db-0', 'quiet/web-0']);
    expect(offer('weir check --rev rel')).toEqual(['release/1']);
    expect(offer('weir fleet check --cluster e')).toEqual(['east']);
    expect(offer('weir check weir.y')).toContain('weir.yaml');
  });

  it_('offers a name that the shell would obey as it is', () => {
    expect(offer('weir plan northbound --zone zo')).toEqual([HOSTILE]);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });
});

describe('completion', () => {
  const complete = async (...words: string[]): Promise<string[]> =>
    (await weir(folder, ['complete', '--', ...words])).out.trimEnd().split('\n');

  it('offers the names of the folder that -C names', async () => {
    expect(await complete('-C', 'nowhere', 'whatif', '--drain', '')).toEqual(['words']);
    expect(await complete('-C', '.', 'whatif', '--drain', '')).toEqual(['words', 'worker-a', 'worker-b']);
  });

  it('offers branches and HEAD, and none that a shell would obey or a command take for an option', async () => {
    expect(await complete('check', '--rev', '')).toEqual(['words', 'HEAD', 'main', 'release/1']);
  });

  it('offers the namespaces and pods of the inventory, of one or many files, and of pods no name that a shell would obey', async () => {
    const pods = ['post/mail-0', 'quiet/db-0', 'quiet/web-0'];
    expect(await complete('trace', '')).toEqual([
      'words',
      'empty',
      'post',
      ...pods.slice(0, 1),
      'quiet',
      ...pods.slice(1),
    ]);
    expect(await complete('list', '--namespace', '')).toEqual(['words', 'empty', 'post', 'quiet', 'shop']);
  });

  it('offers of 100,000 pods those of the namespace that is written, a thousand at most', async () => {
    const pods = Array.from(
      { length: 100_000 },
      (_, at) => `- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: p${at}\n    namespace: n${at % 50}\n`,
    );
    const many = scratch({
      'weir.yaml': 'inventory: [pods.yaml]\n',
      'pods.yaml': `apiVersion: v1\nkind: List\nitems:\n${pods.join('')}`,
    });
    const namespaces = Array.from({ length: 50 }, (_, at) => `n${at}`).sort();
    expect(await complete('-C', many, 'trace', '')).toEqual(['words', ...namespaces]);
    expect(await complete('-C', many, 'trace', 'n7/')).toHaveLength(1001);
    expect(await complete('-C', many, 'trace', 'n7/p9990')).toEqual(['words', 'n7/p99907']);
  });

  it('offers no cluster whose name cannot be seen', async () => {
    expect(await complete('fleet', 'check', '--cluster', '')).toEqual(['words', 'east']);
  });

  it('offers nothing, and says nothing, where there is neither a repository nor a fleet', async () => {
    for (const words of [
      ['check', '--rev', ''],
      ['fleet', 'check', '--cluster', ''],
      ['list', '--namespace', ''],
    ]) {
      expect(await weir(folder, ['complete', '--', '-C', 'nowhere', ...words])).toMatchObject({
        out: 'words\n',
        err: '',
      });
    }
  });

  it('does not offer what only shells ask for', async () => {
    expect(await complete('')).not.toContain('complete');
    expect(await complete('compl')).toEqual(['words', 'completion']);
  });
});
