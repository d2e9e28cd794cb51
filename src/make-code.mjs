// Stores the code that V8 compiles in the most common runs of the program, for `program.ts`. Runs as a separate process, because
// it has the arguments, the folder and the flags of `weir`.
//
// The same sources give the same bytes: a second process creates the code, in which V8 draws no random numbers and does not
// depend on the timing of threads. V8 accepts code only under the flags that created it, which a hash in its header identifies.
// That hash is replaced by the one of this process, which has the flags of every run.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bytes of the hash of the flags. See V8, src/snapshot/code-serializer.h: SerializedCodeData::kFlagHashOffset. */
const FLAGS = { start: 12, end: 16 };
const FIXED = ['--predictable', '--hash-seed=1'];

const [, script, target] = process.argv;
const scratch = mkdtempSync(join(tmpdir(), 'weir-code-'));
process.env.XDG_CACHE_HOME = join(scratch, 'cache');
const repository = join(scratch, 'repository');
let runs = 0;
try {
  cpSync(fileURLToPath(new URL('../fixtures/quickstart', import.meta.url)), repository, { recursive: true });
  await run('check');
  const { createCode, saveCode } = await import('../dist/program.js');
  if (target === undefined) saveCode(withFlags(makeFixed(join(scratch, 'code')), createCode()));
  else {
    await runMost();
    writeFileSync(target, createCode());
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Returns the code that a process with deterministic behaviour creates. */
function makeFixed(path) {
  execFileSync(process.execPath, [...FIXED, script, path], { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(path);
}

/** Returns the first code with the flag hash of the second. Changes `code`. */
function withFlags(code, own) {
  own.copy(code, FLAGS.start, FLAGS.start, FLAGS.end);
  return code;
}

async function runMost() {
  await run('compile');
  // Removes everything that forces full runs. A long comment makes the input large enough for the cache.
  for (const name of ['expectations.yaml', 'rendered']) rmSync(join(repository, name), { recursive: true });
  edit('weir.yaml', (text) => text.replace('transactions: true', ''));
  edit('egress/shop.yaml', (text) => `${text}\n# ${'x'.repeat(2 ** 20)}\n`);
  await run('compile');
  await run('compile');
  edit('egress/shop.yaml', (text) => text.replace('port: 443', 'port: 8443'));
  await run('compile');
}

function edit(name, change) {
  const path = join(repository, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

async function run(command) {
  process.argv = [process.execPath, 'weir', command, '-C', repository];
  await import(`../dist/cli.js?run=${runs++}`);
  if (process.exitCode !== 0) throw new Error(`weir ${command} has ended with ${process.exitCode}`);
}
