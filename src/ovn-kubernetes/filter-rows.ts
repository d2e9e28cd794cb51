import { ACL_PRIORITY, ACL_TIER } from './priorities.js';

/** How the ACLs of a kind of filters are named and ordered: the owner type in their ids is the name of the kind. */
export interface FilterRows {
  /** What `ACL.name` begins with. */
  readonly prefix: string;
  /** Of two tiers the lower one decides first; `pass` goes on to the next (ovn-nb(5)). */
  readonly tier: number;
  /** Of rule 0; where rules have an order, each that follows has one less. */
  readonly firstPriority: number;
}

/** The filters of OVN-Kubernetes by their kind. */
export const FILTER_ROWS = {
  AdminNetworkPolicy: { prefix: 'ANP', tier: 1, firstPriority: 30_000 },
  EgressFirewall: { prefix: 'EF', tier: ACL_TIER, firstPriority: 10_000 },
  NetworkPolicy: { prefix: 'NP', tier: ACL_TIER, firstPriority: ACL_PRIORITY.policyAllow },
  BaselineAdminNetworkPolicy: { prefix: 'BANP', tier: 3, firstPriority: 1750 },
} as const satisfies Readonly<Record<string, FilterRows>>;

/** How the rows of a kind of filters are named and ordered. Throws for a kind without filters. */
export function filterRowsOf(kind: string): FilterRows {
  const rows = (FILTER_ROWS as Readonly<Record<string, FilterRows | undefined>>)[kind];
  if (!rows) throw new Error(`${kind} is no kind of filters`);
  return rows;
}

/** The priority that the last rule of an EgressFirewall may have (OVN-Kubernetes). */
export const LAST_FIREWALL_PRIORITY = 2000;

/** The meter that ACLs name in their `meter` column, whether they log or not (OVN-Kubernetes). */
export const ACL_LOGGING_METER = 'acl-logging';

/** What `ACL.name` holds at most, in characters. */
export const ACL_NAME_LENGTH = 63;

/** OVN-Kubernetes: the priorities of AdminNetworkPolicies that are supported begin with 0 and end here. */
export const LAST_ADMIN_PRIORITY = 99;

/** OVN-Kubernetes: between two AdminNetworkPolicies, as many priorities as a direction of one may have rules. */
export const ADMIN_POLICY_STEP = 100;
