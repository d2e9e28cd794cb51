import type { ExpectationContext } from '../expectations/world.js';
import { findDNSPaths } from './dns-path.js';
import type { JsonObject } from '../std/json.js';
import { specOfFirewall } from './draft-firewall.js';
import { planOutside } from './outside-plan.js';
import { type DraftPolicy, draftPolicies } from './draft-policies.js';
import { indexPaths } from './path-index.js';
import { type PodUnit, type PodUnits, collectPodUnits } from './pod-units.js';
import { type ResolvedPath, resolveWishes } from './resolve-wishes.js';
import { createSuggestContext } from './suggest-context.js';
import type { WishedPath } from './wished-path.js';

/** A suggested EgressFirewall. */
export interface DraftFirewall {
  readonly namespace: string;
  readonly spec: JsonObject;
  /** True if the namespace needs one even if it has none. */
  readonly isNeeded: boolean;
}

/** The paths that namespaces need. */
export interface NeededPaths {
  /** The paths that concern the namespaces, and those to DNS servers. */
  readonly paths: readonly ResolvedPath[];
  readonly units: PodUnits;
  /** True if the inventory has no DNS server that the pods could ask. */
  readonly lacksDNS: boolean;
  /** Reasons why no policies can do this. */
  readonly problems: readonly string[];
}

/** Policies by which paths pass, and nothing else. If there are problems, `policies` is empty. */
export interface PolicySuggestion extends NeededPaths {
  readonly policies: readonly DraftPolicy[];
  readonly firewalls: readonly DraftFirewall[];
}

/** Finds the paths that namespaces need. */
export function findNeededPaths(
  namespaces: readonly string[],
  wishes: readonly WishedPath[],
  world: ExpectationContext,
): NeededPaths {
  const units = collectPodUnits(world.model.classOf.keys());
  const chosen = new Set(namespaces);
  const isChosen = ({ namespace }: PodUnit): boolean => chosen.has(namespace);
  const { paths: resolved, empty } = resolveWishes(wishes, units, world);
  const own = resolved.filter(({ from, to }) => [...from.units, ...to.units].some(isChosen));
  const problems = new Set([
    ...empty
      .filter((one) => [...one.units].some(isChosen))
      .map(({ name, side }) => `'${name}': '${side}' selects nothing`),
    ...own.flatMap(({ name, from, to }) =>
      [from.problem, to.problem].flatMap((problem) => (problem === undefined ? [] : [`'${name}': ${problem}`])),
    ),
  ]);
  const senders = new Set(own.flatMap(({ from }) => [...from.units].filter(isChosen)));
  const dns = senders.size > 0 ? findDNSPaths(senders, units, world) : [];
  const lacksDNS = senders.size > 0 && dns.length === 0;
  return { paths: [...own, ...dns], units, lacksDNS, problems: [...problems] };
}

/**
 * Suggests policies for namespaces, regardless of the NetworkPolicies that exist. `hasFirewall` returns true for
 * namespaces with an EgressFirewall.
 */
export function suggestPolicies(
  namespaces: readonly string[],
  wishes: readonly WishedPath[],
  world: ExpectationContext,
  hasFirewall: (namespace: string) => boolean,
): PolicySuggestion {
  const needed = findNeededPaths(namespaces, wishes, world);
  const { paths, units } = needed;
  const context = createSuggestContext(world, units);
  const index = indexPaths(paths);
  const outside = new Map(
    namespaces.map((name) => [name, planOutside(name, units.byNamespace.get(name) ?? [], index, hasFirewall(name))]),
  );
  const ofOutside = [...outside.values()].flatMap(({ problem }) => problem ?? []);
  const problems = [...new Set([...needed.problems, ...ofOutside])];
  const isByFirewall = (name: string): boolean => outside.get(name)?.isByFirewall === true;
  return {
    ...needed,
    problems,
    policies: problems.length > 0 ? [] : draftPolicies(namespaces, index, context, isByFirewall),
    firewalls: [...outside].map(([namespace, { paths: own, needsFirewall }]) => ({
      ...{ namespace, isNeeded: needsFirewall },
      spec: specOfFirewall(own, world),
    })),
  };
}
