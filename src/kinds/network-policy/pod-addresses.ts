import type { Cluster, Pod } from '../../model/cluster.js';
import type { Family, Prefix } from '../../net/address.js';
import { type Point, comparePoints, rangeOfAddress, rangeOfPrefix } from '../../traffic/filters/address-range.js';

/** Finds the pod of the pod network that has the lowest address of a network. */
export type FindPodIn = (network: Prefix) => Pod | undefined;

interface Holder {
  readonly point: Point;
  readonly pod: Pod;
}

/** Sorts the addresses of a family when one of its networks is asked for first. */
export function createFindPodIn({ podsByNamespace }: Cluster): FindPodIn {
  const lists = new Map<Family, readonly Holder[]>();
  return (network) => {
    const holders = lists.get(network.family) ?? sortHolders([...podsByNamespace.values()].flat(), network.family);
    lists.set(network.family, holders);
    const { first, end } = rangeOfPrefix(network);
    let low = 0;
    let high = holders.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((holders[middle]?.point ?? 0) < first) low = middle + 1;
      else high = middle;
    }
    const holder = holders[low];
    return holder && holder.point < end ? holder.pod : undefined;
  };
}

function sortHolders(pods: readonly Pod[], family: Family): Holder[] {
  const holders = pods.flatMap((pod): Holder[] =>
    pod.hostNetwork || pod.completed
      ? []
      : pod.addresses
          .filter((address) => address.family === family)
          .map((address) => ({ point: rangeOfAddress(address).first, pod })),
  );
  return holders.sort((a, b) => comparePoints(a.point, b.point));
}
