import type { Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Family } from '../../net/address.js';
import { transportOfPorts } from '../filters/transport-range.js';
import { mergeTransport } from '../filters/transport-set.js';
import type { pointsOf } from './boundaries.js';
import type { PeerView, PodPorts } from './peer.js';

/** The view that other rules have of a pod. If unset for a family, it has no address in it. */
export type PodViews = Partial<Record<Family, PeerView>>;

/** Returns the view that rules have of a pod with some points of the address space and some selections. */
export function viewsOf(
  { addresses }: Pod,
  points: ReturnType<typeof pointsOf>,
  selections: PeerView['selections'],
  { ipFamilies }: Pick<Configuration, 'ipFamilies'>,
): PodViews {
  const views: PodViews = {};
  for (const family of ipFamilies) {
    const point = points[family];
    if (point === undefined && addresses.length > 0) continue;
    views[family] = { family, selections, ...(point === undefined ? {} : { point }) };
  }
  return views;
}

/** Returns the named ports of a pod. */
export function readPorts({ containerPorts }: Pod): PodPorts {
  const named = containerPorts.filter(({ name }) => name !== '');
  return {
    of: ({ protocol, name }) =>
      mergeTransport(
        named.flatMap((one) =>
          one.name === name && one.protocol === protocol
            ? transportOfPorts({ protocol, first: one.port, last: one.port })
            : [],
        ),
      ),
    key: named.map(({ name, protocol, port }) => `${name}/${protocol}/${port}`).join(),
  };
}
