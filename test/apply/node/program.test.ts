import { expect, it } from 'vitest';
import { describeFailure, runHostProgram } from '../../../src/apply/node/live/host.js';

it('a tool that is not installed is named', async () => {
  const ended = await runHostProgram(['weir-has-no-such-tool'], '', 10_000);
  expect(describeFailure({ program: 'ip', args: ['rule'] }, ended)).toBe(
    'ip rule failed (exit -1): program weir-has-no-such-tool not found',
  );
});
