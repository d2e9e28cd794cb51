import { describeState, diffNode } from './diff/changes.js';
import { planCommands } from './diff/commands.js';
import { recordOwned } from './diff/owned.js';
import { armTimer } from './live/arm.js';
import {
  type Checkpoint,
  awaitConfirmation,
  acquireCheckpoint,
  discardAcquired,
  openCheckpoint,
  prepareStateFolder,
  readCheckpoint,
  readAcquired,
} from './live/checkpoint.js';
import { execute } from './live/execute.js';
import type { HostAccess } from './live/host.js';
import { readOwned, writeOwned } from './live/owned.js';
import { HostError } from './live/read.js';
import { commitChange, rollBack } from './live/settle.js';
import type { Change, Failure, ApplyOutcome, TargetLease } from '../../model/change.js';
import type { OwnedRecord } from '../../model/node-state.js';
import { type ReadNode, failed, readLive } from './plan.js';
import { rollBackInterrupted } from './recover.js';

/** Settings of an apply in addition to its plan. `timeout` is in seconds. */
export interface NodeApplySettings {
  readonly access: HostAccess;
  readonly confirm: boolean;
  readonly timeout: number;
  readonly stateFolder: string;
  readonly timer: readonly string[];
  /** Returns a failure if the host may not be changed now. */
  readonly mayWrite: TargetLease['check'];
}

/** Share of the timeout that is reserved for this process to roll back before the timer does. */
const RESERVE = 0.25;
const MAX_PROBLEMS = 5;

/**
 * Brings a host to the desired state of a plan, or restores the state that the plan saw. A checkpoint and its timer
 * exist before the first command runs. They are removed when the live state equals the desired state.
 */
export async function applyNode(read: ReadNode, settings: NodeApplySettings): Promise<ApplyOutcome> {
  const { access, stateFolder } = settings;
  const { live, desired } = read;
  const lost = await settings.mayWrite();
  if (lost) return lost;
  const { count, problems, busy } = await rollBackInterrupted(stateFolder);
  if (problems.length > 0) return failed(problems, true);
  if (count > 0) return failed(['an interrupted change of this host was rolled back: run plan again'], true);
  const changes = diffNode(live.state, desired, live.foreign, read.owner);
  if (changes.length === 0) {
    const refusal = adoptNode(read, settings);
    return refusal === undefined ? { result: 'applied', writes: 0 } : failed([refusal], false);
  }
  if (live.foreign.length > 0)
    return failed(['objects of other owners conflict with the desired state: nothing was changed'], false);
  if (busy !== undefined) return failed([busy], true);
  const record = readOwned(stateFolder);
  const now = await readLive(access, desired, record, true);
  if (describeState(now.state) !== describeState(live.state) || now.foreign.length > 0) {
    return failed(['the host has changed since the plan: nothing was changed'], true);
  }
  const { between, ...owned } = recordOwned(now.state, desired, record);
  const restore = planCommands(desired, now.state, true);
  const checkpoint = openCheckpoint(stateFolder, { owned, access, restore });
  if (!checkpoint) return failed(['another process has just started to change this host'], true);
  noteOwned(stateFolder, checkpoint, between);
  return makeChange(read, settings, checkpoint);
}

/** Records the objects that Weir may own after the change. If this fails, the change does not begin. */
function noteOwned(stateFolder: string, checkpoint: Checkpoint, record: OwnedRecord): void {
  try {
    writeOwned(stateFolder, record);
  } catch (thrown) {
    const acquired = acquireCheckpoint(stateFolder, checkpoint);
    if (acquired) discardAcquired(acquired);
    throw thrown;
  }
}

/**
 * Records the owned objects of a host in its desired state, so that a later change can remove them. Does nothing during
 * an unfinished change. Returns an error message if the state folder is unsafe. Throws HostError.
 */
export function adoptNode({ live, desired }: ReadNode, { stateFolder }: NodeApplySettings): string | undefined {
  const refusal = prepareStateFolder(stateFolder);
  if (refusal !== undefined) return refusal;
  if (readCheckpoint(stateFolder) !== undefined || readAcquired(stateFolder).length > 0) return undefined;
  writeOwned(stateFolder, recordOwned(live.state, desired, readOwned(stateFolder)).after);
  return undefined;
}

async function makeChange(read: ReadNode, settings: NodeApplySettings, checkpoint: Checkpoint): Promise<ApplyOutcome> {
  const { access, stateFolder, timeout, confirm, timer, mayWrite } = settings;
  const { live, desired } = read;
  const deadline = performance.now() + 1000 * timeout * (1 - RESERVE);
  const armed = await armTimer(timer, stateFolder, checkpoint, 1000 * timeout);
  if ('problem' in armed) return rollBackFailed(settings, checkpoint, [armed.problem], false);
  const findObstacle = async (): Promise<string | undefined> => {
    if (readCheckpoint(stateFolder)?.id !== checkpoint.id)
      return 'another process rolled the change back while it was applied';
    return (await mayWrite())?.problems.join('; ');
  };
  const { writes, problem } = await execute(access, planCommands(live.state, desired), deadline, findObstacle);
  const problems = problem === undefined ? await verify(read, access) : [problem];
  if (problems.length > 0) return rollBackFailed(settings, checkpoint, problems, true);
  if (confirm && awaitConfirmation(stateFolder, checkpoint, armed.pid)) return { result: 'applied', writes };
  const acquired = confirm ? undefined : acquireCheckpoint(stateFolder, checkpoint);
  if (!acquired) return failed(['the timer expired: the change was rolled back'], true);
  commitChange(stateFolder, acquired);
  return { result: 'applied', writes };
}

/** Reads the state again, and returns the differences from the desired state. */
async function verify({ desired, record }: ReadNode, access: HostAccess): Promise<readonly string[]> {
  try {
    const { state, foreign } = await readLive(access, desired, record);
    return diffNode(state, desired, foreign, '').slice(0, MAX_PROBLEMS).map(describeChange);
  } catch (thrown) {
    if (thrown instanceof HostError) return [`the host cannot be read back: ${thrown.message}`];
    throw thrown;
  }
}

function describeChange({ sort, name, drift }: Change): string {
  return `after the change ${sort} ${name} is ${drift}`;
}

async function rollBackFailed(
  { stateFolder }: NodeApplySettings,
  checkpoint: Checkpoint,
  problems: readonly string[],
  transient: boolean,
): Promise<Failure> {
  const acquired = acquireCheckpoint(stateFolder, checkpoint);
  if (!acquired) return failed([...problems, 'the timer rolls the change back'], transient);
  const failures = await rollBack(stateFolder, acquired);
  const end =
    failures.length === 0 ? ['the change was rolled back'] : ['the change could not be rolled back completely:'];
  return failed([...problems, ...end, ...failures], transient);
}
