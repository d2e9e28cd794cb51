import { judgeChecks } from './connectivity.js';
import { evaluate, findVacuousClaim } from './evaluate.js';
import type { Expectation } from './expectation.js';
import { judge } from './report.js';
import type { ExpectationVerdict } from './verdict.js';
import { type CompiledState, createWorld } from './world.js';

/** Proves the expectations of a repository, and then the PodNetworkConnectivityChecks of its inventory. */
export function prove(expectations: readonly Expectation[], meaning: CompiledState): ExpectationVerdict[] {
  if (expectations.length + meaning.cluster.connectivityChecks.length === 0) return [];
  const world = createWorld(meaning);
  const verdicts = expectations.map((one) => {
    const breaches = evaluate(one, world);
    return judge(one, breaches, world, breaches.length === 0 ? findVacuousClaim(one, world) : undefined);
  });
  return [...verdicts, ...judgeChecks(world)];
}
