/**
 * The keys of rows that have neither a name nor an id: readable, and made of the columns by which OVN-Kubernetes
 * finds such a row again. A row that carries an id has that as its key instead.
 */

/** `<router>|<priority>|<match>`. */
export function routerPolicyKey(router: string, priority: number, match: string): string {
  return `${router}|${priority}|${match}`;
}

/** `<priority>|<match>` of a QoS rule. */
export function qosKey(priority: number, match: string): string {
  return `${priority}|${match}`;
}

/** The identifying columns of a Logical_Router_Static_Route. */
export interface StaticRouteIdentity {
  readonly ip_prefix: string;
  readonly nexthop: string;
  readonly policy?: string;
  readonly output_port?: string;
  readonly route_table?: string;
}

/** `<router>|<ip_prefix>|<nexthop>`, then policy, output port and route table where they are set. */
export function staticRouteKey(router: string, route: StaticRouteIdentity): string {
  return joined([router, route.ip_prefix, route.nexthop, route.policy, route.output_port, route.route_table]);
}

/** The identifying columns of a NAT. */
export interface NatIdentity {
  readonly type: string;
  readonly external_ip: string;
  readonly logical_ip: string;
  readonly logical_port?: string;
  readonly external_port_range?: string;
}

/** `<router>|<type>|<external_ip>|<logical_ip>`, then logical port and external port range where they are set. */
export function natKey(router: string, nat: NatIdentity): string {
  return joined([router, nat.type, nat.external_ip, nat.logical_ip, nat.logical_port, nat.external_port_range]);
}

/** `<logical_port>|<ip>`: the index of Static_MAC_Binding. */
export function staticMacBindingKey(logicalPort: string, ip: string): string {
  return `${logicalPort}|${ip}`;
}

/** `<logical_port>|<dst_ip>`: the index of BFD. */
export function bfdKey(logicalPort: string, destination: string): string {
  return `${logicalPort}|${destination}`;
}

/** `<chassis>`: the index of Chassis_Template_Var. */
export function chassisTemplateVarKey(chassis: string): string {
  return chassis;
}

/** `<action>|<rate>`. */
export function meterBandKey(action: string, rate: number): string {
  return `${action}|${rate}`;
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('|');
}
