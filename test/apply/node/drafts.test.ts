import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { draftOf } from '../../../src/apply/node/live/drafts.js';
import { identify } from '../../../src/apply/node/live/process-identity.js';
import { recoverNode } from '../../../src/apply/node/recover.js';
import { scratch } from '../../sources/scratch.js';

it('drafts of processes that were killed go with the next start, those of running ones stay', async () => {
  const folder = scratch();
  chmodSync(folder, 0o700);
  const draft = draftOf(folder, 'owned');
  const parent = identify(process.ppid);
  const running = [draft, join(folder, `draft-x.${process.ppid}.${parent?.start ?? ''}.json`)];
  // The number of a process may be that of another one by now.
  const ended = ['draft-owned-4194305.json', 'draft-x.4194305.7.json', `draft-y.${process.ppid}.1.json`];
  for (const path of [...running, ...ended.map((name) => join(folder, name))]) writeFileSync(path, '{');
  expect(await recoverNode(folder)).toBeUndefined();
  expect(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual(running.sort());
});
