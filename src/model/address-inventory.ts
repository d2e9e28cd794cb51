import type { CanonicalAddress, Family, Prefix } from '../net/address.js';
import type { Pod } from './cluster.js';
import type { Manifest } from './manifest.js';

/** An address of a Service, and the field that says so. */
export interface ServiceAddress {
  readonly address: CanonicalAddress;
  /** `cluster`: reachable inside the cluster. `external`: reachable from outside. */
  readonly scope: 'cluster' | 'external';
  /** The field without indexes, for example `spec.externalIPs`. */
  readonly field: string;
  readonly pointer: string;
}

/** A Service as the holder of addresses. */
export interface AddressedService {
  readonly namespace: string;
  readonly name: string;
  readonly addresses: readonly ServiceAddress[];
  /** `<port>/<protocol>`, each once. */
  readonly ports: readonly string[];
  readonly manifest: Manifest;
}

/** An address that whereabouts has given to a pod. */
export interface PoolAllocation {
  /** Decimal offset, as written. */
  readonly key: string;
  /** Unset if the offset leads out of the address space. */
  readonly address?: CanonicalAddress;
  /** `<namespace>/<pod>`. */
  readonly podReference: string;
  /** Interface in the pod. Unset if whereabouts was older than 0.8. */
  readonly interface?: string;
  readonly pointer: string;
}

/** A whereabouts IPPool. */
export interface IPPool {
  readonly namespace: string;
  readonly name: string;
  readonly range: Prefix;
  /** `spec.range` as written. */
  readonly rangeText: string;
  readonly allocations: readonly PoolAllocation[];
  readonly manifest: Manifest;
}

/** A whereabouts OverlappingRangeIPReservation. */
export interface IPReservation {
  readonly namespace: string;
  readonly name: string;
  /** Unset if the name does not say one. */
  readonly address?: CanonicalAddress;
  /** `<namespace>/<pod>`. */
  readonly podReference: string;
  readonly manifest: Manifest;
}

/** Addresses from `first` to `last`, both included. */
export interface AddressSpan {
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
}

/** A range from which whereabouts hands out addresses. */
export interface AttachmentRange {
  readonly network: Prefix;
  /** As written. */
  readonly text: string;
  /** Allocatable part of the network. */
  readonly usable: AddressSpan;
  readonly excluded: readonly AddressSpan[];
  /** True if each address is also reserved, so that other ranges do not give it (`enable_overlapping_ranges`). */
  readonly isReserving: boolean;
}

/** Addresses in a NetworkAttachmentDefinition. */
export interface NetworkAttachment {
  readonly namespace: string;
  readonly name: string;
  readonly ranges: readonly AttachmentRange[];
  /** Addresses that every pod of the network gets. */
  readonly addresses: readonly CanonicalAddress[];
  /** Each once. */
  readonly gateways: readonly CanonicalAddress[];
  readonly manifest: Manifest;
}

/** A virtual address of the platform, often assigned to a node by keepalived. */
export interface PlatformVIP {
  readonly address: CanonicalAddress;
  readonly role: 'API' | 'ingress';
  readonly pointer: string;
  readonly manifest: Manifest;
}

/** An address that a pod has on another network than the cluster's. */
export interface SecondaryAddress {
  readonly address: CanonicalAddress;
  /** The annotation that says so. */
  readonly annotation: string;
  readonly pointer: string;
}

/** Objects of the inventory with addresses, except nodes and pods. */
export interface AddressInventory {
  readonly services: readonly AddressedService[];
  readonly pools: readonly IPPool[];
  readonly reservations: readonly IPReservation[];
  readonly attachments: readonly NetworkAttachment[];
  readonly platformVIPs: readonly PlatformVIP[];
  /** The addresses of a pod on other networks than the cluster's. */
  readonly secondaryAddressesOf: (pod: Pod) => readonly SecondaryAddress[];
}
