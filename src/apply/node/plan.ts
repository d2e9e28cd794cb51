import { createHash } from 'node:crypto';
import { countOwned, describeState } from './diff/changes.js';
import { settingPath } from './diff/commands.js';
import { parseHostRoutes, tableNamesIn } from './diff/host-routes.js';
import { type LiveNode, readLiveNode } from './diff/live.js';
import { parseRuleset } from './diff/ruleset.js';
import type { HostAccess } from './live/host.js';
import { readOwned } from './live/owned.js';
import { HostError, readHostState } from './live/read.js';
import { normaliseRuleset, resolveTables } from './live/temporary-netns.js';
import type { Failure, Plan, PlanDigests } from '../../model/change.js';
import type { HostRoutes, NamedSet, NodeState, OwnedRecord, Ruleset } from '../../model/node-state.js';
import { describeSystemError } from '../../std/system-error.js';
import type { OutputSource } from '../../rendered/read-folder.js';
import { readRenderedNode } from '../../rendered/read-node.js';
import { parseRenderedRuleset } from '../../nftables/read-ruleset.js';

/** A host with its desired state. */
export interface ReadNode {
  readonly live: LiveNode;
  readonly desired: NodeState;
  readonly owner: string;
  readonly digests: Plan['digests'];
  readonly owned: number;
  /** Objects of the host that Weir has recorded as owned. */
  readonly record: OwnedRecord;
}

const NOTHING: HostRoutes = { addresses: [], rules: [], routes: [], sysctls: new Map() };

/** Reads the output and the host. Changes neither. Throws HostError. */
export async function planNode(settings: {
  readonly output: OutputSource;
  readonly node: string;
  readonly access: HostAccess;
  readonly stateFolder: string;
}): Promise<ReadNode | Failure> {
  const files = readRenderedNode(settings.output, settings.node);
  if ('result' in files) return files;
  const routes = files.routes === undefined ? NOTHING : await readRoutes(files.routes, settings.access);
  if (typeof routes === 'string') return failed([`nodes/${settings.node}/routes.json: ${routes}`], false);
  const ruleset = files.ruleset === undefined ? undefined : await readRuleset(files.ruleset, settings.access);
  if (typeof ruleset === 'string') return failed([`nodes/${settings.node}/nftables.nft: ${ruleset}`], false);
  const desired: NodeState = { ...routes, ruleset };
  const record = readOwned(settings.stateFolder);
  const live = await readLive(settings.access, desired, record);
  if (live.problems.length > 0) return failed(live.problems, true);
  const digests = (): PlanDigests => ({
    desired: digestOfPlan(`${files.ruleset ?? ''}\0${files.routes ?? ''}`),
    observed: digestOfPlan(`${describeState(live.state)}\0${JSON.stringify(live.foreign)}`),
  });
  return {
    live,
    desired,
    owner: files.owner,
    digests,
    owned: countOwned(live.state),
    record,
  };
}

/**
 * Reads `nftables.nft`. The kernel normalises its definition, and the elements are parsed, because the kernel rejects
 * large transactions in a user namespace. Returns a sentence if the file is not by Weir. Throws HostError.
 */
async function readRuleset(text: string, access: HostAccess): Promise<Ruleset | string> {
  const rendered = parseRenderedRuleset(text);
  if (typeof rendered === 'string') return rendered;
  const ruleset = parseRuleset(await normaliseRuleset(access, rendered.definition));
  const sets = [...ruleset.sets].map(([name, set]): [string, NamedSet] => [
    name,
    { ...set, elements: rendered.elements.get(name) ?? set.elements },
  ]);
  return { ...ruleset, sets: new Map(sets), text: rendered.text };
}

/** Reads `routes.json`. Returns a sentence if the file is not by Weir. Throws HostError. */
async function readRoutes(text: string, access: HostAccess): Promise<HostRoutes | string> {
  const names = tableNamesIn(text);
  if (typeof names === 'string') return names;
  return parseHostRoutes(text, names.length === 0 ? new Map<string, number>() : await resolveTables(access, names));
}

/**
 * Reads the state of a host that is relevant for a desired state and a record. `withText` includes the text of Weir's
 * table. Throws HostError.
 */
export async function readLive(
  access: HostAccess,
  desired: NodeState,
  record: OwnedRecord,
  withText = false,
): Promise<LiveNode> {
  const settings = new Map([...desired.sysctls.keys()].map((name) => [name, settingPath(name)]));
  return readLiveNode(await readHostState(access, settings, withText), desired, record);
}

export function failed(problems: readonly string[], transient: boolean): Failure {
  return { result: 'failed', problems, transient };
}

/** Converts errors of the host, or of its operating system, into failures. */
export async function guardHost<T>(step: () => Promise<T>): Promise<T | Failure> {
  try {
    return await step();
  } catch (thrown) {
    return failed([thrown instanceof HostError ? thrown.message : describeSystemError(thrown)], true);
  }
}

/** Returns the hexadecimal SHA-256. */
export function digestOfPlan(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
