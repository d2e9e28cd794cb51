import type { Query } from '../../engine/query.js';
import { listValues } from '../../engine/record-fields.js';
import type { Pod } from '../../model/cluster.js';
import type { Family, Prefix } from '../../net/address.js';
import { type Point, comparePoints, rangeOfAddress, rangeOfPrefix } from '../../traffic/filters/address-range.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';

/** Finds the pod of the pod network that has the lowest address of a network. */
export type FindPodIn = (network: Prefix) => Pod | undefined;

interface Holder {
  readonly point: Point;
  readonly pod: Pod;
}

/** The addresses of pods of a family, sorted. */
const holdersOf: Query<Family, readonly Holder[]> = {
  name: 'addresses of pods',
  run: (db, family) => sortHolders(listValues(contextOf(db).cluster.podsByNamespace).flat(), family),
};

export function createFindPodIn({ db }: ResolveContext): FindPodIn {
  return (network) => {
    const holders = db.get(holdersOf, network.family);
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
