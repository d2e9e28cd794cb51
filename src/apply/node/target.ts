import type { OutputSource } from '../../rendered/read-folder.js';
import { diffNode } from './diff/changes.js';
import { ROLLBACK_TIMER } from './live/arm.js';
import { type Checkpoint, acquireCheckpoint, prepareStateFolder, readCheckpoint } from './live/checkpoint.js';
import type { HostAccess } from './live/host.js';
import { HostError } from './live/read.js';
import { commitChange, rollBack } from './live/settle.js';
import type { Failure, Plan, Planned, ApplyTarget, TargetLease } from '../../model/change.js';
import { type NodeApplySettings, adoptNode, applyNode } from './apply.js';
import { type ReadNode, failed, guardHost, planNode } from './plan.js';

export interface NodeTargetOptions {
  readonly output: OutputSource;
  /** Name of the node in the output. */
  readonly node: string;
  /** Access to `nft` and `ip` of the host. Default: this host. */
  readonly access?: HostAccess;
  /** If true, a change is rolled back unless `confirmNodeChange` is called before the timer expires. */
  readonly confirm?: boolean;
  /** Timeout in seconds, after which the timer rolls back a change that is incomplete or unconfirmed. */
  readonly timeout?: number;
  /** Folder of checkpoints, one per host. */
  readonly stateFolder?: string;
  /** Command of the timer's program: its path and first arguments. */
  readonly timer?: readonly string[];
  /** Right to change the host. If unset, everyone may. */
  readonly lease?: TargetLease | undefined;
}

/** The options with all defaults set. */
export type NodeTargetSettings = Required<Omit<NodeTargetOptions, 'lease'>> & NodeApplySettings;

const DEFAULT_STATE_FOLDER = '/run/weir';
const DEFAULT_TIMEOUT = 60;
const MAY_ALWAYS = (): Promise<Failure | undefined> => Promise.resolve(undefined);

/**
 * Creates the target for the host of a node: its nftables table `inet weir`, and its addresses, policy rules, routes
 * and settings for egress traffic. It runs on the node as root.
 */
export function createNodeTarget(options: NodeTargetOptions): ApplyTarget {
  const settings: NodeTargetSettings = {
    access: { enter: [], tools: [] },
    confirm: false,
    timeout: DEFAULT_TIMEOUT,
    stateFolder: DEFAULT_STATE_FOLDER,
    timer: ROLLBACK_TIMER,
    ...options,
    mayWrite: options.lease?.check ?? MAY_ALWAYS,
  };
  const { lease } = options;
  return {
    name: `node ${settings.node}`,
    plan: () =>
      guardHost(async (): Promise<Planned> => {
        const read = await planNode(settings);
        return 'result' in read ? read : { result: 'planned', plan: toPlan(read, settings) };
      }),
    ...(lease ? { stand: lease.stand } : {}),
    close: async () => lease?.release(),
  };
}

function toPlan(read: ReadNode, settings: NodeTargetSettings): Plan {
  const { live, desired, owner, digests, owned } = read;
  return {
    changes: diffNode(live.state, desired, live.foreign, owner),
    digests,
    owned,
    leftovers: live.leftovers,
    adopt: async () => {
      const lost = await settings.mayWrite();
      if (lost) return lost;
      const refusal = await guardHost(() => Promise.resolve(adoptNode(read, settings)));
      return typeof refusal === 'string' ? failed([refusal], false) : refusal;
    },
    apply: () => guardHost(() => applyNode(read, settings)),
  };
}

/**
 * Commits the change that waits for confirmation. Returns a sentence if there is none, or if the timer expired first.
 * Returns undefined on success.
 */
export function confirmNodeChange(stateFolder: string = DEFAULT_STATE_FOLDER): string | undefined {
  const checkpoint = readStanding(stateFolder);
  if (typeof checkpoint === 'string') return checkpoint;
  if (checkpoint?.awaits !== 'confirmation')
    return 'no change waits for a confirmation: there was none, or it was rolled back';
  const acquired = acquireCheckpoint(stateFolder, checkpoint);
  if (!acquired) return 'the timer expired: the change is rolled back';
  commitChange(stateFolder, acquired);
  return undefined;
}

/**
 * Returns the checkpoint of a state folder, or an error message if the folder is unsafe or the checkpoint unreadable.
 */
function readStanding(stateFolder: string): Checkpoint | string | undefined {
  try {
    return prepareStateFolder(stateFolder) ?? readCheckpoint(stateFolder);
  } catch (thrown) {
    if (thrown instanceof HostError) return thrown.message;
    throw thrown;
  }
}

/** Rolls back the change that waits for confirmation, before its timer does. Returns the failures. */
export async function rollBackNodeChange(stateFolder: string = DEFAULT_STATE_FOLDER): Promise<readonly string[]> {
  const checkpoint = readStanding(stateFolder);
  if (typeof checkpoint === 'string') return [checkpoint];
  if (checkpoint?.awaits !== 'confirmation') return ['no change waits for a confirmation'];
  const acquired = acquireCheckpoint(stateFolder, checkpoint);
  if (!acquired) return [];
  return rollBack(stateFolder, acquired);
}
