import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../sources/scratch.js';
import { commit } from '../rig/repository.js';
import { TOKEN, repository, weir } from './hostile.js';

describe.each(['weir.yaml', 'weir.lock.yaml'])('a hostile %s', (name) => {
  it.each(['/proc/self/environ', '/etc/passwd'])('that is a link to %s shows nothing of it', (target) => {
    const folder = repository();
    rmSync(join(folder, name), { force: true });
    symlinkSync(target, join(folder, name));
    for (const words of [['check'], ['compile'], ['diff', 'HEAD'], ['check', '-c', 'weir.yaml']]) {
      const { code, out, err } = weir(folder, words);
      expect(code).toBe(1);
      expect(out + err).toContain('[source/symlink]');
      expect(out + err).not.toContain(TOKEN);
      expect(out + err).not.toContain('root:');
    }
  });

  it('that is a pipe does not hang', () => {
    const folder = repository();
    rmSync(join(folder, name), { force: true });
    execFileSync('mkfifo', [join(folder, name)]);
    expect(weir(folder, ['check'])).toMatchObject({ code: 1 });
    expect(weir(folder, ['check']).out).toContain('[source/not-a-file]');
  });

  it('that is a link in a revision is an error, not a missing file', () => {
    const folder = repository();
    rmSync(join(folder, name), { force: true });
    symlinkSync('nodes.yaml', join(folder, name));
    commit(folder);
    const { code, out } = weir(folder, ['check', '--rev', 'HEAD']);
    expect([code, out.includes('[source/link-in-revision]')]).toEqual([1, true]);
  });
});

describe('globs of weir.yaml', () => {
  it.each(['secret.yaml', '/proc/self/environ', '../../../../../../proc/self/environ', 'link'])(
    'that name %s show no environment and no file from outside',
    (glob) => {
      const folder = repository();
      const outside = scratch({ 'secret.yaml': `${TOKEN}: [` });
      symlinkSync(join(outside, 'secret.yaml'), join(folder, 'secret.yaml'));
      symlinkSync(outside, join(folder, 'link'));
      writeFileSync(join(folder, 'weir.yaml'), `manifests: [shop.yaml, '${glob}']\n`);
      const { code, out, err } = weir(folder, ['check']);
      expect(code).toBe(1);
      expect(out + err).toMatch(/\[source\/(symlink|not-a-file|outside-repository)\]/);
      expect(out + err).not.toContain(TOKEN);
    },
  );
});

describe('certificates of weir.yaml', () => {
  it.each(['defaultCertificate', 'serviceCA'])('%s names no file outside of the repository', (field) => {
    const [folder, outside] = [repository(), scratch({ secret: `${TOKEN}\n` })];
    symlinkSync(join(outside, 'secret'), join(folder, 'link.pem'));
    for (const path of [join(outside, 'secret'), relative(folder, join(outside, 'secret')), 'link.pem']) {
      writeFileSync(
        join(folder, 'weir.yaml'),
        `manifests: [shop.yaml]\ningressControllers: [{name: a, domain: apps.example.com, ${field}: ${path}}]\n`,
      );
      const { code, out, err } = weir(folder, ['check']);
      expect(code).toBe(1);
      expect(out + err).toMatch(/error\[source\/(outside-repository|symlink)\]/);
      expect(out + err).not.toContain(TOKEN);
    }
  });
});

describe('manifests of weir.yaml outside of the repository', () => {
  it.each([
    ['beside it', (outside: string, folder: string) => relative(folder, outside)],
    ['by an absolute path', (outside: string) => outside],
  ])('%s are not read', (_, pathTo) => {
    const [folder, outside] = [repository(), scratch({ 'secret.yaml': `${TOKEN}: [\na: b\n` })];
    writeFileSync(
      join(folder, 'weir.yaml'),
      `manifests: [shop.yaml, '${pathTo(join(outside, 'secret.yaml'), folder)}']\n`,
    );
    const { code, out, err } = weir(folder, ['check']);
    expect([code, out.includes('error[source/outside-repository]')]).toEqual([1, true]);
    expect(out + err).not.toContain(`${TOKEN}:`);
  });

  it('are read where they are in another folder of it, or named on the command line', () => {
    const folder = repository();
    mkdirSync(join(folder, 'apps'));
    writeFileSync(join(folder, 'apps/weir.yaml'), 'manifests: [../shop.yaml]\ninventory: [../nodes.yaml]\n');
    expect(weir(folder, ['check', 'apps']).code).toBe(0);
    const outside = scratch({ 'shop.yaml': readFileSync(join(folder, 'shop.yaml'), 'utf8') });
    expect(weir(folder, ['check', join(outside, 'shop.yaml')]).code).toBe(0);
  });
});

describe('the output of weir.yaml', () => {
  it.each([
    ['../out', 'output/outside-repository'],
    ['/tmp/weir-out', 'output/outside-repository'],
    ['.git', 'output/git-folder'],
    ['.GIT/hooks', 'output/git-folder'],
    ['link', 'output/symlink'],
    ['link/below', 'output/symlink'],
  ])('%s is refused and not written to', (output, code) => {
    const folder = repository();
    const elsewhere = scratch();
    symlinkSync(elsewhere, join(folder, 'link'));
    writeFileSync(join(folder, 'weir.yaml'), `manifests: [shop.yaml]\ninventory: [nodes.yaml]\noutput: ${output}\n`);
    const ended = weir(folder, ['compile']);
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(ended.err).toContain(`[${code}]`);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('may be a folder of the repository beside that of weir.yaml, and anything with --out', () => {
    const folder = repository();
    mkdirSync(join(folder, 'apps'));
    for (const name of ['shop.yaml', 'nodes.yaml'])
      execFileSync('cp', [join(folder, name), join(folder, 'apps', name)]);
    writeFileSync(join(folder, 'apps/weir.yaml'), 'output: ../rendered\n');
    expect(weir(folder, ['compile', 'apps']).code).toBe(0);
    expect(readdirSync(join(folder, 'rendered'))).toContain('index.json');
    const elsewhere = scratch();
    expect(weir(folder, ['compile', 'apps', '--out', elsewhere]).code).toBe(0);
    expect(readdirSync(elsewhere)).toContain('index.json');
  });
});
