// Makes dist, which is what is published, from build, which is what tsc makes of the sources: the program and the library in
// chunks that are loaded when they are needed, the validators, and the types of the library. Other packages stay outside.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { digestOf } from '../build/schema/digest-of.js';
import { writeValidator } from '../build/schema/write-validator.js';
import { schemas } from '../build/schemas.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const options = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  packages: 'external',
  charset: 'utf8',
};

/** The bundle never compiles a schema: it loads what is built of it. */
const builtValidators = {
  name: 'built-validators',
  setup({ onResolve }) {
    onResolve({ filter: /\/validators\.js$/ }, ({ resolveDir }) => ({ path: join(resolveDir, 'built-validators.js') }));
  },
};

await Promise.all([
  ...schemas.map(bundleValidator),
  build({
    ...options,
    entryPoints: { cli: 'build/cli.js', index: 'build/index.js', 'dead-man': 'build/apply/node/live/dead-man.js' },
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    plugins: [builtValidators],
  }),
]);
copyTypes('index.d.ts', new Set());

/** What a validator takes of ajv is small and of one file each, so a validator loads no other file. */
function bundleValidator(schema) {
  return build({
    ...options,
    stdin: { contents: writeValidator(schema), resolveDir: join(ROOT, 'build/schema') },
    outfile: `dist/validators/${digestOf(schema)}.cjs`,
    format: 'cjs',
    minify: true,
  });
}

/** Copies a file of types, and those that it imports. */
function copyTypes(path, done) {
  if (done.has(path)) return;
  done.add(path);
  const target = join(ROOT, 'dist', path);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(ROOT, 'build', path), target);
  for (const [, imported] of readFileSync(target, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)) {
    copyTypes(join(dirname(path), `${imported}.d.ts`), done);
  }
}
