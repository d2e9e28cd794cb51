import { createHash } from 'node:crypto';
import { countOwned, describeState } from '../6-diff/node/changes.js';
import { settingPath } from '../6-diff/node/commands.js';
import { parseHostRoutes, tableNamesIn } from '../6-diff/node/host-routes.js';
import { type LiveNode, readLiveNode } from '../6-diff/node/live.js';
import { parseRuleset } from '../6-diff/node/ruleset.js';
import type { HostAccess } from '../7-apply/node/host.js';
import { HostError, readHost } from '../7-apply/node/read.js';
import { normaliseRuleset, normaliseRulesetText, resolveTables } from '../7-apply/node/throwaway.js';
import type { Failure, Plan } from '../model/change.js';
import type { HostRoutes, NodeState } from '../model/node-state.js';
import { describeSystemError } from '../sources/system-error.js';
import { readRenderedNode } from './rendered-node.js';

/** A host beside what it shall be. */
export interface ReadNode {
  readonly live: LiveNode;
  readonly desired: NodeState;
  readonly owner: string;
  readonly digests: Plan['digests'];
  readonly owned: number;
  /** The text of the desired ruleset, where there is one. Throws HostError. */
  readonly readRulesetText: () => Promise<string>;
}

const NOTHING: HostRoutes = { addresses: [], rules: [], routes: [], sysctls: new Map() };

/** Reads the folder and the host. Touches neither. Throws HostError. */
export async function planNode(settings: {
  readonly folder: string;
  readonly node: string;
  readonly access: HostAccess;
}): Promise<ReadNode | Failure> {
  const files = readRenderedNode(settings.folder, settings.node);
  if ('result' in files) return files;
  const routes = files.routes === undefined ? NOTHING : await readRoutes(files.routes, settings.access);
  if (typeof routes === 'string') return failed([`nodes/${settings.node}/routes.json: ${routes}`], false);
  const listing = files.ruleset === undefined ? undefined : await normaliseRuleset(settings.access, files.ruleset);
  const desired: NodeState = { ...routes, ruleset: listing && parseRuleset(listing) };
  const live = await readLive(settings.access, desired);
  if (live.problems.length > 0) return failed(live.problems, true);
  const digests = {
    desired: digest(`${files.ruleset ?? ''}\0${files.routes ?? ''}`),
    observed: digest(`${describeState(live.state)}\0${JSON.stringify(live.foreign)}`),
  };
  return {
    live,
    desired,
    owner: files.owner,
    digests,
    owned: countOwned(live.state),
    readRulesetText: () => normaliseRulesetText(settings.access, files.ruleset ?? ''),
  };
}

/** A sentence where the file is not one of Weir's. Throws HostError. */
async function readRoutes(text: string, access: HostAccess): Promise<HostRoutes | string> {
  const names = tableNamesIn(text);
  if (typeof names === 'string') return names;
  return parseHostRoutes(text, names.length === 0 ? new Map<string, number>() : await resolveTables(access, names));
}

/** Reads of the host what concerns a desired state; `withText`: our table's text too. Throws HostError. */
export async function readLive(access: HostAccess, desired: NodeState, withText = false): Promise<LiveNode> {
  const settings = new Map([...desired.sysctls.keys()].map((name) => [name, settingPath(name)]));
  return readLiveNode(await readHost(access, settings, withText), desired);
}

export function failed(problems: readonly string[], transient: boolean): Failure {
  return { result: 'failed', problems, transient };
}

/** Makes failures of what the host, or its operating system, does not do. */
export async function guardHost<T>(step: () => Promise<T>): Promise<T | Failure> {
  try {
    return await step();
  } catch (thrown) {
    return failed([thrown instanceof HostError ? thrown.message : describeSystemError(thrown)], true);
  }
}

/** Hexadecimal SHA-256. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
