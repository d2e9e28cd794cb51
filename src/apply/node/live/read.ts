import type { HostListings, RulesetListing } from '../../../model/node-state.js';
import { type Ended, type HostAccess, describeFailure, runOnHost, runHostProgram } from './host.js';

/** A host that could not be read. The message is a sentence for users. */
export class HostError extends Error {}

/**
 * Timeout of a listing in milliseconds. The kernel lists a set of 100,000 elements in seconds, and the time grows
 * faster than the set.
 */
const TIMEOUT = 60_000;
const LIST = ['list', 'table', 'inet', 'weir'];
const ALL_ROUTES = ['route', 'show', 'table', 'all'];
/** Error of nft for a missing table. */
const NO_TABLE = 'No such file or directory';
/** Error of `ip` if the kernel was started without IPv6 (ipv6.disable=1). */
const NO_FAMILY = /Address family not supported|Operation not supported/;

/**
 * Reads the state of a host. `settings` are names of sysctls with their files. `withText` includes the text of Weir's
 * table. Writes nothing. Throws HostError.
 */
export async function readHostState(
  access: HostAccess,
  settings: ReadonlyMap<string, string>,
  withText: boolean,
): Promise<HostListings> {
  const ip = (...args: readonly string[]): Promise<string> => list(access, 'ip', ['-j', '-N', ...args]);
  return {
    rules: { IPv4: await ip('-4', 'rule', 'show'), IPv6: await ip('-6', 'rule', 'show') },
    routes: { IPv4: await ip('-4', ...ALL_ROUTES), IPv6: await ip('-6', ...ALL_ROUTES) },
    addresses: await ip('address', 'show'),
    ruleset: await readRuleset((args) => runOnHost(access, { program: 'nft', args, input: '' }, TIMEOUT), withText),
    sysctls: await readSettings(access, settings),
  };
}

/** Lists Weir's table with an `nft` that `run` runs. Returns undefined if the table is missing. Throws HostError. */
async function readRuleset(
  run: (args: readonly string[]) => Promise<Ended>,
  withText: boolean,
): Promise<RulesetListing | undefined> {
  const read = async (args: readonly string[]): Promise<string | undefined> => {
    const ended = await run(args);
    if (ended.code !== 0 && ended.stderr.includes(NO_TABLE)) return undefined;
    if (ended.code !== 0) throw new HostError(describeFailure({ program: 'nft', args }, ended));
    return ended.stdout;
  };
  const json = await read(['-j', ...LIST]);
  if (json === undefined || !withText) return json === undefined ? undefined : { json };
  const text = await read(LIST);
  return text === undefined ? undefined : { json, text };
}

async function list(access: HostAccess, program: 'ip', args: readonly string[]): Promise<string> {
  const ended = await runOnHost(access, { program, args, input: '' }, TIMEOUT);
  // A kernel without IPv6 has no rules and routes of IPv6, and is a valid host for IPv4.
  if (ended.code !== 0 && args.includes('-6') && NO_FAMILY.test(ended.stderr)) return '';
  if (ended.code !== 0) throw new HostError(describeFailure({ program, args }, ended));
  return ended.stdout;
}

async function readSettings(
  { enter }: HostAccess,
  settings: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const [name, path] of settings) {
    const { code, stdout } = await runHostProgram([...enter, 'cat', path], '', TIMEOUT);
    if (code === 0) values.set(name, stdout.trim());
  }
  return values;
}
