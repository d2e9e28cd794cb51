import { diffNode } from '../6-diff/node/changes.js';
import { DEAD_MAN } from '../7-apply/node/arm.js';
import { claimCheckpoint, discardClaim, prepareStateFolder, readCheckpoint } from '../7-apply/node/checkpoint.js';
import { restore } from '../7-apply/node/execute.js';
import type { HostAccess } from '../7-apply/node/host.js';
import type { Plan, Planned, Target } from '../model/change.js';
import { applyNode } from './node-apply.js';
import { type ReadNode, guardHost, planNode } from './node-plan.js';

export interface NodeTargetOptions {
  /** The rendered output folder. */
  readonly folder: string;
  /** Name of the node in it. */
  readonly node: string;
  /** How `nft` and `ip` reach the host; by default it is this one. */
  readonly access?: HostAccess;
  /** Whether a change is rolled back unless `confirmNodeChange` comes before the timer. */
  readonly confirm?: boolean;
  /** Seconds after which the timer rolls back what is not complete, or not confirmed. */
  readonly timeout?: number;
  /** Where checkpoints are: one folder a host. */
  readonly stateFolder?: string;
  /** The timer's program and its first arguments. */
  readonly timer?: readonly string[];
}

/** The same with every option given. */
export type NodeTargetSettings = Required<NodeTargetOptions>;

const DEFAULT_STATE_FOLDER = '/run/weir';
const DEFAULT_TIMEOUT = 60;

/**
 * The host of a node: its nftables table `inet weir`, and its addresses, policy rules, routes and settings for egress
 * traffic. It runs on the node itself, as root.
 */
export function createNodeTarget(options: NodeTargetOptions): Target {
  const settings: NodeTargetSettings = {
    access: { enter: [], tools: [] },
    confirm: false,
    timeout: DEFAULT_TIMEOUT,
    stateFolder: DEFAULT_STATE_FOLDER,
    timer: DEAD_MAN,
    ...options,
  };
  return {
    name: `node ${settings.node}`,
    plan: () =>
      guardHost(async (): Promise<Planned> => {
        const read = await planNode(settings);
        return 'result' in read ? read : { result: 'planned', plan: toPlan(read, settings) };
      }),
    close: () => Promise.resolve(),
  };
}

function toPlan(read: ReadNode, settings: NodeTargetSettings): Plan {
  const { live, desired, owner, digests, owned } = read;
  return {
    changes: diffNode(live.state, desired, live.foreign, owner),
    digests,
    owned,
    apply: () => guardHost(() => applyNode(read, settings)),
  };
}

/** Lets the change that waits for it stay. Undefined, or a sentence: there is none, or the timer was first. */
export function confirmNodeChange(stateFolder: string = DEFAULT_STATE_FOLDER): string | undefined {
  const refusal = prepareStateFolder(stateFolder);
  if (refusal !== undefined) return refusal;
  const checkpoint = readCheckpoint(stateFolder);
  if (checkpoint?.awaits !== 'confirmation')
    return 'no change waits to be confirmed: there was none, or it was rolled back';
  const claim = claimCheckpoint(stateFolder, checkpoint);
  if (!claim) return 'the timer came first: the change is rolled back';
  discardClaim(claim);
  return undefined;
}

/** Takes the change back that waits to be confirmed, before its timer does. Gives what went wrong. */
export async function rejectNodeChange(stateFolder: string = DEFAULT_STATE_FOLDER): Promise<readonly string[]> {
  const refusal = prepareStateFolder(stateFolder);
  if (refusal !== undefined) return [refusal];
  const checkpoint = readCheckpoint(stateFolder);
  if (checkpoint?.awaits !== 'confirmation') return ['no change waits to be confirmed'];
  const claim = claimCheckpoint(stateFolder, checkpoint);
  if (!claim) return [];
  const problems = await restore(checkpoint.access, checkpoint.restore);
  discardClaim(claim);
  return problems;
}
