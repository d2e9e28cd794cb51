import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RulesetListing } from '../../model/node-state.js';
import { type Ended, type HostAccess, describeFailure, runProgram } from './host.js';
import { HostError, readRuleset } from './read.js';

const TIMEOUT = 60_000;

/**
 * Loads a ruleset into an empty network namespace of its own and gives what the kernel made of it, in the spelling of the
 * same `nft` that lists the host. It also shows what a ruleset would touch: one that makes anything but our table is
 * refused. The namespace ends with this process, however that ends. Throws HostError.
 */
export async function normaliseRuleset({ tools }: HostAccess, text: string): Promise<RulesetListing | undefined> {
  const holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'pipe', 'pipe'] });
  try {
    await waitForEcho(holder);
    const place = ['nsenter', `--net=/proc/${holder.pid ?? 0}/ns/net`, '--', ...tools, 'nft'];
    const nft = (args: readonly string[], input = ''): Promise<Ended> =>
      runProgram([...place, ...args], input, TIMEOUT);
    const args = ['-f', '-'];
    const loaded = await nft(args, text);
    if (loaded.code !== 0) {
      throw new HostError(`the ruleset does not load: ${describeFailure({ program: 'nft', args }, loaded)}`);
    }
    const tables = (await nft(['list', 'tables'])).stdout.split('\n').filter((line) => line !== '');
    const other = tables.find((line) => line !== 'table inet weir');
    if (other !== undefined) throw new HostError(`the ruleset makes '${other}', and only 'table inet weir' is ours`);
    return await readRuleset(nft);
  } finally {
    holder.stdin.end();
  }
}

/** What it echoes it can only have read in its own namespace. */
async function waitForEcho(holder: ChildProcess & { readonly stdin: NodeJS.WritableStream }): Promise<void> {
  const said: Buffer[] = [];
  holder.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  holder.stdin.on('error', () => undefined);
  holder.stdin.write('\n');
  const started = await Promise.race([
    once(holder.stdout ?? holder, 'data').then(() => true),
    once(holder, 'close').then(() => false),
    once(holder, 'error').then(
      () => false,
      () => false,
    ),
  ]).catch(() => false);
  if (started) return;
  const why = Buffer.concat(said).toString().trim();
  throw new HostError(`cannot make a network namespace to check the ruleset in (it needs CAP_SYS_ADMIN): ${why}`);
}
