import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RulesetListing } from '../../model/node-state.js';
import { type Ended, type HostAccess, describeFailure, runProgram } from './host.js';
import { HostError, readRuleset } from './read.js';

const TIMEOUT = 60_000;

/**
 * Loads a ruleset into an empty network namespace of its own and gives what the kernel made of it, in the spelling of the
 * same `nft` that lists the host. It also shows what a ruleset would touch: one that makes anything but our table is
 * refused. Throws HostError.
 */
export function normaliseRuleset(access: HostAccess, text: string): Promise<RulesetListing | undefined> {
  return inThrowaway(access, async (run) => {
    const args = ['-f', '-'];
    const loaded = await run('nft', args, text);
    if (loaded.code !== 0) {
      throw new HostError(`the ruleset does not load: ${describeFailure({ program: 'nft', args }, loaded)}`);
    }
    const tables = (await run('nft', ['list', 'tables'])).stdout.split('\n').filter((line) => line !== '');
    const other = tables.find((line) => line !== 'table inet weir');
    if (other !== undefined) throw new HostError(`the ruleset makes '${other}', and only 'table inet weir' is ours`);
    return readRuleset((listing) => run('nft', listing));
  });
}

/**
 * The numbers of route tables by the names that this host's rt_tables gives them, as `ip` reads it: by a rule for each in
 * an empty network namespace. Names must be words. Throws HostError.
 */
export function resolveTables(access: HostAccess, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return inThrowaway(access, async (run) => {
    const numbers = new Map<string, number>();
    for (const name of names) {
      const rule = ['rule', 'add', 'priority', '1', 'table', name];
      const added = await run('ip', rule);
      if (added.code !== 0) throw new HostError(`this host's rt_tables has no route table '${name}'`);
      const { stdout } = await run('ip', ['-N', 'rule', 'show', 'priority', '1']);
      numbers.set(name, Number(/ lookup ([0-9]+)/.exec(stdout)?.[1]));
      await run('ip', ['rule', 'del', 'priority', '1']);
    }
    return numbers;
  });
}

type Run = (program: 'nft' | 'ip', args: readonly string[], input?: string) => Promise<Ended>;

/** Gives a network namespace that ends with the use of it, or with this process, however that ends. */
async function inThrowaway<T>({ tools }: HostAccess, use: (run: Run) => Promise<T>): Promise<T> {
  const holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'pipe', 'pipe'] });
  try {
    await waitForEcho(holder);
    const place = ['nsenter', `--net=/proc/${holder.pid ?? 0}/ns/net`, '--', ...tools];
    return await use((program, args, input = '') => runProgram([...place, program, ...args], input, TIMEOUT));
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
  throw new HostError(`cannot make a network namespace to try things in (it needs CAP_SYS_ADMIN): ${why}`);
}
