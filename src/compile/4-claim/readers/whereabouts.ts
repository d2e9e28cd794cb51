import type { AddressClaim } from '../../../model/claim.js';
import { resourceOf } from '../../../model/kubernetes-object.js';
import type { ClaimInputs } from './inputs.js';

/** Returns the addresses that whereabouts has allocated to pods. */
export function readPoolClaims({ addresses }: ClaimInputs): AddressClaim[] {
  return addresses.pools.flatMap(({ name, manifest, allocations }) =>
    allocations.flatMap(({ address, podReference, pointer }): AddressClaim[] => {
      if (!address) return [];
      return [
        {
          role: 'allocated-by-ip-pool',
          address,
          claimant: resourceOf(manifest),
          description: `allocated to pod ${podReference} by IPPool ${name}`,
          location: { origin: manifest.origin, pointer },
          owner: `pod ${podReference}`,
          exclusive: true,
        },
      ];
    }),
  );
}

/** Returns the addresses that whereabouts reserves so that overlapping pools do not allocate them twice. */
export function readReservationClaims({ addresses }: ClaimInputs): AddressClaim[] {
  return addresses.reservations.flatMap(({ name, manifest, address, podReference }): AddressClaim[] => {
    if (!address) return [];
    return [
      {
        role: 'reserved-for-pod',
        address,
        claimant: resourceOf(manifest),
        description: `reserved for pod ${podReference} by OverlappingRangeIPReservation ${name}`,
        location: { origin: manifest.origin, pointer: '/metadata/name' },
        owner: `pod ${podReference}`,
        // Its pool has the same address and is reported instead.
        exclusive: false,
      },
    ];
  });
}
