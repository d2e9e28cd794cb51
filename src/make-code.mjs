// Keeps the code that V8 makes of the program in the runs that are the most common ones, for `program.ts`. A process of its own,
// since it takes the arguments, the folder and the flags of `weir`.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scratch = mkdtempSync(join(tmpdir(), 'weir-code-'));
process.env.XDG_CACHE_HOME = scratch;
const repository = join(scratch, 'repository');
try {
  cpSync(fileURLToPath(new URL('../fixtures/quickstart', import.meta.url)), repository, { recursive: true });
  await run('check');
  await run('compile');
  // Without what makes every run compile all of the input, which a comment makes large enough for a cache.
  for (const name of ['expectations.yaml', 'rendered']) rmSync(join(repository, name), { recursive: true });
  edit('weir.yaml', (text) => text.replace('transactions: true', ''));
  edit('egress/shop.yaml', (text) => `${text}\n# ${'x'.repeat(2 ** 20)}\n`);
  await run('compile');
  await run('compile');
  edit('egress/shop.yaml', (text) => text.replace('port: 443', 'port: 8443'));
  await run('compile');
  const { codeFile, createCode } = await import('../dist/program.js');
  writeFileSync(codeFile, createCode());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function edit(name, change) {
  const path = join(repository, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

async function run(command) {
  process.argv = [process.execPath, 'weir', command, '-C', repository];
  await import(`../dist/cli.js?run=${command}-${Math.random()}`);
  if (process.exitCode !== 0) throw new Error(`weir ${command} has ended with ${process.exitCode}`);
}
