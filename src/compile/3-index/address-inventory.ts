import { createListQuery } from '../../engine/chunks.js';
import type { Query } from '../../engine/query.js';
import type { AddressInventory } from '../../model/address-inventory.js';
import type { Manifest } from '../../model/manifest.js';
import { hasSameFields } from '../../std/same-items.js';
import { readAttachment } from './attachment.js';
import { readPlatformVIPs } from './infrastructure.js';
import { chunksOfInventory, objectsOfInventory } from './inventory.js';
import { readIPPool } from './ip-pool.js';
import { indexPools, readIPReservation } from './ip-reservation.js';
import { annotationsOf, readSecondaryAddresses } from './pod-networks.js';
import { readService } from './service.js';

/** The addresses of the inventory. */
export const addressInventory: Query<undefined, AddressInventory> = {
  name: 'address inventory',
  run: (db) => ({
    services: db.get(services, undefined),
    ...db.get(whereabouts, undefined),
    attachments: db.get(attachments, undefined),
    platformVIPs: db.get(platformVIPs, undefined),
    secondaryAddressesOf: db.get(secondaryAddresses, undefined),
  }),
  same: hasSameFields,
};

const services: Query<undefined, AddressInventory['services']> = {
  name: 'addresses of Services',
  run: (db) => db.get(objectsOfInventory, 'Service').map(readService),
};

const whereabouts: Query<undefined, Pick<AddressInventory, 'pools' | 'reservations'>> = {
  name: 'addresses of whereabouts',
  run: (db) => {
    const pools = db.get(objectsOfInventory, 'IPPool').flatMap((manifest) => readIPPool(manifest, db.report) ?? []);
    const index = indexPools(pools);
    const reservations = db.get(objectsOfInventory, 'OverlappingRangeIPReservation');
    return { pools, reservations: reservations.map((manifest) => readIPReservation(manifest, index)) };
  },
};

const attachments: Query<undefined, AddressInventory['attachments']> = {
  name: 'addresses of attachments',
  run: (db) =>
    db.get(objectsOfInventory, 'NetworkAttachmentDefinition').map((manifest) => readAttachment(manifest, db.report)),
};

const platformVIPs: Query<undefined, AddressInventory['platformVIPs']> = {
  name: 'virtual addresses of the platform',
  run: (db) => db.get(objectsOfInventory, 'Infrastructure').flatMap(readPlatformVIPs),
};

const annotatedPods = createListQuery<Manifest, Manifest>('pods with addresses on other networks', {
  chunksIn: (db) => chunksOfInventory(db, 'Pod'),
  make: (_, pods) => pods.filter(annotationsOf),
});

const secondaryAddresses: Query<undefined, AddressInventory['secondaryAddressesOf']> = {
  name: 'addresses of pods on other networks',
  run: (db) => {
    const byOrigin = new Map(db.get(annotatedPods, undefined).map((manifest) => [manifest.origin, manifest]));
    return (pod) => {
      const manifest = byOrigin.get(pod.origin);
      return manifest ? readSecondaryAddresses(manifest, pod) : [];
    };
  },
};
