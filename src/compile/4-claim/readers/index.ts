import type { ClaimReader } from './inputs.js';
import { readAnnotatedGatewayClaims } from './annotated-gateway.js';
import { readAllocationRanges, readAttachmentClaims } from './attachment.js';
import { readCloudReservations } from './cloud-subnet.js';
import { readNetworkEnds, readReservedRanges } from './network.js';
import { readPlatformVIPClaims } from './platform-vip.js';
import { readServiceClaims } from './service.js';
import { readPoolClaims, readReservationClaims } from './whereabouts.js';

/** Readers of exclusive claims, which run first. */
export const exclusiveClaimReaders: readonly ClaimReader[] = [readPoolClaims];

/** All others but those of pods and nodes. They run when it is known which addresses are of interest. The order has no meaning. */
export const sharedClaimReaders: readonly ClaimReader[] = [
  readPlatformVIPClaims,
  readServiceClaims,
  readReservationClaims,
  readAttachmentClaims,
  readAnnotatedGatewayClaims,
  readCloudReservations,
  readNetworkEnds,
  readReservedRanges,
  readAllocationRanges,
];
