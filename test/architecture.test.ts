import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../src/std/group-by.js';
import { BASE_MODULES, MODULES, HOMES, IMPURE, SMALL_FOLDERS, MEMOS } from './modules.js';
import { kinds } from '../src/kinds/index.js';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

interface Import {
  /** Relative to src. */
  readonly from: string;
  /** A file relative to src, or the name of a package. */
  readonly to: string;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
const textOf = (path: string) => readFileSync(join(SOURCE, path), 'utf8');
const imports: readonly Import[] = files.flatMap((from) => {
  const specifiers = textOf(from).matchAll(/^(?:import|export|\}).*?from '([^']+)';|\bimport\('([^']+)'\)/gm);
  return Array.from(specifiers, ([, fixed, dynamic]) => fixed ?? dynamic ?? '').map((specifier) => ({
    from,
    to: specifier.startsWith('.') ? relative(SOURCE, resolve(SOURCE, dirname(from), specifier)) : packageOf(specifier),
  }));
});
const inner = imports.filter(({ to }) => to.endsWith('.js'));

/** The package that a file is imported of. */
function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

/** The longest name in `ROOMS` that a path lies in; undefined for none. */
function roomOf(path: string): string | undefined {
  const file = path.replace(/\.js$/, '.ts');
  if (file in MODULES) return file;
  const folders = path.split('/').slice(0, -1);
  return [folders.slice(0, 2).join('/'), folders[0] ?? ''].find((room) => room in MODULES);
}

/** Ingress is a direction of policies, too. */
const kindNames = kinds.flatMap(({ kind }) => (kind === 'Ingress' ? [] : [kind])).join('|');
const kindFolders = new Set(files.flatMap((path) => /^kinds\/([^/]+)\/index\.ts$/.exec(path)?.[1] ?? []));
/** The kind in whose folder a file is. Other folders of `kinds` contain what kinds share. */
const kindOf = (path: string) => {
  const [, folder = ''] = /^kinds\/([^/]+)\//.exec(path) ?? [];
  return kindFolders.has(folder) ? folder : undefined;
};
const isImpure = (path: string) =>
  IMPURE.some((room) => (room.endsWith('/') ? path.startsWith(room) : roomOf(path) === room)) &&
  !/^apply\/\w+\/diff\//.test(path);

/** Returns files, and all that they import, directly or not. */
function reachedFrom(starts: readonly string[]): ReadonlySet<string> {
  const targets = groupBy(inner, ({ from }) => from);
  const reached = new Set(starts);
  for (const path of reached) for (const { to } of targets.get(path) ?? []) reached.add(to.replace(/\.js$/, '.ts'));
  return reached;
}

