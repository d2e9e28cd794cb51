import type { HostCommand } from '../../../model/node-state.js';
import { type HostAccess, describeFailure, runOnHost } from './host.js';

/** The progress of a change. `problem`: the reason for which it stopped. */
export interface Executed {
  readonly writes: number;
  readonly problem?: string;
}

const RESTORE_TIMEOUT = 60_000;

/**
 * Runs the commands of a change in order, and stops at the first failure. `deadline` is in milliseconds of
 * `performance.now()`: no command runs after it. `findObstacle` is called before each command. Its text ends the change.
 */
export async function execute(
  access: HostAccess,
  commands: readonly HostCommand[],
  deadline: number,
  findObstacle: () => Promise<string | undefined>,
): Promise<Executed> {
  let writes = 0;
  for (const command of commands) {
    const obstacle = await findObstacle();
    if (obstacle !== undefined) return { writes, problem: obstacle };
    const left = Math.floor(deadline - performance.now());
    if (left <= 0) return { writes, problem: 'the change took too long' };
    writes++;
    const ended = await runOnHost(access, command, left);
    if (ended.code !== 0) return { writes, problem: describeFailure(command, ended) };
  }
  return { writes };
}

/**
 * Runs all commands of a rollback. Returns the failures. Exit codes of `ip` are ignored, because it also fails if there
 * is nothing to do.
 */
export async function restore(access: HostAccess, commands: readonly HostCommand[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const command of commands) {
    const ended = await runOnHost(access, command, RESTORE_TIMEOUT);
    if (ended.code !== 0 && (command.program !== 'ip' || ended.code < 0)) {
      problems.push(describeFailure(command, ended));
    }
  }
  return problems;
}
