import type { Reporter } from '../model/diagnostic.js';
import { reportConnectivity } from './connectivity.js';
import { evaluate } from './evaluate.js';
import type { Expectation } from './expectation.js';
import { reportBreaches } from './report.js';
import type { Verdict } from './verdict.js';
import { type Meaning, createWorld } from './world.js';

/**
 * Proves the expectations of a repository, and those that PodNetworkConnectivityChecks are, in what it means. Reports each
 * that does not hold.
 */
export function prove(expectations: readonly Expectation[], meaning: Meaning, report: Reporter): Verdict[] {
  if (expectations.length + meaning.cluster.connectivityChecks.length === 0) return [];
  const world = createWorld(meaning);
  reportConnectivity(world).forEach(report);
  const verdicts = evaluate(expectations, world);
  for (const verdict of verdicts) reportBreaches(verdict, world.model).forEach(report);
  return verdicts;
}
