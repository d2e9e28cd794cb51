/** 0x3f0, which policies put on traffic of served pods to nodes and by which hosts know it. */
export const POD_TO_NODE_MARK = 1008;

/** 0x3f1: OVN-Kubernetes puts it on packets of pods that leave with an address of a secondary host network. */
export const EGRESS_IP_SECONDARY_MARK = 1009;

/** `main` of rt_tables. */
export const MAIN_TABLE = 254;

/** The table of an interface is its index above this. */
export const FIRST_TABLE = 1000;

/** The mark of replies of served pods: set on the switch of their node, and read on the cluster router. */
export const REPLY_MARK = 42;

/** The packet marks that EgressIPs are given, each its own. */
export const EGRESS_IP_MARKS = { first: 50_000, last: 54_999 } as const;

/** The first tunnel key of transit switches: that of the default network, whose id is 0. */
export const TRANSIT_SWITCH_TUNNEL_KEY = 16_711_683;

/** The conntrack zone of the source NAT of gateway routers, as on their host. */
export const SNAT_ZONE = 0;

/** How many seconds gateway routers keep neighbours that they have learnt. */
export const NEIGHBOUR_SECONDS = 300;

/** The priority of the chassis of a port of the cluster router: there is one for each port. */
export const CHASSIS_PRIORITY = 1;

/** The affinity (seconds) of a Service that hashing by addresses gives for good; others need a timeout. */
export const ENDLESS_AFFINITY = 86_400;

/** Maximum characters of the message of a condition of a policy. */
export const MAX_MESSAGE_LENGTH = 32_766;
