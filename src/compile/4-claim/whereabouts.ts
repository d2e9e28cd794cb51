import type { IPPool } from '../../model/address-inventory.js';
import type { Reporter } from '../../model/diagnostic.js';
import { contains } from '../../net/prefix.js';
import type { Claims } from './claims.js';
import { resourceOf } from '../../model/kubernetes-object.js';
import { messages } from './messages.js';
import { checkPoolRecords, indexAttachmentRanges } from './whereabouts-pools.js';

/** Reports errors in whereabouts' own records: impossible addresses, missing pods, inconsistent records. */
export function checkWhereabouts(claims: Claims, report: Reporter): void {
  const { pools, reservations } = claims.inputs.addresses;
  const hasPod = createPodLookup(claims);
  const findRanges = indexAttachmentRanges(claims.inputs.addresses.attachments);
  for (const { name, manifest, address, podReference } of reservations) {
    const { origin } = manifest;
    const resource = resourceOf(manifest);
    if (!address)
      report({ ...messages.unreadableReservation(name), location: { origin, pointer: '/metadata/name' }, resource });
    if (!hasPod(podReference)) {
      const found = messages.missingPod(`OverlappingRangeIPReservation ${name}`, podReference);
      report({ ...found, location: { origin, pointer: '/spec/podref' }, resource });
    } else if (address && pools.length > 0 && !isAllocated(address.text, claims)) {
      const found = messages.unallocatedReservation(name, address.text);
      report({ ...found, location: { origin, pointer: '/metadata/name' }, resource });
    }
  }
  for (const pool of pools) {
    checkPool(pool, claims, hasPod, report);
    checkPoolRecords(pool, findRanges(pool.range), claims, report);
  }
}

/** Creates a function that returns true if a pod exists, or if the inventory has no pods. */
function createPodLookup({ inputs: { addresses, cluster } }: Claims): (podReference: string) => boolean {
  if (cluster.podsByNamespace.size === 0 || addresses.pools.length + addresses.reservations.length === 0)
    return () => true;
  const names = new Set<string>();
  for (const pods of cluster.podsByNamespace.values())
    for (const { namespace, name } of pods) names.add(`${namespace}/${name}`);
  return (podReference) => names.has(podReference);
}

function checkPool(pool: IPPool, claims: Claims, hasPod: (podReference: string) => boolean, report: Reporter): void {
  const { name, range, rangeText, allocations, manifest } = pool;
  const resource = resourceOf(manifest);
  for (const { key, address, podReference, pointer } of allocations) {
    const location = { origin: manifest.origin, pointer };
    if (!address || !contains(range, address)) {
      report({ ...messages.outsideRange(name, key, rangeText), location, resource });
      continue;
    }
    if (!hasPod(podReference)) report({ ...messages.missingPod(`IPPool ${name}`, podReference), location, resource });
    const { text } = address;
    const other = reservationAt(text, `pod ${podReference}`, claims);
    if (other) {
      const found = messages.differentPods(name, text, podReference, other.owner.slice('pod '.length));
      const related = [{ message: 'the reservation', location: other.location }];
      report({ ...found, location, resource, related });
    }
  }
}

function isAllocated(address: string, { byAddress }: Claims): boolean {
  return (byAddress.get(address) ?? []).some(({ role }) => role === 'allocated-by-ip-pool');
}

/** Returns the first reservation of an address for another pod, or undefined if this pod has one. */
function reservationAt(address: string, owner: string, { byAddress }: Claims) {
  const reserved = (byAddress.get(address) ?? []).filter(({ role }) => role === 'reserved-for-pod');
  return reserved.some((claim) => claim.owner === owner) ? undefined : reserved[0];
}
