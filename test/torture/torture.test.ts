import { afterAll, describe, expect, it } from 'vitest';
import { reason } from '../apply/northbound/northbound.js';
import { firstSeed } from '../rig/random.js';
import { runSeries } from './series.js';

const SERIES = Number(process.env.WEIR_SEEDS ?? 1);
const STEPS = Number(process.env.WEIR_TORTURE_STEPS ?? 5);

describe.skipIf(reason !== undefined)(`live appliers under faults (${reason ?? 'on real servers'})`, () => {
  const totals = { commits: 0 };
  afterAll(() => {
    process.stdout.write(`${SERIES} series, ${totals.commits} commits\n`);
  });

  it.each(Array.from({ length: SERIES }, (_, index) => firstSeed + index))(
    'end in sync and equal to a cold compilation, and no commit opens, unserves or touches what it must not: seed %i',
    async (seed) => {
      const { violations, history, commits } = await runSeries({ seed, steps: STEPS });
      totals.commits += commits;
      expect(violations, history.join('\n')).toEqual([]);
    },
  );
});
