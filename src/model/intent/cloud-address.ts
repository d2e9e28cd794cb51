import type { Address } from '../../net/address.js';
import type { Cause } from './cause.js';

/** An address that a cloud's network brings to a node's interface: its desired and its current node, or why it has none. */
export interface CloudAddressIntent {
  readonly effect: 'cloud-address';
  readonly address: Address;
  readonly assignment: CloudAssignment;
  readonly cause: Cause;
}

/** An EgressIP in force: what the cloud has for it and it asks for no more is given back. */
export interface CloudOwnerIntent {
  readonly effect: 'cloud-owner';
  readonly owner: string;
  readonly cause: Cause;
}

/** `owner` is the name of an EgressIP. */
export type CloudAssignment =
  | { readonly state: 'desired'; readonly owner: string; readonly node: string }
  | {
      readonly state: 'current';
      readonly owner?: string;
      readonly node: string;
      /** True if the cloud has confirmed it. */
      readonly isAssigned: boolean;
    }
  /** An object of the repository itself asks for it. */
  | { readonly state: 'declared'; readonly node: string }
  | {
      readonly state: 'unplaced';
      readonly owner: string;
      readonly reason: CloudRefusal;
      readonly nodes: readonly string[];
    };

/** Reason why no node can host an address. */
export type CloudRefusal = 'capacity' | 'noSubnet' | 'nodeUsedByObject' | 'conflict' | 'noAssignableNode';
