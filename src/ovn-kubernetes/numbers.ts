/** Mark 0x3f0, which policies set on traffic of served pods to nodes, and by which hosts recognise it. */
export const POD_TO_NODE_MARK = 1008;

/** Mark 0x3f1, which OVN-Kubernetes sets on packets of pods that leave with an address of a secondary host network. */
export const EGRESS_IP_SECONDARY_MARK = 1009;

/** Table `main` of rt_tables. */
export const MAIN_TABLE = 254;

/** Base of the table of an interface, to which its index is added. */
export const FIRST_TABLE = 1000;

/** Returns the number of the route table of an interface, by its index. */
export function tableOfInterface(index: number): number {
  return FIRST_TABLE + index;
}

/** Mark of replies of served pods. It is set on the switch of their node, and read on the cluster router. */
export const REPLY_MARK = 42;

/** Packet marks that are assigned to EgressIPs, each one different. */
export const EGRESS_IP_MARKS = { first: 50_000, last: 54_999 } as const;

/** First tunnel key of transit switches, that of the default network with id 0. */
export const TRANSIT_SWITCH_TUNNEL_KEY = 16_711_683;

/** Conntrack zone of the source NAT of gateway routers, as on their host. */
export const SNAT_ZONE = 0;

/** Seconds for which gateway routers keep learned neighbours. */
export const NEIGHBOUR_SECONDS = 300;

/** Priority of the chassis of a cluster router port, which has only one. */
export const CHASSIS_PRIORITY = 1;

/** Affinity of a Service, in seconds, that hashing by addresses provides permanently. Other values need a timeout. */
export const ENDLESS_AFFINITY = 86_400;

/** Maximum characters of the message of a condition of a policy. */
export const MAX_MESSAGE_LENGTH = 32_766;
