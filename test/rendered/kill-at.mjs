// Writes the files of standard input into a folder, as artefacts or, where the library has no other, as an inventory; or
// brings a folder up to date that holds what is said, where some are said to be gone. Before
// each operation on the disk, which is where a kill can divide the write, it copies the folder into another, under the
// operation's number; or is killed before one of them. For a folder that is not there yet it copies the one that it will be
// in. Prints how many operations there were, where it is not killed.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';

const [folder, library, copies, limit] = process.argv.slice(2);
const input = JSON.parse(fs.readFileSync(0, 'utf8'));
const { files = input, gone, held } = input;
const seen = fs.existsSync(folder) ? folder : dirname(folder);
let count = 0;
let isCopying = false;
for (const name of ['openSync', 'writeFileSync', 'mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'unlinkSync']) {
  const run = fs[name];
  fs[name] = (...args) => {
    if (isCopying) return run(...args);
    if (limit !== undefined && count === Number(limit)) process.kill(process.pid, 'SIGKILL');
    isCopying = true;
    if (limit === undefined) fs.cpSync(seen, join(copies, String(count)), { recursive: true });
    isCopying = false;
    count++;
    return run(...args);
  };
}
syncBuiltinESMExports();
const { writeInventory, writeOutput, updateOutput } = await import(library);
const artefacts = files.map(({ path, text }) => ({ path, content: [Buffer.from(text ?? '')] }));
const write = () =>
  held ? updateOutput(folder, { artefacts, gone, held: new Set(held) }) : writeOutput(folder, artefacts);
const problem = writeInventory ? writeInventory(folder, files, (path) => path.endsWith('.yaml')) : write()[0];
if (problem !== undefined) throw new Error(JSON.stringify(problem));
fs.writeSync(1, String(count));
