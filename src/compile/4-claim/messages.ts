import { KEPT_BY_CLOUDS } from '../../cloud/reserved.js';
import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Finding } from '../../model/diagnostic.js';
import type { AddressClaim, ClaimRole } from '../../model/claim.js';

const finding = findingsOf('claims');

const CHOOSE = 'choose an address that nothing else has';

/** What to do about an egress address that somebody else claims too. */
const helps: Readonly<Record<ClaimRole, string>> = {
  'address-of-node': CHOOSE,
  'unlisted-address-of-node': `${CHOOSE}; OVN-Kubernetes does not see this one, for k8s.ovn.org/host-cidrs does not list it`,
  'platform-vip': CHOOSE,
  'next-hop-of-node': CHOOSE,
  gateway: CHOOSE,
  'allocated-by-ip-pool': `${CHOOSE}, and keep whereabouts from giving it away by exclude`,
  'reserved-for-pod': `${CHOOSE}, and keep whereabouts from giving it away by exclude`,
  'address-of-service': `${CHOOSE}: both sides would answer for this one, and replies get lost`,
  'cluster-ip-of-service': CHOOSE,
  'address-of-pod': CHOOSE,
  'address-of-egress-router': CHOOSE,
  'next-hop-of-external-route': CHOOSE,
  'held-by-cloud': 'choose another address, or remove it from the other EgressIP first',
  'reserved-by-cloud': `${KEPT_BY_CLOUDS}; choose another`,
  'internal-address-of-node': 'choose an address of a network that the nodes have outside of the cluster',
  'reserved-range': 'choose an address of a network that the nodes have outside of the cluster',
  'requested-by-egress-ip': 'remove the address from one of the two; the one named first keeps it',
  'address-of-attachment': CHOOSE,
  'allocation-range': 'exclude the address in the network attachment, or choose one outside of the range',
  'network-or-broadcast-address': 'choose an address that a host can have',
};

const warnings: ReadonlySet<ClaimRole> = new Set([
  'address-of-attachment',
  'allocation-range',
  'network-or-broadcast-address',
]);

/** Whether such a claim is only a reason to be careful. */
export function isHint(role: ClaimRole): boolean {
  return warnings.has(role);
}

