import type { RulesetListing } from '../../../model/node-state.js';
import { type Ended, type HostAccess, describeFailure, runHostProgram } from './host.js';
import { HostError } from './read.js';

const TIMEOUT = 60_000;

/**
 * Methods to enter an empty, temporary network namespace. The first needs no privileges if the kernel allows user
 * namespaces. The second needs CAP_SYS_ADMIN. No user is mapped, since mapping user 0 may need CAP_SETFCAP
 * (user_namespaces(7)): the capabilities are kept as ambient ones.
 */
const WAYS = [
  ['unshare', '--user', '--keep-caps', '--net'],
  ['unshare', '--net'],
] as const;

/** First output of a script, which proves that it runs in the namespace and may change its network. */
const INSIDE = 'inside\n';
const ENTER = `ip link set lo up && printf '${INSIDE.replace('\n', '\\n')}' || exit`;

/**
 * Loads a ruleset into a temporary network namespace, and returns Weir's table as `nft -j` lists it. The same `nft`
 * lists the host, so both have equal spelling. Only for rulesets rendered here: nft also reads files that a ruleset
 * names. Throws HostError.
 */
export async function normaliseRuleset(access: HostAccess, ruleset: string): Promise<RulesetListing> {
  const ended = await runInThrowaway(access, 'nft -f - && nft -j list table inet weir', ruleset);
  if (ended.code === 0) return { json: ended.stdout };
  throw new HostError(`the ruleset does not load: ${describeFailure({ program: 'nft', args: ['-f', '-'] }, ended)}`);
}

/**
 * Returns the numbers of route tables by their names in this host's rt_tables. `ip` resolves each with a rule in a
 * temporary network namespace. Names must be words. Throws HostError.
 */
export async function resolveTables(
  access: HostAccess,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rules = names.map((name, index) => `rule add priority ${index + 1} table ${name}\n`).join('');
  const { code, stdout, stderr } = await runInThrowaway(access, 'ip -4 -batch - && ip -4 -N rule show', rules);
  const unknown = names.find((name) => stderr.includes(`argument "${name}" is wrong`));
  if (unknown !== undefined) throw new HostError(`this host's rt_tables has no route table '${unknown}'`);
  if (code !== 0) throw new HostError(describeFailure({ program: 'ip', args: ['rule'] }, { code, stdout, stderr }));
  const numbers = stdout.matchAll(/^([0-9]+):.* lookup ([0-9]+)/gm);
  const byPriority = new Map(Array.from(numbers, ([, priority, table]) => [Number(priority), Number(table)]));
  return new Map(names.map((name, index) => [name, byPriority.get(index + 1) ?? 0]));
}

/** Runs a script, which is fixed, with the tools of the host in a network namespace that ends with it. Throws HostError. */
async function runInThrowaway({ tools }: HostAccess, script: string, input: string): Promise<Ended> {
  const reasons: string[] = [];
  for (const way of WAYS) {
    const ended = await runHostProgram([...way, ...tools, 'sh', '-c', `${ENTER}; ${script}`], input, TIMEOUT);
    if (ended.stdout.startsWith(INSIDE)) return { ...ended, stdout: ended.stdout.slice(INSIDE.length) };
    reasons.push(`${way.slice(1).join(' ')}: ${ended.stderr.trim().slice(0, 200)}`);
  }
  throw new HostError(
    `cannot create a network namespace for a trial run, which needs user namespaces or CAP_SYS_ADMIN (${reasons.join('; ')})`,
  );
}
