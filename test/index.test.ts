import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Input, check, compare, compile, renderReport } from '../src/index.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

const NODE = 'apiVersion: v1\nkind: Node\nmetadata: { name: worker-a }\n';
const firewall = (cidr: string) => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: { name: default, namespace: shop }
spec: { egress: [{ type: Deny, to: { cidrSelector: ${cidr} } }] }
`;
const inputOf = (cidr: string): Input => ({
  files: [
    { path: 'node.yaml', text: NODE },
    { path: 'shop.yaml', text: firewall(cidr) },
  ],
});
/** An API server takes no `Denied`. */
const REFUSED: Input = {
  files: [
    { path: 'node.yaml', text: NODE },
    { path: 'refused.yaml', text: firewall('192.0.2.0/24').replace('Deny', 'Denied') },
  ],
};

describe('compile of the library', () => {
  it('gives the bytes that `weir compile` writes', () => {
    const folder = join(FIXTURES, 'quickstart');
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    const { ok, artefacts, diagnostics } = compile({
      configuration: read('weir.yaml'),
      files: ['inventory/cluster.yaml', 'egress/shop.yaml'].map((path) => ({ path, text: read(path) })),
    });
    expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
    const output = mkdtempSync(join(tmpdir(), 'weir-library-'));
    try {
      execFileSync('node', [join(ROOT, 'dist/cli.js'), 'compile', folder, '--out', output]);
      const written = readdirSync(output, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(output.length + 1));
      expect(artefacts.map(({ path }) => path).sort()).toEqual(written.sort());
      for (const { path, content } of artefacts)
        expect(Buffer.from(content).equals(readFileSync(join(output, path))), path).toBe(true);
    } finally {
      rmSync(output, { recursive: true });
    }
  });

  it('returns a lock that keeps its comments, and takes it back as it is', () => {
    const folder = join(FIXTURES, 'lock/new-address-joins-those-that-are-locked');
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    const files = ['egress.yaml', 'inventory.yaml'].map((path) => ({ path, text: read(path) }));
    const input = { configuration: read('weir.yaml'), files, lock: `# Ours.\n${read('weir.lock.yaml')}` };
    const { ok, lock } = compile(input);
    expect(ok).toBe(true);
    expect(lock).not.toBe(input.lock);
    expect(lock).toMatch(/^# Ours\.\n/);
    expect(compile({ ...input, lock }).lock).toBe(lock);
  });

  it('returns no artefact and the lock as it was where there is an error', () => {
    const lock = 'egressServices:\n  a/b: worker-a\n';
    for (const broken of [
      inputOf('not-a-network'),
      { ...inputOf('192.0.2.0/24'), configuration: 'gatewayMode: none' },
    ]) {
      const { ok, artefacts, lock: after, diagnostics } = compile({ ...broken, lock });
      expect({ ok, artefacts, after }).toEqual({ ok: false, artefacts: [], after: lock });
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    }
  });
});

describe('check of the library', () => {
  it('finds what compile finds, with its place', () => {
    const input = inputOf('10.0.0.300/8');
    expect(check(input)).toEqual(compile(input).diagnostics);
    expect(check(input)).toMatchObject([{ code: 'egress-firewall/bad-cidr', at: { file: 'shop.yaml', line: 4 } }]);
  });

  it('reports errors of weir.yaml', () => {
    expect(check({ files: [], configuration: 'gatewayMode: none' })).toMatchObject([
      { severity: 'error', at: { file: 'weir.yaml', line: 1 } },
    ]);
  });

  it('counts columns without a byte order mark', () => {
    const [shop] = inputOf('10.0.0.300/8')
      .files.slice(1)
      .map((file) => ({ ...file, text: `\ufeff${file.text}` }));
    expect(check({ files: shop ? [shop] : [] })).toEqual(check({ files: inputOf('10.0.0.300/8').files.slice(1) }));
  });
});

describe('compare of the library', () => {
  it('says whether anything changes, and writes it in each format', () => {
    const same = compare(inputOf('192.0.2.0/24'), inputOf('192.0.2.0/24'));
    expect(same).toMatchObject({ ok: true, changed: false });
    const change = compare(inputOf('192.0.2.0/24'), inputOf('192.0.2.0/25'), { titles: { before: 'v1', after: 'v2' } });
    if (!change.ok) throw new Error('the sides are sound');
    expect(change).toMatchObject({ changed: true, report: { counts: { opened: 1, closed: 0 } } });
    expect(renderReport(change.report, 'text')).toMatch(/^v1 → v2\n/);
    expect(renderReport(change.report, 'markdown')).toMatch(/^### Egress: `v1 → v2`/);
    expect(JSON.parse(renderReport(change.report, 'json'))).toMatchObject({ titles: { before: 'v1', after: 'v2' } });
  });

  it('takes a side without resources, and returns the errors of each side', () => {
    const node = { files: inputOf('192.0.2.0/24').files.slice(0, 1) };
    expect(compare(node, inputOf('192.0.2.0/24'))).toMatchObject({ ok: true, changed: true });
    const bad = { ...node, configuration: 'gatewayMode: none' };
    expect(compare(bad, inputOf('192.0.2.0/24'))).toMatchObject({
      ok: false,
      errors: { before: [{ severity: 'error' }], after: [] },
    });
    expect(compare(node, REFUSED)).toMatchObject({
      ok: false,
      errors: { before: [], after: [{ severity: 'error', at: { file: 'refused.yaml' } }] },
    });
  });
});

describe('the package in an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-library-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const run = (file: string, ...args: readonly string[]) =>
    execFileSync(file, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  it('installs, type-checks without any other types, and runs the program of the README', () => {
    const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    // What npm does with the package; the dependencies, and nothing else, are those of the repository.
    mkdirSync(join(folder, 'node_modules/weir-egress'), { recursive: true });
    run('tar', '-xzf', filename, '--strip-components=1', '-C', 'node_modules/weir-egress');
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }

    const program =
      /## As a library[^]*?```ts\n([^]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? '';
    expect(program).toContain("from 'weir-egress'");
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), program);
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const { stdout, status } = spawnSync('node', [join(ROOT, 'node_modules/typescript/bin/tsc')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });

    // May read code and templates, and neither write, nor start a process or a thread.
    // Node 20 aborts when a path is given twice.
    const code = Array.from(
      new Set([folder, join(ROOT, 'node_modules'), realModules()]),
      (path) => `--allow-fs-read=${join(path, '*')}`,
    );
    const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
    const output = run('node', flag, ...code, 'program.js');
    expect(output).toMatch(/^4 egress-firewall\/bad-cidr /);
    expect(output).toMatch(/^northbound\/zones\/global\.json \d+$/m);
    expect(output).toContain('### Egress: `before → after`');
  });

  it('has no other door than the library', () => {
    writeFileSync(join(folder, 'inside.mjs'), "await import('weir-egress/dist/compile/compile.js');");
    expect(() => run('node', 'inside.mjs')).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});

/** Where the dependencies lie, which may be linked. */
function realModules(): string {
  return realpathSync(join(ROOT, 'node_modules'));
}