export const messages = {
  /** An egress address that is something else too; `words` completes "address … is". */
  claimedEgressIP: (name: string, address: string, role: ClaimRole, words: string): Finding =>
    finding(
      role,
      isHint(role) ? 'warning' : 'rejected',
      `EgressIP ${name}: address ${address} is ${words}`,
      helps[role],
    ),
  requestedTwice: (keeper: string, other: string, address: string): Finding =>
    finding(
      'requested-by-egress-ip',
      'rejected',
      `EgressIP ${keeper} and EgressIP ${other} both request address ${address}`,
      helps['requested-by-egress-ip'],
    ),
  assignedTwice: (address: string, keeper: AddressClaim, other: AddressClaim): Finding =>
    finding(
      'assigned-twice',
      'rejected',
      `address ${address} is assigned to ${keeper.claimant.name} on ${keeper.node ?? ''} and to ${other.claimant.name} on ${other.node ?? ''}`,
      helps['requested-by-egress-ip'],
    ),
  sharedRouterAddress: (keeper: string, other: string, address: string): Finding =>
    finding(
      'shared-by-egress-routers',
      'rejected',
      `${keeper} and ${other} both use address ${address}`,
      'give each router an address of its own',
    ),
  allocatedTwice: (address: string, keeper: AddressClaim, other: AddressClaim): Finding =>
    finding(
      'allocated-twice',
      'rejected',
      `address ${address} is ${keeper.words} and ${other.words.replace(/^allocated /, '')}`,
      'pools that overlap need enable_overlapping_ranges in every attachment; delete one of the pods',
    ),
  claimedAllocation: (pool: string, address: string, words: string): Finding =>
    finding(
      'ip-pool-address-taken',
      'rejected',
      `IPPool ${pool}: address ${address} is ${words}`,
      'exclude the address in the network attachment, and delete the pod that has it',
    ),
  claimedCloudAddress: (name: string, address: string, words: string): Finding =>
    finding(
      'cloud-address-taken',
      'rejected',
      `CloudPrivateIPConfig ${name}: address ${address} is ${words}`,
      'delete the object; its address belongs to something else',
    ),
  /** An address that somebody wants alone, and something stronger has. */
  claimedAddress: (title: string, address: string, words: string): Finding =>
    finding('address-taken', 'rejected', `${title}: address ${address} is ${words}`, CHOOSE),
  sharedServicePort: (keeper: string, other: string, address: string, port: string): Finding =>
    finding(
      'shared-by-services',
      'rejected',
      `${keeper} and ${other} both use external address ${address} with port ${port}`,
      'give one of the two another address or another port',
    ),
  unreadableReservation: (name: string): Finding =>
    finding(
      'unreadable-reservation',
      'warning',
      `OverlappingRangeIPReservation ${name}: cannot decode an address from the name`,
      'whereabouts writes the name; delete the object if its pod is gone',
    ),
  outsideRange: (pool: string, key: string, range: string): Finding =>
    finding(
      'allocation-outside-range',
      'warning',
      `IPPool ${pool}: allocation ${key} is outside of range ${range}`,
      'keys are decimal offsets from the address of spec.range; remove the entry if its pod is gone',
    ),
  unusableAllocation: (pool: string, key: string, range: string): Finding =>
    finding(
      'allocation-not-usable',
      'warning',
      `IPPool ${pool}: allocation ${key} is the first or the last address of range ${range}`,
      'whereabouts gives neither of the two away; remove the entry if its pod is gone',
    ),
  excludedAllocation: (pool: string, address: string, podReference: string): Finding =>
    finding(
      'allocation-excluded',
      'warning',
      `IPPool ${pool}: address ${address} of pod ${podReference} is in no part of the range that an attachment still gives away`,
      'delete the pod, so that it gets another address, or do not exclude this one',
    ),
  allocatedAgain: (pool: string, podReference: string, name: string, addresses: string): Finding =>
    finding(
      'several-allocations-of-interface',
      'warning',
      `IPPool ${pool}: pod ${podReference} has several addresses for interface ${name}: ${addresses}`,
      'whereabouts goes on with one of them; remove the others',
    ),
  poolName: (pool: string, range: string, wanted: string): Finding =>
    finding(
      'ip-pool-name',
      'warning',
      `IPPool ${pool}: whereabouts looks for the pool of range ${range} under the name ${wanted}, not under this one`,
      'delete the pool if nothing is in it: whereabouts makes the other one by itself',
    ),
  unallocatedReservation: (name: string, address: string): Finding =>
    finding(
      'reservation-without-allocation',
      'warning',
      `OverlappingRangeIPReservation ${name}: no IPPool has address ${address}, so nobody gets it`,
      'delete the reservation if its pod does not use the address',
    ),
  unreservedAllocation: (pool: string, address: string, podReference: string): Finding =>
    finding(
      'allocation-without-reservation',
      'warning',
      `IPPool ${pool}: address ${address} of pod ${podReference} has no OverlappingRangeIPReservation: another pool may give it away again`,
      'delete the pod, so that it gets an address with a reservation',
    ),
  missingPod: (title: string, podReference: string): Finding =>
    finding(
      'allocation-without-pod',
      'warning',
      `${title}: pod ${podReference === '' ? "''" : podReference} does not exist`,
      'the address is free again once whereabouts has cleaned up; or export the pods of all namespaces',
    ),
  differentPods: (pool: string, address: string, allocated: string, reserved: string): Finding =>
    finding(
      'reservation-for-another-pod',
      'warning',
      `IPPool ${pool} has address ${address} for ${allocated} but OverlappingRangeIPReservation says ${reserved}`,
      'delete the one whose pod is gone',
    ),
  unownedCloudAddress: (name: string): Finding =>
    finding(
      'cloud-address-without-owner',
      'warning',
      `CloudPrivateIPConfig ${name} has no owner that exists: it is left alone`,
      'OVN-Kubernetes names the EgressIP in the annotation k8s.ovn.org/egressip-owner-ref; delete what is left over',
    ),
  unrequestedCloudAddress: (name: string, owner: string): Finding =>
    finding(
      'cloud-address-not-requested',
      'warning',
      `CloudPrivateIPConfig ${name}: owner ${owner} does not request this address`,
      'delete the object, or add the address to the EgressIP',
    ),
};
