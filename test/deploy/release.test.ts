import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratch } from '../sources/scratch.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What a build of the package, and the package, are made of. */
const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'LICENSE', 'README.md'];
const FOLDERS = ['src', 'templates', 'deploy', 'docs', 'fixtures/quickstart'];

const PACKAGE = 'weir-egress-0.1.0.tgz';
const CHART = 'weir-0.1.0.tgz';

/** Makes a release in a copy of the sources, and returns its files. */
async function release(): Promise<ReadonlyMap<string, Buffer>> {
  const copy = join(scratch(), 'a-copy-of-weir');
  for (const path of [...SOURCES, ...FOLDERS]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await promisify(execFile)('npm', ['run', '--silent', 'release'], { cwd: copy });
  const folder = join(copy, 'release');
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

/** Packs the build that the tests use. */
async function pack(): Promise<Buffer> {
  const folder = scratch();
  await promisify(execFile)('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
  });
  return readFileSync(join(folder, PACKAGE));
}

// It takes a build.
it.skipIf(process.env.WEIR_TESTS !== 'all')('a release that is made in another folder has the same bytes', async () => {
  const released = await release();
  expect([...released.keys()].sort()).toEqual(['SHA256SUMS', CHART, PACKAGE, 'weir-egress.cdx.json']);
  expect(released.get(PACKAGE)?.equals(await pack())).toBe(true);
});

const makeSbom = (): string =>
  execFileSync('bash', ['-c', 'npm sbom --package-lock-only --sbom-format cyclonedx | node deploy/sbom.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });

it('the SBOM lists the packages that Weir runs with, none for development, and the same each time', () => {
  const text = makeSbom();
  expect(makeSbom()).toBe(text);
  const { metadata, components } = JSON.parse(text) as {
    metadata: { component: { name: string } };
    components: { name: string }[];
  };
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
    devDependencies: Readonly<Record<string, string>>;
  };
  const names = components.map(({ name }) => name);
  expect(metadata.component.name).toBe('weir-egress');
  expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  // Types that a package for Kubernetes brings are no package for development.
  expect(Object.keys(devDependencies).filter((name) => names.includes(name))).toEqual(['@types/node']);
});
