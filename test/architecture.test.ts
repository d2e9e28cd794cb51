import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

interface Import {
  /** Relative to src. */
  readonly from: string;
  /** A file relative to src, or the name of a package. */
  readonly to: string;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(SOURCE, from), 'utf8');
  const specifiers = text.matchAll(/^(?:import|export|\}).*?from '([^']+)';|\bimport\('([^']+)'\)/gm);
  return Array.from(specifiers, ([, fixed, dynamic]) => fixed ?? dynamic ?? '').map((specifier) => ({
    from,
    to: specifier.startsWith('.') ? relative(SOURCE, resolve(SOURCE, dirname(from), specifier)) : specifier,
  }));
});

const roomOf = (path: string) => path.split('/')[0] ?? '';
const kindOf = (path: string) => /^kinds\/([^/]+)\//.exec(path)?.[1];

/** Where each outside package is used: nowhere else. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  ajv: ['2-validate'],
  'js-yaml': ['yaml'],
  picomatch: ['sources'],
  'simple-git': ['sources'],
  commander: ['cli.ts', 'cli'],
  handlebars: ['5-emit'],
  yaml: ['lock'],
  fflate: ['bundles'],
  '@octokit/rest': ['integrations'],
  '@octokit/plugin-retry': ['integrations'],
  '@octokit/plugin-throttling': ['integrations'],
  pino: ['commands'],
  'prom-client': ['commands'],
  '@kubernetes/client-node': ['kubernetes'],
};

describe('the architecture', () => {
  it('has no phase that imports another phase', () => {
    const wrong = imports.filter(
      ({ from, to }) => /^\d-/.test(roomOf(from)) && /^\d-/.test(roomOf(to)) && roomOf(from) !== roomOf(to),
    );
    expect(wrong).toEqual([]);
  });

  it('has subjects and kinds that do not know the phases', () => {
    const drivers = ['commands', 'targets', 'integrations', 'bundles'];
    const isSubject = (room: string) => !/^\d-|\.ts$/.test(room) && !drivers.includes(room);
    expect(imports.filter(({ from, to }) => isSubject(roomOf(from)) && /^\d-/.test(roomOf(to)))).toEqual([]);
  });

  it('has no kind that imports another kind', () => {
    const wrong = imports.filter(({ from, to }) => kindOf(from) && kindOf(to) && kindOf(from) !== kindOf(to));
    expect(wrong).toEqual([]);
  });

  it('has phases, kinds and nouns that do not know commands, targets, sources or output', () => {
    const outside = ['commands', 'targets', 'sources', 'output', 'reconcile.ts', 'cli', 'cli.ts'];
    const inside = ({ from }: Import) => ![...outside].includes(roomOf(from));
    expect(imports.filter((one) => inside(one) && outside.includes(roomOf(one.to)))).toEqual([]);
  });

  it('has one home for each outside package', () => {
    const used = imports.filter(({ to }) => !to.startsWith('node:') && !to.endsWith('.js'));
    expect(used.filter(({ from, to }) => !(HOMES[to] ?? []).includes(roomOf(from)))).toEqual([]);
    expect([...new Set(used.map(({ to }) => to))].sort()).toEqual(Object.keys(HOMES).sort());
  });

  it('has a pure compiler: no clock, random, network, locale, environment or files below the drivers', () => {
    const impure =
      /\b(Date\.now|new Date|Math\.random|toLocale\w*|Intl\.|process\.|node:(?:fs|http|https|net|dns|os|child_process))/;
    // Templates are part of the program: reading them is like loading code.
    const pure = files.filter(
      (path) =>
        !['commands', 'targets', '7-apply', 'sources', 'output', 'cli', 'cli.ts', 'version.ts'].includes(
          roomOf(path),
        ) &&
        path !== '5-emit/template/template.ts' &&
        !['ovsdb/client/', 'kubernetes/', '7-apply/', 'targets/'].some((folder) => path.startsWith(folder)),
    );
    expect(pure.filter((path) => impure.test(readFileSync(join(SOURCE, path), 'utf8')))).toEqual([]);
  });

  it('has no compiler that talks to a database', () => {
    const drivers = ['commands', '6-diff', '7-apply', 'targets', 'ovsdb'];
    const talking = imports.filter(({ from, to }) => to.startsWith('ovsdb/client/') && !drivers.includes(roomOf(from)));
    expect(talking).toEqual([]);
  });

  it('has no file over 300 lines', () => {
    expect(files.filter((path) => readFileSync(join(SOURCE, path), 'utf8').split('\n').length > 300)).toEqual([]);
  });
});
