import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RulesetListing } from '../../model/node-state.js';
import { type Ended, type HostAccess, describeFailure, runProgram } from './host.js';
import { HostError } from './read.js';

const TIMEOUT = 60_000;

/**
 * Loads a ruleset into an empty network namespace of its own and gives what the kernel made of it as `nft -j` lists it, in
 * the spelling of the same `nft` that lists the host; undefined where that is nothing. It also shows what a ruleset would
 * touch: one that makes anything but our table is refused. Throws HostError.
 */
export function normaliseRuleset(access: HostAccess, text: string): Promise<RulesetListing | undefined> {
  return inThrowaway(access, async (run) => {
    const json = await loadAndList(run, text, ['-j', 'list', 'ruleset']);
    const tables = tablesIn(json);
    const other = tables.find((name) => name !== OURS);
    if (other !== undefined) throw new HostError(`the ruleset makes '${other}', and only '${OURS}' is ours`);
    return tables.length === 0 ? undefined : { json };
  });
}

/** The same as a text that makes our table and nothing else, of a ruleset that `normaliseRuleset` takes. Throws HostError. */
export function normaliseRulesetText(access: HostAccess, text: string): Promise<string> {
  return inThrowaway(access, (run) => loadAndList(run, text, ['list', ...OURS.split(' ')]));
}

async function loadAndList(run: Run, text: string, listing: readonly string[]): Promise<string> {
  const args = ['-f', '-'];
  const loaded = await run('nft', args, text);
  if (loaded.code !== 0) {
    throw new HostError(`the ruleset does not load: ${describeFailure({ program: 'nft', args }, loaded)}`);
  }
  const listed = await run('nft', listing);
  if (listed.code !== 0) throw new HostError(describeFailure({ program: 'nft', args: listing }, listed));
  return listed.stdout;
}

const OURS = 'table inet weir';

/** The tables of `nft -j list ruleset`, as nft writes them in a ruleset. */
function tablesIn(json: string): readonly string[] {
  const { nftables } = JSON.parse(json) as { nftables: readonly { table?: { family: string; name: string } }[] };
  return nftables.flatMap(({ table }) => (table ? [`table ${table.family} ${table.name}`] : []));
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
