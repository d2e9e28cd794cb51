import type { Service } from '../../model/cluster.js';
import type { CanonicalAddress } from '../../net/address.js';

/** An address behind a Service, whether or not it is ready. */
export interface Endpoint {
  readonly address: CanonicalAddress;
  /** '' if the slice does not say. */
  readonly nodeName: string;
}

/**
 * Returns the addresses of all slices, ready or not: OVN-Kubernetes serves all of them with EgressServices. Slices may
 * overlap while they are rewritten. An address may be on two nodes: that of a virtual machine while it moves from the
 * one to the other. In byte order of the addresses.
 */
export function endpointsOf({ slices }: Service): readonly Endpoint[] {
  const merged = new Map<string, Endpoint>();
  for (const endpoints of slices) {
    for (const { addresses, nodeName } of endpoints) {
      for (const address of addresses) merged.set(`${address.text} ${nodeName}`, { address, nodeName });
    }
  }
  return [...merged.keys()].sort().flatMap((key) => merged.get(key) ?? []);
}
