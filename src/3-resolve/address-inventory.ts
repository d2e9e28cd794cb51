import type { Reporter } from '../model/diagnostic.js';
import type { Manifest } from '../model/manifest.js';
import { type Attachment, readAttachment } from './attachment.js';
import { type PlatformVIP, readPlatformVIPs } from './infrastructure.js';
import { type IPPool, readIPPool } from './ip-pool.js';
import { type IPReservation, groupByPod, readIPReservation } from './ip-reservation.js';
import { type Service, readService } from './service.js';

/** The objects of the inventory, besides nodes and pods, that hold addresses. */
export interface AddressInventory {
  readonly services: readonly Service[];
  readonly pools: readonly IPPool[];
  readonly reservations: readonly IPReservation[];
  readonly attachments: readonly Attachment[];
  readonly platformVIPs: readonly PlatformVIP[];
  /** Pod manifests, for what their annotations say of other networks. */
  readonly pods: readonly Manifest[];
}

/**
 * Reads what the inventory says about addresses. Of objects that are there twice the first counts; `buildCluster` has
 * reported the other.
 */
export function readAddressInventory(inventory: readonly Manifest[], report: Reporter): AddressInventory {
  const seen = new Set<string>();
  const ofKind = new Map<string, Manifest[]>();
  for (const manifest of inventory) {
    const { kind, namespace, name } = manifest;
    const id = `${kind} ${namespace}/${name}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const group = ofKind.get(kind);
    if (group) group.push(manifest);
    else ofKind.set(kind, [manifest]);
  }
  const of = (kind: string): readonly Manifest[] => ofKind.get(kind) ?? [];
  const pools = of('IPPool').flatMap((manifest) => readIPPool(manifest, report) ?? []);
  const poolsOfPods = groupByPod(pools);
  return {
    services: of('Service').map(readService),
    pools,
    reservations: of('OverlappingRangeIPReservation').map((manifest) => readIPReservation(manifest, poolsOfPods)),
    attachments: of('NetworkAttachmentDefinition').map((manifest) => readAttachment(manifest, report)),
    platformVIPs: of('Infrastructure').flatMap(readPlatformVIPs),
    pods: of('Pod'),
  };
}
