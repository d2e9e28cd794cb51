// Keeps the code that V8 makes of the program in the runs that are the most common ones, for `program.ts`. A process of its own,
// since it takes the arguments, the folder and the flags of `weir`.
//
// The same sources give the same bytes: a second process makes the code, in which V8 neither draws random numbers nor lets the
// time of other threads decide. V8 accepts code only under the flags that made it, as a number in the head of the code says. So
// that number is the one that this process, with the flags of every run, writes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bytes of the number of the flags (V8, src/snapshot/code-serializer.h: SerializedCodeData::kFlagHashOffset). */
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

/** Returns the code that a process with fixed behaviour makes. */
function makeFixed(path) {
  execFileSync(process.execPath, [...FIXED, script, path], { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(path);
}

/** Returns the first code with the number of the flags of the second. */
function withFlags(code, own) {
  own.copy(code, FLAGS.start, FLAGS.start, FLAGS.end);
  return code;
}

async function runMost() {
  await run('compile');
  // Without what makes every run compile all of the input, which a comment makes large enough for a cache.
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
