/**
 * Keys of rows that have neither a name nor an ID. They are readable, and consist of the columns by which
 * OVN-Kubernetes finds such a row again. A row with an ID has that as its key instead.
 */

/** Returns `<router>|<priority>|<match>`. */
export function routerPolicyKey(router: string, priority: number, match: string): string {
  return `${router}|${priority}|${match}`;
}

/** Returns `<priority>|<match>` of a QoS rule. */
export function qosKey(priority: number, match: string): string {
  return `${priority}|${match}`;
}

/** Identifying columns of a Logical_Router_Static_Route. */
export interface StaticRouteIdentity {
  readonly ip_prefix: string;
  readonly nexthop: string;
  readonly policy?: string;
  readonly output_port?: string;
  readonly route_table?: string;
}

/** Returns `<router>|<ip_prefix>|<nexthop>`, followed by policy, output port and route table if they are set. */
export function staticRouteKey(router: string, route: StaticRouteIdentity): string {
  return joined([router, route.ip_prefix, route.nexthop, route.policy, route.output_port, route.route_table]);
}

/** Identifying columns of a NAT. */
export interface NatIdentity {
  readonly type: string;
  readonly external_ip: string;
  readonly logical_ip: string;
  readonly logical_port?: string;
  readonly external_port_range?: string;
}

/**
 * Returns `<router>|<type>|<external_ip>|<logical_ip>`, followed by logical port and external port range if they are
 * set.
 */
export function natKey(router: string, nat: NatIdentity): string {
  return joined([router, nat.type, nat.external_ip, nat.logical_ip, nat.logical_port, nat.external_port_range]);
}

/** Returns `<logical_port>|<ip>`, the index of Static_MAC_Binding. */
export function staticMacBindingKey(logicalPort: string, ip: string): string {
  return `${logicalPort}|${ip}`;
}

/** Returns `<logical_port>|<dst_ip>`, the index of BFD. */
export function bfdKey(logicalPort: string, destination: string): string {
  return `${logicalPort}|${destination}`;
}

/** Returns `<chassis>`, the index of Chassis_Template_Var. */
export function chassisTemplateVarKey(chassis: string): string {
  return chassis;
}

/** Returns `<action>|<rate>`. */
export function meterBandKey(action: string, rate: number): string {
  return `${action}|${rate}`;
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('|');
}
