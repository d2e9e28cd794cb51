import type { EffectiveEgress } from '../../../egress/effective.js';

/** Returns the entries as data for `--format json`. */
export function egressData(entries: readonly EffectiveEgress[]): object {
  return {
    egress: entries.map(({ namespace, network, pods, isWhole, families, firewall, policies, marks }) => ({
      ...{ namespace, network, pods, isWhole },
      families: families.map(({ family, sources, nodes, nextHops, paths, unknown, owners }) => ({
        ...{ family, sources, nodes, nextHops, paths, unknown },
        by: owners,
      })),
      ...(firewall ? { firewall } : {}),
      ...{ policies, marks },
    })),
  };
}
