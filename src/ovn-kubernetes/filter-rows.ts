import { ACL_PRIORITY, ACL_TIER } from './priorities.js';

/** Names and order of the ACLs of a kind of filters. The owner type in their ids is the name of the kind. */
export interface FilterRows {
  /** Start of `ACL.name`. */
  readonly prefix: string;
  /** Tier of the ACLs. Lower tiers decide first, and `pass` continues in the next one (ovn-nb(5)). */
  readonly tier: number;
  /** Priority of rule 0. If rules have an order, each following one has a priority lower by one. */
  readonly firstPriority: number;
}

/** Filters of OVN-Kubernetes by kind. */
export const FILTER_ROWS = {
  AdminNetworkPolicy: { prefix: 'ANP', tier: 1, firstPriority: 30_000 },
  EgressFirewall: { prefix: 'EF', tier: ACL_TIER, firstPriority: 10_000 },
  NetworkPolicy: { prefix: 'NP', tier: ACL_TIER, firstPriority: ACL_PRIORITY.policyAllow },
  BaselineAdminNetworkPolicy: { prefix: 'BANP', tier: 3, firstPriority: 1750 },
} as const satisfies Readonly<Record<string, FilterRows>>;

/** Returns the names and order of the rows of a kind of filters. Throws for a kind without filters. */
export function filterRowsOf(kind: string): FilterRows {
  const rows = (FILTER_ROWS as Readonly<Record<string, FilterRows | undefined>>)[kind];
  if (!rows) throw new Error(`${kind} is no kind of filters`);
  return rows;
}

/** Lowest priority of a rule of an EgressFirewall (OVN-Kubernetes). */
export const LAST_FIREWALL_PRIORITY = 2000;

/** Meter in the column `meter` of all ACLs, even if they do not log (OVN-Kubernetes). */
export const ACL_LOGGING_METER = 'acl-logging';

/** Maximum characters of `ACL.name`. */
export const ACL_NAME_LENGTH = 63;

/** Last supported priority of AdminNetworkPolicies, which begin with 0 (OVN-Kubernetes). */
export const LAST_ADMIN_PRIORITY = 99;

/**
 * Number of priorities between two AdminNetworkPolicies, which is the maximum of rules in a direction (OVN-Kubernetes).
 */
export const ADMIN_POLICY_STEP = 100;
