/** OVN-Kubernetes v1.3: 0x3f0, which policies put on traffic of served pods to nodes and by which hosts know it. */
export const POD_TO_NODE_MARK = 1008;

/** 0x3f1: OVN-Kubernetes puts it on packets of pods that leave with an address of a secondary host network. */
export const EGRESS_IP_SECONDARY_MARK = 1009;

/** `main` of rt_tables. */
export const MAIN_TABLE = 254;

/** OVN-Kubernetes v1.3: the table of an interface is its index above this. */
export const FIRST_TABLE = 1000;
