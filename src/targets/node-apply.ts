import { describeState, diffNode } from '../6-diff/node/changes.js';
import { planCommands } from '../6-diff/node/commands.js';
import { armTimer } from '../7-apply/node/arm.js';
import {
  type Checkpoint,
  awaitConfirmation,
  claimCheckpoint,
  discardClaim,
  isRunning,
  openCheckpoint,
  prepareStateFolder,
  readCheckpoint,
  readClaims,
} from '../7-apply/node/checkpoint.js';
import { execute, restore } from '../7-apply/node/execute.js';
import type { HostAccess } from '../7-apply/node/host.js';
import { HostError } from '../7-apply/node/read.js';
import type { Change, Failure, Outcome } from '../model/change.js';
import { type ReadNode, failed, readLive } from './node-plan.js';

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
  const standing = await clearTheWay(settings);
  if (standing) return standing;
  const now = await readLive(access, desired);
  if (describeState(now.state) !== describeState(live.state) || now.foreign.length > 0) {
    return failed(['the host has changed since the plan was made: nothing was changed'], true);
  }
  const way = { access, restore: planCommands(desired, live.state, true) };
  const checkpoint = openCheckpoint(stateFolder, way);
  if (!checkpoint) return failed(['another change of this host has just begun'], true);
  return makeChange(read, settings, checkpoint);
}

/**
 * What an earlier change has left: one that a dead process has not completed is taken back, and then the host is another
 * one than the plan saw. Undefined: the way is clear.
 */
async function clearTheWay({ stateFolder }: NodeApplySettings): Promise<Failure | undefined> {
  const interrupted: Checkpoint[] = [];
  const checkpoint = readCheckpoint(stateFolder);
  if (checkpoint?.awaits === 'confirmation') {
    return failed(['a change of this host waits to be confirmed, or for its timer to take it back'], true);
  }
  if (checkpoint) {
    if (isRunning(checkpoint)) return failed(['another process changes this host right now'], true);
    if (claimCheckpoint(stateFolder, checkpoint)) interrupted.push(checkpoint);
  }
  for (const claim of readClaims(stateFolder)) {
    if (!interrupted.some(({ id }) => id === claim.id)) interrupted.push(claim);
  }
  if (interrupted.length === 0) return undefined;
  const problems: string[] = [];
  for (const each of interrupted) {
    problems.push(...(await restore(each.access, each.restore)));
    discardClaim(stateFolder, each);
  }
  return failed(['a change that was interrupted has been taken back: plan again', ...problems], true);
}

async function makeChange(read: ReadNode, settings: NodeApplySettings, checkpoint: Checkpoint): Promise<Outcome> {
  const { access, stateFolder, timeout, confirm, timer } = settings;
  const { live, desired } = read;
  const deadline = performance.now() + 1000 * timeout * (1 - RESERVE);
  const unarmed = await armTimer(timer, stateFolder, checkpoint, 1000 * timeout);
  if (unarmed !== undefined) {
    if (claimCheckpoint(stateFolder, checkpoint)) discardClaim(stateFolder, checkpoint);
    return failed([unarmed], false);
  }
  const isHeld = (): boolean => readCheckpoint(stateFolder)?.id === checkpoint.id;
  const { writes, problem } = await execute(access, planCommands(live.state, desired), deadline, isHeld);
  const problems = problem === undefined ? await verify(read, access) : [problem];
  if (problems.length > 0) return goBack(read, settings, checkpoint, problems);
  const isKept = confirm ? awaitConfirmation(stateFolder, checkpoint) : claimCheckpoint(stateFolder, checkpoint);
  if (!isKept) return failed(['the timer came first: the change was taken back'], true);
  if (!confirm) discardClaim(stateFolder, checkpoint);
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
  { live, desired }: ReadNode,
  { access, stateFolder }: NodeApplySettings,
  checkpoint: Checkpoint,
  problems: readonly string[],
): Promise<Failure> {
  if (!claimCheckpoint(stateFolder, checkpoint)) return failed([...problems, 'the timer takes the change back'], true);
  const failures = await restore(access, checkpoint.restore);
  discardClaim(stateFolder, checkpoint);
  const after = await readLive(access, desired);
  const isBack = describeState(after.state) === describeState(live.state);
  const end = isBack ? 'the change was taken back' : 'taking the change back did not lead to the state before it';
  return failed([...problems, ...failures, end], true);
}
