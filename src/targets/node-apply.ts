import { describeState, diffNode } from '../6-diff/node/changes.js';
import { planCommands } from '../6-diff/node/commands.js';
import { isMovable } from '../6-diff/node/nft-commands.js';
import { armTimer } from '../7-apply/node/arm.js';
import {
  type Checkpoint,
  type Claim,
  awaitConfirmation,
  claimCheckpoint,
  discardClaim,
  isAttended,
  openCheckpoint,
  prepareStateFolder,
  readCheckpoint,
  readClaims,
} from '../7-apply/node/checkpoint.js';
import { execute, restore } from '../7-apply/node/execute.js';
import type { HostAccess } from '../7-apply/node/host.js';
import { HostError } from '../7-apply/node/read.js';
import type { Change, Failure, Outcome } from '../model/change.js';
import type { HostCommand, NodeState } from '../model/node-state.js';
import { type ReadNode, digest, failed, readLive } from './node-plan.js';

/** What an apply is told beside its plan. `timeout` in seconds. */
export interface NodeApplySettings {
  readonly access: HostAccess;
  readonly confirm: boolean;
  readonly timeout: number;
  readonly stateFolder: string;
  readonly timer: readonly string[];
}

/** Of the timer's seconds this share is left for going back by ourselves before it does. */
const RESERVE = 0.25;
const MOST_PROBLEMS = 5;

/**
 * Brings a host to the desired state of a plan, or leaves it in the state that the plan saw: a checkpoint and its timer
 * stand before the first command runs, and go only when the host reads back as desired.
 */
export async function applyNode(read: ReadNode, settings: NodeApplySettings): Promise<Outcome> {
  const { access, stateFolder } = settings;
  const { live, desired } = read;
  const changes = diffNode(live.state, desired, live.foreign, read.owner);
  if (changes.length === 0) return { result: 'applied', writes: 0 };
  if (live.foreign.length > 0) return failed(['things of others are in the way of ours: nothing was changed'], false);
  const refusal = prepareStateFolder(stateFolder);
  if (refusal !== undefined) return failed([refusal], false);
  const now = await readLive(access, desired, true);
  if (describeState(now.state) !== describeState(live.state) || now.foreign.length > 0) {
    return failed(['the host has changed since the plan was made: nothing was changed'], true);
  }
  const goal = await withRulesetText(read, now.state);
  const left = claimInterrupted(stateFolder, digest(describeState(live.state)));
  if ('result' in left) return left;
  const checkpoint = openCheckpoint(stateFolder, {
    goal: digest(describeState(desired)),
    access,
    restore: [...planCommands(desired, now.state, true), ...left.restore],
  });
  if (!checkpoint) return failed(['another change of this host has just begun'], true);
  for (const claim of left.claims) discardClaim(claim);
  return makeChange({ ...read, desired: goal }, settings, checkpoint);
}

/** The desired state, with the text of its table where the table cannot stay. Throws HostError. */
async function withRulesetText({ desired, readRulesetText }: ReadNode, live: NodeState): Promise<NodeState> {
  const { ruleset } = desired;
  if (!ruleset || (live.ruleset && isMovable(live.ruleset, ruleset))) return desired;
  return { ...desired, ruleset: { ...ruleset, text: await readRulesetText() } };
}

/** What changes have left whose process has ended. */
interface Interrupted {
  readonly claims: readonly Claim[];
  /** What leads back to before them. */
  readonly restore: readonly HostCommand[];
}

/**
 * Takes over what dead processes have not completed. The new change goes on from there; only if it fails, the way back
 * leads to before all of them. A change that had come to its goal, `state`, is complete, unless it was to be confirmed.
 */
function claimInterrupted(stateFolder: string, state: string): Interrupted | Failure {
  const standing = readCheckpoint(stateFolder);
  if (standing && isAttended(standing)) {
    const isWaiting = standing.awaits === 'confirmation';
    const what = isWaiting
      ? 'a change of this host waits to be confirmed, or for its timer to take it back'
      : 'another process changes this host right now';
    return failed([what], true);
  }
  if (standing) claimCheckpoint(stateFolder, standing);
  const claims = readClaims(stateFolder);
  if (claims.some(({ isHeld }) => isHeld)) return failed(['a change of this host is being taken back right now'], true);
  const isIncomplete = ({ checkpoint: { awaits, goal } }: Claim) => awaits === 'confirmation' || goal !== state;
  const incomplete = claims.filter(isIncomplete);
  return { claims, restore: incomplete.flatMap(({ checkpoint }) => checkpoint.restore) };
}

async function makeChange(read: ReadNode, settings: NodeApplySettings, checkpoint: Checkpoint): Promise<Outcome> {
  const { access, stateFolder, timeout, confirm, timer } = settings;
  const { live, desired } = read;
  const deadline = performance.now() + 1000 * timeout * (1 - RESERVE);
  const armed = await armTimer(timer, stateFolder, checkpoint, 1000 * timeout);
  if ('problem' in armed) return goBack(settings, checkpoint, [armed.problem], false);
  const isHeld = (): boolean => readCheckpoint(stateFolder)?.id === checkpoint.id;
  const { writes, problem } = await execute(access, planCommands(live.state, desired), deadline, isHeld);
  const problems = problem === undefined ? await verify(read, access) : [problem];
  if (problems.length > 0) return goBack(settings, checkpoint, problems, true);
  if (confirm && awaitConfirmation(stateFolder, checkpoint, armed.pid)) return { result: 'applied', writes };
  const claim = confirm ? undefined : claimCheckpoint(stateFolder, checkpoint);
  if (!claim) return failed(['the timer came first: the change was taken back'], true);
  discardClaim(claim);
  return { result: 'applied', writes };
}

/** Reads back. Gives what is not as desired. */
async function verify({ desired }: ReadNode, access: HostAccess): Promise<readonly string[]> {
  try {
    const { state, foreign } = await readLive(access, desired);
    return diffNode(state, desired, foreign, '').slice(0, MOST_PROBLEMS).map(describeChange);
  } catch (thrown) {
    if (thrown instanceof HostError) return [`the host cannot be read back: ${thrown.message}`];
    throw thrown;
  }
}

function describeChange({ sort, name, drift }: Change): string {
  return `after the change ${sort} ${name} is ${drift}`;
}

async function goBack(
  { access, stateFolder }: NodeApplySettings,
  checkpoint: Checkpoint,
  problems: readonly string[],
  transient: boolean,
): Promise<Failure> {
  const claim = claimCheckpoint(stateFolder, checkpoint);
  if (!claim) return failed([...problems, 'the timer takes the change back'], transient);
  const failures = await restore(access, checkpoint.restore);
  discardClaim(claim);
  const end =
    failures.length === 0 ? ['the change was taken back'] : ['the change could not be taken back as a whole:'];
  return failed([...problems, ...end, ...failures], transient);
}
