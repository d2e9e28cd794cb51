import type { Cluster } from '../model/cluster.js';
import { createIntegerTable } from '../std/integer-table.js';
import { transportPointOf } from '../traffic/filters/transport-range.js';
import type { AddressPeers } from './address-peers.js';

/** Returns true if a peer is known to serve a place of the line of transports. */
export type IsServed = (peer: number, place: number) => boolean;

/** Collects the ports that Services, their endpoints and named ports of containers serve. */
export function collectServedPorts({ services }: Cluster, addresses: AddressPeers): IsServed {
  const served = createIntegerTable();
  for (const service of services.values()) {
    for (const { protocol, port, targets } of service.ports) {
      for (const address of [...service.clusterIPs, ...service.externalIPs, ...service.ingress]) {
        if (address) served.add(addresses.ofText(address.text), transportPointOf(protocol, port), 0);
      }
      for (const target of targets) {
        const place = transportPointOf(protocol, target.port);
        for (const { addresses: own } of target.endpoints.flat()) {
          for (const { text } of own) served.add(addresses.ofText(text), place, 0);
        }
      }
    }
  }
  for (const [number, peer] of addresses.peers.entries()) {
    if (peer.type !== 'pods') continue;
    for (const { protocol, port } of peer.pod.containerPorts) served.add(number, transportPointOf(protocol, port), 0);
  }
  return (peer, place) => served.find(peer, place, 0) >= 0;
}
