import type { Node } from '../../model/cluster.js';
import type { KindContext } from '../kind.js';
import { listNames } from '../list-text.js';
import type { Say } from '../say.js';
import { messages } from './messages.js';
import type { ServedService } from './resolve.js';

/** Reports what keeps the traffic of endpoints from reaching the host. */
export function reportPath(
  { sources }: ServedService,
  host: Node,
  { cluster: { nodeByName }, configuration: { interconnect, ipFamilies } }: KindContext,
  say: Say,
): void {
  const isKnown = (nodeName: string): boolean => nodeName !== '' && (!interconnect || nodeByName.has(nodeName));
  const unknown = sources.filter(({ nodeName }) => !isKnown(nodeName)).map(({ address }) => address);
  if (unknown.length > 0) say(messages.unknownEndpointNode(listNames(unknown)), '/metadata/name');
  for (const family of ipFamilies) {
    const own = sources.filter((source) => source.family === family && isKnown(source.nodeName));
    if (own.length === 0) continue;
    if (!host.subnets.some((subnet) => subnet.family === family)) {
      say(messages.hostWithoutFamily(host.name, family), '/metadata/name');
    }
    const isRemote = own.some(({ nodeName }) => interconnect && nodeByName.get(nodeName)?.zone !== host.zone);
    if (isRemote && !host.transitAddresses.some(({ address }) => address.family === family)) {
      say(messages.hostWithoutTransit(host.name, family), '/metadata/name');
    }
  }
}
