import { defineFinding } from '../../model/catalogue.js';
import type { AddressClaim } from '../../model/claim.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const CHOOSE = 'choose an address that nothing else uses';
const ONE_EGRESS_IP = 'remove the address from one of the two, the first one keeps it until then';

/** What is reported of addresses, besides those of EgressIPs that something else has too. */
export const messages = {
  requestedTwice: defineFinding({
    code: 'claims/requested-by-egress-ip',
    severity: 'rejected',
    summary: 'Two EgressIPs request the same address.',
    why: 'An address can be on one node only, so the other EgressIP does not get it.',
    fix: ONE_EGRESS_IP,
    message: (keeper: string, other: string, address: string) =>
      `EgressIP ${keeper} and EgressIP ${other} both request address ${address}`,
  }),
  assignedTwice: defineFinding({
    code: 'claims/assigned-twice',
    severity: 'rejected',
    summary: 'An address is assigned to two objects on different nodes.',
    why: 'Two nodes reply for the address, and connections break.',
    fix: ONE_EGRESS_IP,
    message: (address: string, keeper: AddressClaim, other: AddressClaim) =>
      `address ${address} is assigned to ${keeper.claimant.name} on ${keeper.node ?? ''} and to ${other.claimant.name} on ${other.node ?? ''}`,
  }),
  sharedRouterAddress: defineFinding({
    code: 'claims/shared-by-egress-routers',
    severity: 'rejected',
    summary: 'Two EgressRouters use the same address.',
    why: 'Two pods reply for the address, and connections break.',
    fix: 'give each router a different address',
    message: (keeper: string, other: string, address: string) => `${keeper} and ${other} both use address ${address}`,
  }),
  allocatedTwice: defineFinding({
    code: 'claims/allocated-twice',
    severity: 'rejected',
    summary: 'An address is allocated to two pods.',
    why: 'Two pods reply for the address, and connections break.',
    fix: 'delete one of the pods, and set enable_overlapping_ranges in every attachment if pools overlap',
    message: (address: string, keeper: AddressClaim, other: AddressClaim) =>
      `address ${address} is ${keeper.description} and ${other.description.replace(/^allocated /, '')}`,
  }),
  claimedAllocation: defineFinding({
    code: 'claims/ip-pool-address-in-use',
    severity: 'rejected',
    summary: 'An allocated address of an IPPool has a different owner.',
    why: 'The pod and the other owner both reply for the address, and connections break.',
    fix: 'add the address to exclude in the network attachment, and delete the pod that uses it',
    message: (pool: string, address: string, description: string) =>
      `IPPool ${pool}: address ${address} is ${description}`,
  }),
  claimedCloudAddress: defineFinding({
    code: 'claims/cloud-address-in-use',
    severity: 'rejected',
    summary: 'The address of a CloudPrivateIPConfig has a different owner.',
    why: 'The cloud routes the address to a node that does not own it.',
    fix: 'delete the object, because its address has a different owner',
    message: (name: string, address: string, description: string) =>
      `CloudPrivateIPConfig ${name}: address ${address} is ${description}`,
  }),
  /** An address that is requested exclusively, but owned by a claim with precedence. */
  claimedAddress: defineFinding({
    code: 'claims/address-in-use',
    severity: 'rejected',
    summary: 'An address that must have one owner has a different owner already.',
    why: 'Both owners reply for the address, and connections break.',
    fix: CHOOSE,
    message: (title: string, address: string, description: string) => `${title}: address ${address} is ${description}`,
  }),
  sharedServicePort: defineFinding({
    code: 'claims/shared-by-services',
    severity: 'rejected',
    summary: 'Two Services use the same external address and port.',
    why: 'Only one of them gets the traffic.',
    fix: 'give one of the two a different address or port',
    message: (keeper: string, other: string, address: string, port: string) =>
      `${keeper} and ${other} both use external address ${address} with port ${port}`,
  }),
  unreadableReservation: defineFinding({
    code: 'claims/unreadable-reservation',
    severity: 'warning',
    summary: 'The name of a reservation does not encode an address.',
    why: 'Weir does not find conflicts with the reserved address.',
    fix: 'delete the object if its pod no longer exists, because whereabouts writes the name',
    message: (name: string) => `OverlappingRangeIPReservation ${name}: the name does not encode an address`,
  }),
  outsideRange: defineFinding({
    code: 'claims/allocation-outside-range',
    severity: 'warning',
    summary: 'An allocation is outside of the range of its pool.',
    why: 'whereabouts never frees the allocation, and its address is unknown.',
    fix: 'remove the entry if its pod no longer exists (keys are decimal offsets from the address of spec.range)',
    message: (pool: string, key: string, range: string) =>
      `IPPool ${pool}: allocation ${key} is outside of range ${range}`,
  }),
  unusableAllocation: defineFinding({
    code: 'claims/allocation-not-usable',
    severity: 'warning',
    summary: 'An allocation is the first or the last address of its range.',
    why: 'whereabouts allocates neither of the two, so the entry is not from whereabouts.',
    fix: 'remove the entry if its pod no longer exists',
    message: (pool: string, key: string, range: string) =>
      `IPPool ${pool}: allocation ${key} is the first or the last address of range ${range}`,
  }),
  excludedAllocation: defineFinding({
    code: 'claims/allocation-excluded',
    severity: 'warning',
    summary: 'An allocation is in no range that an attachment still allocates from.',
    why: 'The address is excluded for a different use, but the pod still has it.',
    fix: 'delete the pod, so that it gets a different address, or remove this one from exclude',
    message: (pool: string, address: string, podReference: string) =>
      `IPPool ${pool}: address ${address} of pod ${podReference} is in no range that an attachment still allocates from`,
  }),
  allocatedAgain: defineFinding({
    code: 'claims/several-allocations-of-interface',
    severity: 'warning',
    summary: 'One interface of a pod has several allocations.',
    why: 'The other addresses are never freed.',
    fix: 'remove all entries except one',
    message: (pool: string, podReference: string, name: string, addresses: string) =>
      `IPPool ${pool}: pod ${podReference} has several addresses for interface ${name}: ${addresses}`,
  }),
  poolName: defineFinding({
    code: 'claims/ip-pool-name',
    severity: 'warning',
    summary: 'The name of an IPPool is not the name that whereabouts expects.',
    why: 'whereabouts ignores its allocations, and may allocate the same addresses again.',
    fix: 'delete the pool if it is empty, because whereabouts creates the expected one',
    message: (pool: string, range: string, wanted: string) =>
      `name of the IPPool is ${pool}, expected ${wanted} for the range ${range}, so whereabouts ignores it`,
  }),
  unallocatedReservation: defineFinding({
    code: 'claims/reservation-without-allocation',
    severity: 'warning',
    summary: 'A reservation is for an address that no IPPool has allocated.',
    why: 'No pod can get the address.',
    fix: 'delete the reservation if its pod does not use the address',
    message: (name: string, address: string) =>
      `OverlappingRangeIPReservation ${name}: no IPPool has allocated address ${address}, so no pod can get it`,
  }),
  unreservedAllocation: defineFinding({
    code: 'claims/allocation-without-reservation',
    severity: 'warning',
    summary: 'An allocation has no reservation across pools.',
    why: 'Another pool may allocate the address again.',
    fix: 'delete the pod, so that it gets an address with a reservation',
    message: (pool: string, address: string, podReference: string) =>
      `IPPool ${pool}: address ${address} of pod ${podReference} has no OverlappingRangeIPReservation, so another pool may allocate it again`,
  }),
  missingPod: defineFinding({
    code: 'claims/allocation-without-pod',
    severity: 'warning',
    summary: 'The pod of an allocation does not exist.',
    why: 'The address is not free until whereabouts removes the allocation.',
    fix: 'wait until whereabouts removes the allocation, or export the pods of all namespaces',
    message: (title: string, podReference: string) =>
      `${title}: pod ${podReference === '' ? "''" : podReference} does not exist`,
  }),
  differentPods: defineFinding({
    code: 'claims/reservation-for-another-pod',
    severity: 'warning',
    summary: 'An allocation and its reservation name different pods.',
    why: 'One of the two is stale, and the address may be allocated again while it is in use.',
    fix: 'delete the entry whose pod no longer exists',
    message: (pool: string, address: string, allocated: string, reserved: string) =>
      `IPPool ${pool}: address ${address} is allocated to ${allocated}, but its OverlappingRangeIPReservation is for ${reserved}`,
  }),
  unownedCloudAddress: defineFinding({
    code: 'claims/cloud-address-without-owner',
    severity: 'warning',
    summary: 'The owner of a CloudPrivateIPConfig does not exist.',
    why: 'The cloud keeps the address on the node, and no controller removes it.',
    fix: `delete the object if nothing needs it (OVN-Kubernetes sets the owner in the annotation ${ANNOTATION.egressIPOwner})`,
    message: (name: string) => `CloudPrivateIPConfig ${name} has no existing owner, so Weir does not change it`,
  }),
  unrequestedCloudAddress: defineFinding({
    code: 'claims/cloud-address-not-requested',
    severity: 'warning',
    summary: 'The owner of a CloudPrivateIPConfig does not request its address.',
    why: 'The cloud keeps the address on the node although nothing uses it.',
    fix: 'delete the object, or add the address to the EgressIP',
    message: (name: string, owner: string) =>
      `CloudPrivateIPConfig ${name}: owner ${owner} does not request this address`,
  }),
};
