import type { ExpectationContext } from '../expectations/world.js';
import { prefixesOfRange, wholeFamily } from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { fitsFirewall } from './draft-firewall.js';
import type { Demand } from './draft-rules.js';
import type { PathIndex } from './path-index.js';
import type { PodUnit } from './pod-units.js';
import type { PathSide, ResolvedPath } from './resolve-wishes.js';

/** How the pods of a namespace reach addresses outside of the cluster. */
export interface OutsidePlan {
  /** Paths to addresses of no pod, for any pod of the namespace. */
  readonly paths: readonly ResolvedPath[];
  /** True if the EgressFirewall of the namespace limits the destinations, so that policies only allow all of them. */
  readonly isByFirewall: boolean;
  /** True if some destination is a DNS name, which only an EgressFirewall can contain. */
  readonly needsFirewall: boolean;
  /** A sentence about paths that no EgressFirewall can allow exactly. */
  readonly problem?: string;
}

/**
 * Plans the destinations outside of a namespace. An EgressFirewall applies to all pods of the namespace, so it decides if
 * all pods that leave the cluster need the same. Otherwise policies decide, which contain no DNS names.
 */
export function planOutside(
  namespace: string,
  units: readonly PodUnit[],
  { pathsOf }: PathIndex,
  hasFirewall: boolean,
): OutsidePlan {
  const needs = units.map((unit) => pathsOf(unit, 'from').filter(({ to }) => isOutside(to)));
  const own = [...new Set(needs.flat())];
  const names = own.filter(({ to }) => to.dnsName !== undefined);
  const isSame = needs.every(({ length }) => length === 0 || length === own.length);
  const unfit = own.find(({ transport }) => !fitsFirewall(transport));
  const needsFirewall = names.length > 0;
  const common = { paths: own, needsFirewall };
  if (own.length > 0 && (needsFirewall || hasFirewall) && isSame && !unfit) return { ...common, isByFirewall: true };
  const [first] = names;
  if (!first) return { ...common, isByFirewall: false };
  const reason =
    isSame && unfit
      ? `'${unfit.name}' needs ranges of ports, which an EgressFirewall does not support`
      : `'${first.name}' needs ${first.to.dnsName?.replace(/\.$/, '') ?? ''}, but an EgressFirewall applies to all pods of ${namespace}, which need different destinations outside`;
  return { ...common, isByFirewall: false, problem: reason };
}

function isOutside({ ranges, dnsName }: PathSide): boolean {
  return ranges.length > 0 || dnsName !== undefined;
}

/** Returns demands with all destinations outside instead of some. */
export function openOutside(demands: readonly Demand[], { configuration, networks }: ExpectationContext): Demand[] {
  if (!demands.some(({ peers }) => isOutside(peers))) return [...demands];
  const families = configuration.ipFamilies;
  const everything: PathSide = {
    units: new Set(),
    selectors: [],
    ranges: families.flatMap((family) => networks.beyond[family]),
    blocks: families.flatMap((family) => prefixesOfRange(wholeFamily(family))),
  };
  const inside = demands.map(({ peers: { units, selectors }, transport }) => ({
    peers: { units, selectors, ranges: [], blocks: [] },
    transport,
  }));
  return [...inside.filter(({ peers }) => peers.units.size > 0), { peers: everything, transport: ALL_TRANSPORT }];
}
