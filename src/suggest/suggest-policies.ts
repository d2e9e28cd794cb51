import type { ExpectationContext } from '../expectations/world.js';
import { findDNSPaths } from './dns-path.js';
import { type DraftPolicy, draftPolicies } from './draft-policies.js';
import { type PodUnits, collectPodUnits } from './pod-units.js';
import { type ResolvedPath, resolveWishes } from './resolve-wishes.js';
import { createSuggestContext } from './suggest-context.js';
import type { WishedPath } from './wished-path.js';

/** Policies by which paths pass, and nothing else. */
export interface PolicySuggestion {
  readonly policies: readonly DraftPolicy[];
  /** The paths that concern the namespaces, and those to DNS servers. */
  readonly paths: readonly ResolvedPath[];
  readonly units: PodUnits;
  /** True if the inventory has no DNS server that the pods could ask. */
  readonly lacksDNS: boolean;
  /** Reasons why no policies can do this. If there are any, `policies` is empty. */
  readonly problems: readonly string[];
}

/** Suggests NetworkPolicies for namespaces, regardless of the policies that exist. */
export function suggestPolicies(
  namespaces: readonly string[],
  wishes: readonly WishedPath[],
  world: ExpectationContext,
): PolicySuggestion {
  const units = collectPodUnits(world.model.classOf.keys());
  const chosen = new Set(namespaces);
  const resolved = resolveWishes(wishes, units, world);
  const concerns = ({ from, to }: ResolvedPath): boolean =>
    [...from.units, ...to.units].some(({ namespace }) => chosen.has(namespace));
  const own = resolved.filter(concerns);
  const problems = new Set(
    own.flatMap(({ name, from, to }) =>
      [from.problem, to.problem].flatMap((problem) => (problem === undefined ? [] : [`'${name}': ${problem}`])),
    ),
  );
  const senders = new Set(own.flatMap(({ from }) => [...from.units].filter(({ namespace }) => chosen.has(namespace))));
  const dns = senders.size > 0 ? findDNSPaths(senders, units, world) : [];
  const paths = [...own, ...dns];
  const context = createSuggestContext(world, units);
  const policies = problems.size > 0 ? [] : draftPolicies(namespaces, paths, context);
  return { policies, paths, units, lacksDNS: senders.size > 0 && dns.length === 0, problems: [...problems] };
}
