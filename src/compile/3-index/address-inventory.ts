import type { Query } from '../../engine/query.js';
import type { AddressInventory } from '../../model/address-inventory.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { watchFirst } from './first-seen.js';
import { readAttachment } from './attachment.js';
import { inventory } from './inventory.js';
import { readPlatformVIPs } from './infrastructure.js';
import { readIPPool } from './ip-pool.js';
import { indexPools, readIPReservation } from './ip-reservation.js';
import { annotationsOf, readSecondaryAddresses } from './pod-networks.js';
import { readService } from './service.js';

/** Inventory kinds with addresses. */
const KINDS: ReadonlySet<string> = new Set([
  'Service',
  'Pod',
  'NetworkAttachmentDefinition',
  'Infrastructure',
  'IPPool',
  'OverlappingRangeIPReservation',
]);

/**
 * The addresses of the inventory. The first of duplicate objects counts, and `buildCluster` has reported the
 * others.
 */
export const addressInventory: Query<undefined, AddressInventory> = {
  name: 'address inventory',
  run: (db) => readAddressInventory(db.read(inventory), db.report),
};

function readAddressInventory(objects: readonly Manifest[], report: Reporter): AddressInventory {
  const isFirst = watchFirst();
  const ofKind = new Map<string, Manifest[]>();
  for (const manifest of objects) {
    const { kind, namespace, name } = manifest;
    if (!KINDS.has(kind) || !isFirst(kind, namespace, name)) continue;
    const group = ofKind.get(kind);
    if (group) group.push(manifest);
    else ofKind.set(kind, [manifest]);
  }
  const of = (kind: string): readonly Manifest[] => ofKind.get(kind) ?? [];
  const pools = of('IPPool').flatMap((manifest) => readIPPool(manifest, report) ?? []);
  const index = indexPools(pools);
  let podsByOrigin: Map<Manifest['origin'], Manifest> | undefined;
  return {
    services: of('Service').map(readService),
    pools,
    reservations: of('OverlappingRangeIPReservation').map((manifest) => readIPReservation(manifest, index)),
    attachments: of('NetworkAttachmentDefinition').map((manifest) => readAttachment(manifest, report)),
    platformVIPs: of('Infrastructure').flatMap(readPlatformVIPs),
    secondaryAddressesOf: (pod) => {
      podsByOrigin ??= new Map(
        of('Pod')
          .filter(annotationsOf)
          .map((manifest) => [manifest.origin, manifest]),
      );
      const manifest = podsByOrigin.get(pod.origin);
      return manifest ? readSecondaryAddresses(manifest, pod) : [];
    },
  };
}
