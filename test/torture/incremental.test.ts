import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compilePolicy } from '../../src/cli/live/compile-policy.js';
import { createObjectFiles } from '../../src/cli/live/inventory-files.js';
import { type Engine, createEngine } from '../../src/engine/engine.js';
import { textOf } from '../../src/model/kubernetes-object.js';
import { type Random, checkProperty, generators } from '../rig/random.js';
import { configurationOf } from './expected.js';
import { type World, begin, choose, follow, pick } from './world.js';

const STEPS = 25;
const ROLES = ['zone', 'cluster'] as const;

/** Returns all that a live applier makes of a world, as text. */
function compileWorld({ zone, inventory, policy }: World, role: (typeof ROLES)[number], engine?: Engine): string {
  const ofCluster = [...policy.values()].filter(({ kind }) => ['EgressIP', 'EgressService'].includes(textOf(kind)));
  const objects = [...inventory.values(), ...ofCluster];
  const files = createObjectFiles()({ result: 'ok', files: [{ path: 'cluster.yaml', objects }], notServed: [] });
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
    const history: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const incremental = compileWorld(world, role, engine);
      engine.endRound();
      expect(incremental === compileWorld(world, role), history.join('\n')).toBe(true);
      const event = choose(world, random);
      history.push(event.name);
      world = follow(world, [event]);
    }
  });
  checkProperty(same, { numRuns: 4 });
});
