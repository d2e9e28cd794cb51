import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compilePolicy } from '../../src/cli/live/compile-policy.js';
import { createObjectFiles } from '../../src/cli/live/inventory-files.js';
import { type Engine, createEngine } from '../../src/engine/engine.js';
import { nameOf, pathOfName, textOf } from '../../src/model/kubernetes-object.js';
import { compareText } from '../../src/std/compare-text.js';
import { groupBy } from '../../src/std/group-by.js';
import { type Random, checkProperty, generators } from '../rig/random.js';
import { configurationOf } from './expected.js';
import { type World, begin, choose, follow, pick } from './world.js';

const STEPS = 25;
const ROLES = ['zone', 'cluster'] as const;

/** What a process keeps between its compilations. */
interface Kept {
  readonly engine?: Engine;
  readonly listFiles: ReturnType<typeof createObjectFiles>;
}

/** Returns all that a live applier makes of a world, as text. */
function compileWorld(
  { zone, inventory, policy }: World,
  role: (typeof ROLES)[number],
  { engine, listFiles }: Kept,
): string {
  const ofCluster = [...policy.values()].filter(({ kind }) => ['EgressIP', 'EgressService'].includes(textOf(kind)));
  const objects = [...inventory.values(), ...ofCluster];
  const sorted = objects.toSorted((a, b) => compareText(pathOfName(nameOf(a)), pathOfName(nameOf(b))));
  const kinds = groupBy(sorted, ({ kind }) => textOf(kind));
  const files = listFiles({
    result: 'ok',
    files: Array.from(kinds, ([path, ofKind]) => ({ path, objects: ofKind })),
    notServed: [],
  });
  const bundle = { configuration: configurationOf(zone), lock: '', objects: [...policy.values()] };
  const compilation = compilePolicy(bundle, files, {
    owner: { role, name: role === 'zone' ? zone : '' },
    assignmentOrder: role === 'cluster' ? 'lock-first' : 'status-only',
    ...(engine ? { engine } : {}),
  });
  if ('result' in compilation) throw new Error(compilation.problems.join('\n'));
  return JSON.stringify([compilation.artefacts, compilation.diagnostics]);
}

it('a live applier compiles each state of a cluster and its policies as a new process does', () => {
  const same = fc.property(generators, fc.constantFrom(...ROLES), (random: Random, role) => {
    let world = begin(pick(['global', 'heron'] as const, random), random);
    const engine = createEngine();
    const kept = { engine, listFiles: createObjectFiles() };
    const history: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const incremental = compileWorld(world, role, kept);
      engine.endRound();
      const cold = compileWorld(world, role, { listFiles: createObjectFiles() });
      expect(incremental === cold, history.join('\n')).toBe(true);
      const event = choose(world, random);
      history.push(event.name);
      world = follow(world, [event]);
    }
  });
  checkProperty(same, { numRuns: 4 });
});
