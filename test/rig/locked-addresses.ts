import type { LockedAddress } from '../../src/model/lock.js';
import { readAddress } from '../../src/net/address.js';

/** What a lock has of an EgressIP's addresses, from pairs of an address and its node. */
export function lockedAddresses(nodes: Iterable<readonly [string, string]>): Map<string, LockedAddress> {
  return new Map(
    [...nodes].map(([text, node]) => {
      const address = readAddress(text);
      if (!address) throw new Error(`the test has a malformed address: ${text}`);
      return [address.text, { address, node }];
    }),
  );
}
