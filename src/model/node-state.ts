import type { Family } from '../net/address.js';

/** An address on an interface of a host, in canonical form and alone on its prefix: /32 or /128. */
export interface HostAddress {
  readonly interface: string;
  readonly family: Family;
  readonly address: string;
}

/** A policy rule that looks a table up. `from` is a single address. */
export interface RoutingRule {
  readonly family: Family;
  readonly priority: number;
  readonly from?: string;
  readonly fwmark?: number;
  /** Source port. */
  readonly sport?: number;
  readonly table: number;
}

/** A unicast route with one next hop, of protocol `boot` and the metric that `ip route add` gives. */
export interface HostRoute {
  readonly family: Family;
  readonly table: number;
  /** A prefix with its length. */
  readonly destination: string;
  readonly via?: string;
  readonly interface: string;
}

/** The content of `nodes/<node>/routes.json`, checked: everything in it may become a word of a command. */
export interface HostRoutes {
  readonly addresses: readonly HostAddress[];
  readonly rules: readonly RoutingRule[];
  /** Routes to neighbours come before those that need them. */
  readonly routes: readonly HostRoute[];
  /** Names with dots to values. */
  readonly sysctls: ReadonlyMap<string, string>;
}

/** An element of a set or map, in the words of a ruleset. `data` is absent in sets. */
export interface SetElement {
  readonly key: string;
  readonly data?: string;
  readonly comment?: string;
}

/** A named set or map. */
export interface NamedSet {
  readonly sort: 'set' | 'map';
  /** Type, flags and further attributes of the declaration. */
  readonly declaration: string;
  /** By their keys. */
  readonly elements: ReadonlyMap<string, SetElement>;
}

/** The table `inet weir` as the kernel has it. */
export interface Ruleset {
  /** Everything but elements, in an order and spelling of its own: two tables that mean the same have the same. */
  readonly definition: string;
  readonly sets: ReadonlyMap<string, NamedSet>;
  /** True if every element could be read, so that elements can be changed one by one. */
  readonly isWhole: boolean;
  /** Listing in the format of `nft -f`. Unset if it was not requested. */
  readonly text?: string;
}

/** State of a host that Weir manages: live or desired. */
export interface NodeState extends HostRoutes {
  /** If unset, weir has no table there. */
  readonly ruleset?: Ruleset | undefined;
}

/** Things on a host that Weir has made and may remove, one text each, sorted. */
export interface OwnedRecord {
  /** Each with its family, priority, selector and table. */
  readonly rules: readonly string[];
  /** Each with its family, table and destination, which are what the kernel knows a route of the usual metric by. */
  readonly routes: readonly string[];
  /** `<interface> <address>`. */
  readonly addresses: readonly string[];
}

/** A program of the host with its arguments and standard input. `tee` writes a file of /proc/sys. */
export interface HostCommand {
  readonly program: 'nft' | 'ip' | 'tee';
  readonly args: readonly string[];
  readonly input: string;
}

/** Output of the tools of a host, unchanged. */
export interface HostListings {
  readonly rules: Readonly<Record<Family, string>>;
  readonly routes: Readonly<Record<Family, string>>;
  readonly addresses: string;
  readonly ruleset?: RulesetListing | undefined;
  /** Settings by name. A setting that the kernel lacks is unset. */
  readonly sysctls: ReadonlyMap<string, string>;
}

/** Output of `nft -j list`, and of `nft list table` if requested: the kernel takes long to list large sets. */
export interface RulesetListing {
  readonly json: string;
  readonly text?: string;
}
