/** Probes of egress nodes, as the cluster manager of OVN-Kubernetes makes them. */
export const NODE_PROBE = {
  /** TCP port that is dialled without a port for health checks. */
  discardPort: 9,
  /** Service of the gRPC health check. */
  healthService: 'Service_Egress_IP',
  /** Seconds between probes of a node. */
  period: 5,
  /** Seconds until a probe has failed. */
  timeout: 1,
} as const;
