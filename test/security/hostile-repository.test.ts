import {
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../sources/scratch.js';
import { commit, git } from '../rig/repository.js';
import { TOKEN, firewall, pullRequest, repository, trap, weir } from './hostile.js';

const WIDER = firewall('203.0.112.0/23');

/** Runs every command that calls git. */
async function runAll(folder: string, base = 'HEAD'): Promise<Readonly<Record<'check' | 'diff' | 'pr', string>>> {
  const check = weir(folder, ['check', '--rev', base]);
  const diff = weir(folder, ['diff', base]);
  const fallback = weir(folder, ['diff']);
  const pr = await pullRequest(folder, base);
  const texts = [check, diff, fallback, pr].map(({ out, err }) => out + err);
  for (const text of [...texts, pr.summary]) expect(text).not.toContain(TOKEN);
  return { check: texts[0] ?? '', diff: (texts[1] ?? '') + (texts[2] ?? ''), pr: texts[3] ?? '' };
}

describe('a line break that only kubectl sees', () => {
  it.each(['\u0085', '\u2028', '\u2029'])('in a comment fails the review: %j', async (separator) => {
    const folder = repository();
    const base = git(folder, 'rev-parse', 'HEAD');
    const hidden = `${separator}  egress: [{type: Allow, to: {cidrSelector: 0.0.0.0/0}}]`;
    const text = readFileSync(join(folder, 'shop.yaml'), 'utf8');
    writeFileSync(join(folder, 'shop.yaml'), text.replace('spec:\n', `spec: # all of it${hidden}\n`));
    const diff = weir(folder, ['diff', base, '--fail-on', 'opened,moved']);
    expect(diff.err).toContain('error[yaml/line-separator]');
    expect(diff.err).toContain('shop.yaml:4:18');
    expect(diff.code).toBe(1);
    expect((await pullRequest(folder, base)).code).not.toBe(0);
  });
});

describe('a name of a base', () => {
  it('is the revision, though a folder or a link is called like it', async () => {
    const folder = repository();
    const base = git(folder, 'rev-parse', 'HEAD');
    writeFileSync(join(folder, 'shop.yaml'), WIDER);
    git(folder, 'update-ref', 'refs/remotes/origin/main', base);
    symlinkSync('.', join(folder, base));
    mkdirSync(join(folder, 'origin/main'), { recursive: true });
    for (const name of ['weir.yaml', 'nodes.yaml', 'shop.yaml'])
      cpSync(join(folder, name), join(folder, 'origin/main', name));
    for (const name of [base, 'origin/main']) expect(weir(folder, ['diff', name]).out).toContain('203.0.112.0/24');
    expect((await pullRequest(folder, base)).summary).toContain('203.0.112.0/24');
  });

  it('is a folder only where it is written as one, and the message shows how', () => {
    const folder = repository();
    const copy = scratch();
    cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes('.git') });
    cpSync(copy, join(folder, 'before'), { recursive: true });
    writeFileSync(join(folder, 'shop.yaml'), WIDER);
    const advice = weir(folder, ['diff', 'before']);
    expect(advice.code).toBe(1);
    expect(advice.err).toContain('source/folder-for-revision');
    expect(advice.err).toContain('use ./before');
    expect(weir(folder, ['diff', './before']).out).toContain('203.0.112.0/24');
  });

  it('is never a folder to pr', async () => {
    const folder = repository();
    const { code, err } = await pullRequest(folder, git(folder, 'rev-parse', 'HEAD'), './');
    expect(code).toBe(1);
    expect(err).toContain('source/bad-revision');
  });

  it('that a tag and a branch have is refused, and the default base is the branch', () => {
    const folder = repository();
    git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    git(folder, 'checkout', '--quiet', '-b', 'topic');
    writeFileSync(join(folder, 'shop.yaml'), WIDER);
    commit(folder);
    git(folder, 'tag', 'origin/main');
    expect(weir(folder, ['diff', 'origin/main']).err).toContain('source/ambiguous-revision');
    expect(weir(folder, ['diff']).out).toContain('203.0.112.0/24');
  });

  it('counts for the folder that was named, not for one that a tracked link leads to', () => {
    const folder = repository({ 'a/weir.yaml': '', 'b/weir.yaml': '' });
    rmSync(join(folder, 'a'), { recursive: true });
    symlinkSync('b', join(folder, 'a'));
    expect(weir(folder, ['diff', '-C', 'a']).err).toContain('source/folder-link');
  });
});

