import type { Node } from '../../model/cluster.js';
import type { HostSource } from '../../model/intent/host.js';
import type { KindContext } from '../contract/kind-context.js';
import { listNames } from '../../std/list-text.js';
import type { ReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';
import { missingAnnotation } from './host-path.js';
import type { SharedService } from './sharing.js';

/** Reports what keeps the traffic of endpoints from reaching the host. */
export function reportPath(
  { sources }: SharedService,
  host: Node,
  { cluster: { nodeByName }, configuration }: KindContext,
  reportAt: ReportAt,
): void {
  const { interconnect, ipFamilies } = configuration;
  const isKnown = (nodeName: string): boolean => nodeName !== '' && (!interconnect || nodeByName.has(nodeName));
  const unknown = addressesOnNone(sources, isKnown);
  if (unknown.length > 0) reportAt(messages.unknownEndpointNode(listNames(unknown)), '/metadata/name');
  const missing = missingAnnotation(host, configuration);
  if (missing !== undefined) {
    if (sources.length > 0) reportAt(messages.hostWithoutAnnotation(host.name, missing), '/metadata/name');
    return;
  }
  for (const family of ipFamilies) {
    const own = sources.filter((source) => source.address.family === family && isKnown(source.nodeName));
    if (own.length === 0) continue;
    if (!host.subnets.some((subnet) => subnet.family === family)) {
      reportAt(messages.hostWithoutFamily(host.name, family), '/metadata/name');
    }
    const isRemote = own.some(({ nodeName }) => interconnect && nodeByName.get(nodeName)?.zone !== host.zone);
    if (isRemote && !host.transitAddresses.some(({ address }) => address.family === family)) {
      reportAt(messages.hostWithoutTransit(host.name, family), '/metadata/name');
    }
  }
}

/** Reports endpoints of a service of every node that are on none of them. */
export function reportUnrouted(
  { sources }: SharedService,
  { cluster: { nodeByName } }: KindContext,
  reportAt: ReportAt,
): void {
  const unknown = addressesOnNone(sources, (nodeName) => nodeName === '' || nodeByName.has(nodeName));
  if (unknown.length > 0) reportAt(messages.endpointOnUnknownNode(listNames(unknown)), '/metadata/name');
}

/** Addresses none of whose nodes will do, each once. */
function addressesOnNone(sources: readonly HostSource[], willDo: (nodeName: string) => boolean): string[] {
  const found = new Set(sources.filter(({ nodeName }) => willDo(nodeName)).map(({ address }) => address.text));
  return [...new Set(sources.map(({ address }) => address.text))].filter((address) => !found.has(address));
}
