import { describe, expect, it } from 'vitest';
import { runTool } from '../../src/sources/render/tool.js';
import { scratch } from './scratch.js';

const run = (script: string) => {
  const folder = scratch({});
  return runTool('/bin/sh', ['-c', script], folder, folder);
};

describe('a tool', () => {
  it.each([
    ['echo text', { stdout: 'text\n' }],
    ['echo "error: no such chart" >&2; exit 2', { problem: 'error: no such chart' }],
    ['exit 3', { problem: 'it ended with exit code 3 and without an error message' }],
    ['kill -TERM $$', { problem: 'it was stopped by SIGTERM' }],
  ])('that runs %j results in %j', async (script, result) => {
    expect(await run(script)).toEqual(result);
  });
});