describe('a hostile repository', () => {
  it('embedded as a bare one in a subfolder runs nothing and is not read', async () => {
    const folder = repository();
    const { command, trace } = trap();
    const sub = join(folder, 'apps');
    const copy = scratch();
    cpSync(folder, copy, { recursive: true });
    cpSync(copy, sub, { recursive: true });
    for (const name of ['HEAD', 'config', 'objects', 'refs', 'hooks'])
      renameSync(join(sub, '.git', name), join(sub, name));
    rmSync(join(sub, '.git'), { recursive: true });
    arm(sub, command, ['--file', 'config']);
    writeFileSync(join(sub, 'shop.yaml'), WIDER);
    const { check, diff, pr } = await runAll(sub);
    for (const text of [check, diff, pr]) expect(text).toContain('safe.bareRepository');
    expect(trace()).toBeUndefined();
  });

  it('that is a partial clone is refused before a lazy fetch', async () => {
    for (const setting of ['extensions.partialClone', 'remote.x.promisor', 'remote.x.partialCloneFilter']) {
      const folder = repository();
      const { command, trace } = trap();
      const base = git(folder, 'rev-parse', 'HEAD');
      const blob = git(folder, 'rev-parse', 'HEAD:shop.yaml');
      git(folder, 'config', 'core.repositoryFormatVersion', '1');
      git(folder, 'config', setting, setting.endsWith('promisor') ? 'true' : 'x');
      git(folder, 'config', 'remote.x.url', scratch());
      git(folder, 'config', 'remote.x.uploadpack', command);
      git(folder, 'config', 'protocol.file.allow', 'always');
      unlinkSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
      // The attack is a real one: git by itself runs the command for the extension.
      if (setting.startsWith('extensions')) {
        expect(() => git(folder, 'cat-file', '-p', blob)).toThrow();
        expect(trace()).toContain('ran');
        continue;
      }
      const { check, diff, pr } = await runAll(folder, base);
      for (const text of [check, diff, pr]) expect(text).toContain('source/partial-clone');
      expect(trace()).toBeUndefined();
    }
    const folder = repository();
    git(folder, 'config', 'extensions.partialClone', 'x');
    expect((await runAll(folder)).check).toContain('source/partial-clone');
  });

  it.each([
    ['*.yaml diff=evil\n', '203.0.112.0/24'],
    // A file with a filter is an error, and its filter is not run either.
    ['*.yaml diff=evil filter=evil\n', 'source/changed-at-checkout'],
  ])('with commands in its configuration runs none of them: %j', async (attributes, shown) => {
    const folder = repository({ ...FILES, '.gitattributes': attributes });
    const { command, trace } = trap();
    arm(folder, command);
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
      cpSync(command, join(folder, '.git/hooks', hook));
    writeFileSync(join(folder, 'shop.yaml'), WIDER);
    expect((await runAll(folder)).diff).toContain(shown);
    expect(trace()).toBeUndefined();
  });

  it('cannot put another commit or file in the place of one by replace refs and grafts', () => {
    const folder = repository();
    const [base, blob] = [git(folder, 'rev-parse', 'HEAD'), git(folder, 'rev-parse', 'HEAD:shop.yaml')];
    writeFileSync(join(folder, 'shop.yaml'), WIDER);
    const head = commit(folder);
    git(folder, 'replace', blob, git(folder, 'rev-parse', 'HEAD:shop.yaml'));
    git(folder, 'replace', base, head);
    writeFileSync(join(folder, '.git/info/grafts'), `${head}\n`);
    expect(weir(folder, ['diff', base]).out).toContain('203.0.112.0/24');
    expect(weir(folder, ['diff', `${head}~1`]).out).toContain('203.0.112.0/24');
  });

  it('gets neither the token nor the GIT_* variables of the user into a child process', () => {
    const folder = repository();
    writeFileSync(join(folder, 'shop.yaml'), WIDER);
    const { command, trace } = trap();
    const bin = scratch();
    const seen = join(bin, 'seen');
    writeFileSync(join(bin, 'git'), `#!/bin/sh\nenv >> ${seen}\nexec /usr/bin/git "$@"\n`, { mode: 0o755 });
    const ended = weir(folder, ['diff', 'HEAD'], {
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      GIT_DIR: '/nowhere',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: command,
      GIT_EXTERNAL_DIFF: command,
      GIT_SSH_COMMAND: command,
      GIT_REPLACE_REF_BASE: 'refs/heads/',
    });
    expect(ended.out).toContain('203.0.112.0/24');
    const environment = readFileSync(seen, 'utf8');
    expect(environment).toContain('GIT_ALLOW_PROTOCOL=\n');
    for (const word of [TOKEN, 'GITHUB_', 'GIT_DIR', 'GIT_SSH_COMMAND', command])
      expect(environment).not.toContain(word);
    expect(trace()).toBeUndefined();
  });

  it('does not run its own git through a relative PATH or the folder that npx adds', () => {
    const folder = repository();
    const { command, trace } = trap();
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    for (const path of ['git', 'node_modules/.bin/git']) cpSync(command, join(folder, path));
    const PATH = `.::${join(folder, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
    expect(weir(folder, ['check', '--rev', 'HEAD'], { PATH }).code).toBe(0);
    expect(trace()).toBeUndefined();
  });

  it('inside of the one that a person stands in is refused, also by a .git file', () => {
    const folder = repository();
    const other = repository();
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'sub/.git'), `gitdir: ${join(other, '.git')}\n`);
    const { code, out } = weir(folder, ['check', 'sub', '--rev', 'HEAD']);
    expect(code).toBe(1);
    expect(out).toContain('source/nested-repository');
    expect(weir(folder, ['diff', '-C', 'sub']).err).toContain('source/nested-repository');
  });

  it('cannot say that its work tree is elsewhere', () => {
    for (const elsewhere of ['..', '/', '/etc']) {
      const folder = repository();
      git(folder, 'config', 'core.worktree', elsewhere === '..' ? join(folder, '..') : elsewhere);
      expect(weir(folder, ['diff', 'HEAD']).err).toContain('source/git-failed');
    }
  });

  it.skipIf(process.getuid?.() !== 0)('of another user is refused, with what to type', () => {
    const folder = repository();
    for (const path of ['.', '.git']) chownSync(join(folder, path), 65534, 65534);
    const { err } = weir(folder, ['diff', 'HEAD']);
    expect(err).toContain('source/foreign-repository');
    expect(err).toContain('safe.directory');
  });
});

const FILES = {
  'weir.yaml': '',
  'nodes.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: heron}\n',
  'shop.yaml': firewall('203.0.113.0/24'),
};

/** Everything of a configuration that git runs at some time. */
function arm(folder: string, command: string, where: readonly string[] = []): void {
  const settings = {
    'core.fsmonitor': command,
    'core.sshCommand': command,
    'core.pager': command,
    'core.editor': command,
    'core.alternateRefsCommand': command,
    'core.gitProxy': command,
    'credential.helper': `!${command}`,
    'diff.external': command,
    'diff.evil.textconv': command,
    'diff.evil.command': command,
    'filter.evil.smudge': command,
    'filter.evil.clean': command,
    'filter.evil.process': command,
    'filter.evil.required': 'true',
    'gpg.program': command,
    'uploadpack.packObjectsHook': command,
    'alias.rev-parse': `!${command}`,
    'alias.cat-file': `!${command}`,
    'pager.ls-tree': command,
    'remote.origin.uploadpack': command,
    'remote.origin.url': `ext::${command}`,
    'protocol.allow': 'always',
    'protocol.ext.allow': 'always',
  };
  for (const [name, value] of Object.entries(settings)) git(folder, 'config', ...where, name, value);
}
