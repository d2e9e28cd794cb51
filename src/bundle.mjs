// Creates the published folder dist from build, the output of tsc: the program as one script with its V8 code, the library, the
// validators, and the types of the library. Other packages are not bundled.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { schemaDigest } from '../build/schema/digest-of.js';
import { writeValidator } from '../build/schema/write-validator.js';
import { schemas } from '../build/schemas.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const options = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  packages: 'external',
};

/** Plugin that loads the built validators, so that the bundle never compiles a schema. */
const builtValidators = {
  name: 'built-validators',
  setup({ onResolve }) {
    onResolve({ filter: /\/validators\.js$/ }, ({ resolveDir }) => ({ path: join(resolveDir, 'built-validators.js') }));
  },
};

/** One file for all commands, so that V8 loads its code from one file, and no modules are loaded. */
const [program] = await Promise.all([bundleProgram(), ...schemas.map(bundleValidator)]);
await build({
  ...options,
  entryPoints: {
    cli: 'build/cli.js',
    program: 'build/program.js',
    index: 'build/index.js',
    'rollback-timer': 'build/apply/node/live/rollback-timer.js',
  },
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  charset: 'utf8',
  sourcemap: true,
  sourcesContent: false,
  define: { PROGRAM: JSON.stringify(program) },
  plugins: [builtValidators],
});
execFileSync(process.execPath, [join(ROOT, 'src/make-code.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] });
copyTypes('index.d.ts', new Set());

/** Bundles the program into an ASCII script for `program.ts`. Returns the name of the file. */
async function bundleProgram() {
  const { metafile } = await build({
    ...options,
    entryPoints: { program: 'build/main.js' },
    entryNames: '[name]-[hash]',
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    charset: 'ascii',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    // A script cannot import modules, so dynamic imports become `require`.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'PROGRAM_URL' },
    banner: { js: '(function (require, module, PROGRAM_URL) {' },
    footer: { js: '})' },
    plugins: [builtValidators],
  });
  return basename(Object.keys(metafile.outputs).find((path) => path.endsWith('.cjs')) ?? '');
}

/** Bundles a validator with the small parts of ajv that it needs, so that it loads no other file. */
function bundleValidator(schema) {
  return build({
    ...options,
    stdin: { contents: writeValidator(schema), resolveDir: join(ROOT, 'build/schema') },
    outfile: `dist/validators/${schemaDigest(schema)}.cjs`,
    format: 'cjs',
    charset: 'utf8',
    minify: true,
  });
}

/** Copies a file with types, and those that it imports. */
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