describe('the tests', () => {
  it('take what is random from one place, which prints the seed', () => {
    const tests = fileURLToPath(new URL('.', import.meta.url));
    const own = readdirSync(tests, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && path !== join('rig', 'random.ts') && path !== 'architecture.test.ts')
      .filter((path) =>
        /fc\.(assert|sample|check)\(|Math\.random|randomInt/.test(readFileSync(join(tests, path), 'utf8')),
      );
    expect(own).toEqual([]);
  });

  it('put back what they change of the environment, which the next file of their process has too', () => {
    const tests = fileURLToPath(new URL('.', import.meta.url));
    const paths = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'));
    const changing = paths.filter((path) => /\bvi\.stubEnv\(/.test(readFileSync(join(tests, path), 'utf8')));
    const keeping = changing.filter((path) => !readFileSync(join(tests, path), 'utf8').includes('vi.unstubAllEnvs()'));
    expect(changing.length).toBeGreaterThan(0);
    expect(keeping).toEqual([]);
  });
});

describe('the modules', () => {
  it('are all listed', () => {
    expect(files.filter((path) => roomOf(path) === undefined)).toEqual([]);
    const phases = /^(compile\/\d|apply\/|clients\/)/;
    expect(files.filter((path) => phases.test(dirname(path)) && !roomOf(path)?.includes('/'))).toEqual([]);
    expect(Object.keys(MODULES).filter((room) => !files.some((path) => roomOf(path) === room))).toEqual([]);
  });

  it('import only what their line says', () => {
    const wrong = inner.filter(({ from, to }) => {
      const [own, other] = [roomOf(from) ?? '', roomOf(to) ?? ''];
      return (
        own !== other &&
        ![...(MODULES[own] ?? []), ...(own === 'std' || own === 'net' ? [] : BASE_MODULES)].includes(other)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('need every room that their line names', () => {
    const used = new Set(inner.map(({ from, to }) => `${roomOf(from) ?? ''} → ${roomOf(to) ?? ''}`));
    const stale = Object.entries(MODULES).flatMap(([room, others]) =>
      others.map((other) => `${room} → ${other}`).filter((arrow) => !used.has(arrow)),
    );
    expect(stale).toEqual([]);
  });

  it('import no room that stands above them', () => {
    const order = Object.keys(MODULES);
    const upwards = Object.entries(MODULES).flatMap(([room, others]) =>
      others.filter((other) => order.indexOf(other) < order.indexOf(room)).map((other) => `${room} → ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  it('have no folder of fewer than three files without a reason', () => {
    const entries = new Map<string, Set<string>>();
    for (const path of files) {
      const parts = path.split('/');
      parts.slice(0, -1).forEach((_, depth) => {
        const folder = parts.slice(0, depth + 1).join('/');
        entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth + 1] ?? ''));
      });
    }
    const small = [...entries].filter(([, content]) => content.size < 3).map(([folder]) => folder);
    expect(small.sort()).toEqual(Object.keys(SMALL_FOLDERS).sort());
  });
});

describe('the architecture', () => {
  it('has no kind that imports another kind', () => {
    const wrong = inner.filter(({ from, to }) => kindOf(from) && kindOf(to) && kindOf(from) !== kindOf(to));
    expect(wrong).toEqual([]);
  });

  it('has one door to every kind: what is outside imports the contract, never a file of a kind', () => {
    const wrong = inner.filter(({ from, to }) => kindOf(to) && !kindOf(from) && from !== 'kinds/index.ts');
    expect(wrong).toEqual([]);
  });

  it('has files of one name for one member of the contract in every kind', () => {
    const members = ['schema', 'messages', 'claims', 'lock', 'explain', 'explain-move', 'what-if', 'resolve', 'lower'];
    const wrong = [...new Set(files.flatMap((path) => kindOf(path) ?? []))].flatMap((kind) => {
      const index = textOf(`kinds/${kind}/index.ts`);
      const stray = members.filter(
        (name) => files.includes(`kinds/${kind}/${name}.ts`) !== index.includes(`from './${name}.js'`),
      );
      return stray.map((name) => `kinds/${kind}/${name}.ts`);
    });
    expect(wrong).toEqual([]);
  });

  it('asks kinds by their contract: nothing outside of them compares the name of one', () => {
    const comparison = new RegExp(`(?:[!=]==|\\bcase) '(?:${kindNames})'|'(?:${kindNames})' [!=]==`);
    const wrong = files.filter((path) => !path.startsWith('kinds/') && comparison.test(textOf(path)));
    expect(wrong).toEqual([]);
  });

  it('names no kind where intents become artefacts: what they are for is all that counts there', () => {
    const named = new RegExp(`'(?:${kindNames})'`);
    const wrong = files.filter((path) => path.startsWith('compile/6-emit/') && named.test(textOf(path)));
    expect(wrong).toEqual([]);
  });

  it('has intents whose addresses are values, not texts that are parsed again', () => {
    const text = /\b(?:\w*[aA]ddress(?:es)?|gateways?|fallbacks?|ips?)\??: (?:readonly )?\(?string\b/;
    const wrong = files.filter((path) => path.startsWith('model/intent/') && text.test(textOf(path)));
    expect(wrong).toEqual([]);
  });

  it('has traces whose words are for readers: no code decides by what a stage says', () => {
    const reading = /\btext\??\.(?:includes|startsWith|endsWith|match)\(/;
    expect(files.filter((path) => path.startsWith('trace/') && reading.test(textOf(path)))).toEqual([]);
  });

  it('has one home for each outside package', () => {
    const used = imports.filter(({ to }) => !to.startsWith('node:') && !to.endsWith('.js'));
    expect(used.filter(({ from, to }) => from !== 'cli.ts' && HOMES[to] !== roomOf(from))).toEqual([]);
    expect([...new Set(used.map(({ to }) => to))].sort()).toEqual(Object.keys(HOMES).sort());
  });

  it('has a pure compiler and pure diffs: no clock, random, network, locale, environment or files', () => {
    const impure =
      /\b(Date\.now|new Date|Math\.random|toLocale\w*|Intl\.|process\.|node:(?:fs|http|https|net|dns|os|child_process))/;
    // Templates and the page's files are part of the program: reading them is like loading code.
    const program = ['template/template.ts', 'report/page-files.ts'];
    const compiled = reachedFrom(files.filter((path) => path.startsWith('compile/')));
    const pure = files.filter((path) => (compiled.has(path) || !isImpure(path)) && !program.includes(path));
    expect(pure.filter((path) => impure.test(textOf(path)))).toEqual([]);
  });

  it('has diffs that talk to nothing', () => {
    const talking = inner.filter(
      ({ from, to }) => /^apply\/\w+\/diff\//.test(from) && /^(clients\/kubernetes|apply\/\w+\/live)\//.test(to),
    );
    expect(talking).toEqual([]);
  });

  it('prints by one path: whatever is shown is bounded and visible there', () => {
    const own = [
      'cli/process/print.ts',
      // Hears what happens to the streams, and writes nothing.
      'cli/process/streams.ts',
      // Speaks a protocol to an editor, in which every text is made visible before.
      'cli/language-server/serve.ts',
      // A program of its own: it says one fixed word to the process that started it.
      'apply/node/live/rollback-timer.ts',
    ];
    const printing = files.filter((path) => /\bprocess\.(stdout|stderr)\b|\bprocess\[|\bconsole\./.test(textOf(path)));
    expect(printing.sort()).toEqual(own.sort());
  });

  it('keeps nothing from one run to the next: what changes is made in a function', () => {
    const mutable =
      /^(?:export )?(?:let (\w+)|const (\w+)(?:: (?:Weak)?(?:Map|Set)\b[^=]*)? = (?:new (?:Weak)?(?:Map|Set)\b[^(]*\(\)|\[\]|\{\});$)/gm;
    const found = files.flatMap((path) =>
      Array.from(textOf(path).matchAll(mutable), ([, variable, constant]) => `${path} ${variable ?? constant ?? ''}`),
    );
    expect(found.sort()).toEqual(Object.keys(MEMOS).sort());
  });

  it('has no circle of files', () => {
    const importsOf = groupBy(inner, ({ from }) => from);
    const done = new Set<string>();
    const findCircle = (path: string, way: readonly string[]): readonly string[] => {
      if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
      if (done.has(path)) return [];
      const circles = (importsOf.get(path) ?? []).map(({ to }) => findCircle(to.replace(/js$/, 'ts'), [...way, path]));
      done.add(path);
      return circles.find((circle) => circle.length > 0) ?? [];
    };
    expect(files.map((path) => findCircle(path, [])).filter((circle) => circle.length > 0)).toEqual([]);
  });

  it('has functions in std that import nothing', () => {
    expect(imports.filter(({ from, to }) => roomOf(from) === 'std' && !to.startsWith('node:'))).toEqual([]);
  });

  it('has no file over 300 lines', () => {
    expect(files.filter((path) => textOf(path).split('\n').length > 300)).toEqual([]);
  });
});
