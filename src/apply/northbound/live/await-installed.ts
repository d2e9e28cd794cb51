import { setTimeout as sleep } from 'node:timers/promises';
import { type Failure, fail } from '../../../model/change.js';
import { backOff } from '../../../std/back-off.js';
import type { Client } from '../../../clients/ovsdb/index.js';

/** `sb`: ovn-northd has translated all committed changes. `hv`: all controllers have also installed them. */
export type Wait = 'none' | 'sb' | 'hv';

/** First and longest pause between two checks, in milliseconds. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;

/**
 * Increments `nb_cfg`, and waits until ovn-northd (`sb_cfg`) or the slowest controller (`hv_cfg`) has the new number.
 * Resolves to a failure after `timeout` milliseconds. See ovn-nb(5), NB_Global.
 */
export async function awaitInstalled(
  client: Client,
  wait: Exclude<Wait, 'none'>,
  timeout: number,
): Promise<Failure | undefined> {
  const column = `${wait}_cfg`;
  const committed = await client.transact([
    { op: 'mutate', table: 'NB_Global', where: [], mutations: [['nb_cfg', '+=', 1]] },
    { op: 'select', table: 'NB_Global', where: [], columns: ['nb_cfg'] },
  ]);
  const wanted = committed.result === 'committed' ? committed.results[1]?.rows?.[0]?.nb_cfg : undefined;
  if (typeof wanted !== 'number') {
    const reason = committed.result === 'committed' ? 'NB_Global has no row' : committed.problem;
    return fail(`the rows are committed, but nb_cfg cannot be incremented: ${reason}`, true);
  }
  const deadline = performance.now() + timeout;
  for (let looks = 1; performance.now() < deadline; looks++) {
    const selection = await client.select([{ table: 'NB_Global', columns: [column] }]);
    const reached = selection.result === 'rows' ? selection.rows[0]?.[0]?.[column] : undefined;
    if (typeof reached === 'number' && reached >= wanted) return undefined;
    await sleep(backOff(looks, FIRST_PAUSE, LONGEST_PAUSE));
  }
  const who = wait === 'sb' ? 'ovn-northd has not translated' : 'not all controllers have installed';
  return fail(`the rows are committed, but ${who} them within ${timeout / 1000} s (${column} is behind nb_cfg)`, true);
}
