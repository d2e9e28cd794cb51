import type { ClaimReader } from '../inputs.js';
import { readAllocationRanges, readAttachmentClaims } from './attachment.js';
import { readCloudClaims } from './cloud-private-ip-config.js';
import { readCloudReservations } from './cloud-subnet.js';
import { readEgressIPClaims } from './egress-ip.js';
import { readEgressRouterClaims } from './egress-router.js';
import { readExternalRouteClaims } from './external-route.js';
import { readNetworkEnds, readReservedRanges } from './network.js';
import { readNodeClaims } from './node.js';
import { readPlatformVIPClaims } from './platform-vip.js';
import { readPodClaims } from './pod.js';
import { readServiceClaims } from './service.js';
import { readPoolClaims, readReservationClaims } from './whereabouts.js';

/** Those whose claims are exclusive. The order has no meaning. */
export const exclusiveClaimReaders: readonly ClaimReader[] = [
  readPoolClaims,
  readEgressRouterClaims,
  readCloudClaims,
  readEgressIPClaims,
];

/** Everyone else; they are asked when it is known which addresses somebody wants alone. */
export const sharedClaimReaders: readonly ClaimReader[] = [
  readNodeClaims,
  readPlatformVIPClaims,
  readPodClaims,
  readServiceClaims,
  readReservationClaims,
  readAttachmentClaims,
  readExternalRouteClaims,
  readCloudReservations,
  readNetworkEnds,
  readReservedRanges,
  readAllocationRanges,
];
