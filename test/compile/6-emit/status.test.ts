import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { emitStatus } from '../../../src/compile/6-emit/status/emit.js';
import type { StatusIntent } from '../../../src/model/intent/kubernetes-object.js';
import { readRenderedCluster } from '../../../src/rendered/read-cluster.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { writeRenderedFolder } from '../../rig/rendered-folder.js';
import { causeOf } from './fixture.js';

interface Patch {
  readonly target: { readonly name: string };
  readonly patch: { readonly status: unknown };
}

const zones = Array.from({ length: 500 }, (_, index) => `zone-${index}`);

function statusOf(name: string, outcome: string, of = zones): StatusIntent {
  const status = { messages: of.map((zone) => `${zone}: ${outcome}`), status: outcome };
  return { effect: 'status', subresource: 'status', status, cause: causeOf(name) };
}

function textOf(intents: readonly StatusIntent[]): string {
  return readChunks(emitStatus(intents)[0]?.content ?? []);
}

it('the long status of many resources is written a few times, and a reader of YAML finds it in each patch', () => {
  const intents = [
    statusOf('alone', 'of its own'),
    ...Array.from({ length: 300 }, (_, index) => statusOf(`sound-${index}`, 'applied')),
    statusOf('broken', 'not applied'),
    statusOf('broken too', 'not applied'),
  ];
  const text = textOf(intents);
  expect(text.match(/zone-7: /g)).toHaveLength(1 + 5 + 1);
  const patches = parse(text) as Patch[];
  expect(patches.map(({ target, patch }) => [target.name, patch.status])).toEqual(
    intents.map(({ cause, status }) => [cause.name, status]),
  );
});

it('the reader of a rendered folder takes patches that share a status, however many values that adds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-status-'));
  const intents = Array.from({ length: 300 }, (_, index) => statusOf(`sound-${index}`, 'applied'));
  writeRenderedFolder(folder, [['cluster/status.yaml', textOf(intents)]]);
  const read = readRenderedCluster(folder);
  rmSync(folder, { recursive: true });
  if ('result' in read) throw new Error(read.problems.join('\n'));
  expect(read.statuses).toHaveLength(300);
  expect(read.statuses[299]?.status).toEqual(intents[0]?.status);
});

it('a short status is written in each patch, so that a patch is read by itself', () => {
  const text = textOf([statusOf('one', 'applied', ['global']), statusOf('two', 'applied', ['global'])]);
  expect(text.match(/ {6}messages:\n {8}- "global: applied"\n/g)).toHaveLength(2);
  expect(text).not.toMatch(/[&*]/);
});
