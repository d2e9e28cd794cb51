import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import type { CompileInput } from '../../../src/compile/compile-input.js';
import { prepare } from '../../../src/compile/prepare.js';
import { type KnownPlacing, preparePlaced, summarisePlacing } from '../../../src/cli/cache/placed-objects.js';
import { readInput } from '../../../src/cli/run/input.js';
import { kinds } from '../../../src/kinds/index.js';
import { inputOf } from '../../../src/kinds/contract/manifests-of.js';
import { LOCK_PATH } from '../../../src/settings/lock/parse.js';
import { renderLock } from '../../../src/settings/lock/render.js';
import { checkAsyncProperty, generators } from '../../rig/random.js';
import { scratch } from '../../sources/scratch.js';
import { beginRepository, editRepository } from '../follow/edits.js';

const EDITS = 8;
const nothing = (): void => undefined;
/** An EgressIP, and a pod that has one of the addresses of a repository. */
const MORE = `apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: { name: more }
spec: { egressIPs: [192.168.126.40, 10.0.0.5], namespaceSelector: {} }
`;
const podWith = (address: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: taken
  namespace: taken
  annotations: { k8s.v1.cni.cncf.io/network-status: '[{"name": "lan", "ips": ["${address}"]}]' }
`;

test('what is kept of any sound input explains every object that is placed by nodes as the whole input does', async () => {
  const counts = { states: 0, explained: 0, refused: 0 };
  await checkAsyncProperty(
    fc.asyncProperty(generators, async (random) => {
      const folder = scratch();
      beginRepository(folder, random);
      if (random(2) === 0) writeFileSync(join(folder, 'more.yaml'), MORE);
      for (let count = 0; count < EDITS; count++) {
        const { configuration, files, lock, isPart, reports } = await readInput({ path: folder });
        if (configuration && !reports.some(({ severity }) => severity === 'error')) {
          const input: CompileInput = { configuration, files, lock, isPart, purpose: 'answers' };
          counts.states++;
          const { explained, refused, addresses } = expectSameAnswers(input);
          counts.explained += explained;
          counts.refused += refused;
          const taken = addresses[random(addresses.length)];
          if (taken !== undefined) {
            mkdirSync(join(folder, 'inventory'), { recursive: true });
            writeFileSync(join(folder, 'inventory/taken.yaml'), podWith(taken));
          }
          const { after } = compile(input).lock;
          if (random(2) === 0) writeFileSync(join(folder, LOCK_PATH), renderLock(after));
        }
        if (random(2) === 0) editRepository(folder, random);
      }
    }),
    { numRuns: 60 },
  );
  expect(counts.explained).toBeGreaterThan(counts.states / 4);
  expect(counts.refused).toBeGreaterThan(4);
}, 3_600_000);

/** Gives how many objects are explained, how many addresses are refused, and those that nodes have. */
function expectSameAnswers(input: CompileInput) {
  const prepared = prepare(input, nothing, nothing);
  const found = summarisePlacing(prepared);
  const result = { explained: 0, refused: found?.refused.length ?? 0, addresses: [] as string[] };
  if (!found) return result;
  const known = JSON.parse(JSON.stringify(found)) as KnownPlacing;
  for (const kind of kinds.filter(({ placement }) => placement?.dependsOnlyOnNodes === true)) {
    const [cold, warm] = [inputOf(kind, prepared), preparePlaced(kind, input, known)];
    const names = cold.manifests.map(({ name }) => name);
    expect(warm.manifests.map(({ name }) => name)).toEqual(names);
    for (const name of names) {
      result.explained++;
      const answer = kind.placement?.explain(cold, name);
      expect(kind.placement?.explain(warm, name)).toEqual(answer);
      for (const line of answer?.lines ?? []) {
        const [, address] = /^(\S+) → (?!no node)/.exec(line) ?? [];
        if (address !== undefined) result.addresses.push(address);
      }
    }
  }
  return result;
}
