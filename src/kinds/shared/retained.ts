/** Retained part of a value in an inventory: all of it, or these fields of an object, or of each item of a list. */
export type RetainedFields = true | { readonly [field: string]: RetainedFields };

const CONDITIONS = { type: true, status: true } as const;

/** Fields that show whether a user-defined network is primary. */
const NETWORK_ROLE = { topology: true, layer2: { role: true }, layer3: { role: true } } as const;

/**
 * Fields of each kind that the compiler reads in addition to metadata. For kinds that are not listed, it reads all of
 * spec and status.
 */
export const RETAINED: ReadonlyMap<string, RetainedFields> = new Map<string, RetainedFields>([
  [
    'Node',
    { spec: { providerID: true, podCIDR: true, podCIDRs: true }, status: { addresses: true, conditions: CONDITIONS } },
  ],
  ['Namespace', {}],
  [
    'Pod',
    {
      spec: {
        nodeName: true,
        hostNetwork: true,
        containers: { ports: { name: true, containerPort: true, protocol: true } },
      },
      status: { phase: true, podIP: true, podIPs: true, conditions: CONDITIONS },
    },
  ],
  [
    'Service',
    {
      spec: {
        type: true,
        selector: true,
        externalIPs: true,
        loadBalancerIP: true,
        clusterIP: true,
        clusterIPs: true,
        externalTrafficPolicy: true,
        internalTrafficPolicy: true,
        publishNotReadyAddresses: true,
        sessionAffinity: true,
        sessionAffinityConfig: { clientIP: { timeoutSeconds: true } },
        ports: { name: true, port: true, protocol: true, nodePort: true, targetPort: true },
      },
      status: { loadBalancer: { ingress: { ip: true, hostname: true } } },
    },
  ],
  [
    'EndpointSlice',
    {
      addressType: true,
      endpoints: {
        addresses: true,
        nodeName: true,
        conditions: true,
        hostname: true,
        targetRef: { kind: true, name: true },
      },
      ports: true,
    },
  ],
  [
    'Route',
    {
      spec: {
        host: true,
        subdomain: true,
        path: true,
        to: true,
        alternateBackends: true,
        port: true,
        // Not the key.
        tls: {
          termination: true,
          insecureEdgeTerminationPolicy: true,
          certificate: true,
          caCertificate: true,
          destinationCACertificate: true,
          externalCertificate: true,
        },
        wildcardPolicy: true,
        httpHeaders: true,
      },
      status: true,
    },
  ],
  ['Endpoints', { subsets: true }],
  ['PodNetworkConnectivityCheck', { spec: true, status: { conditions: CONDITIONS } }],
  ['NetworkAttachmentDefinition', { spec: { config: true } }],
  ['IPPool', { spec: { range: true, allocations: { '*': { podref: true, ifname: true } } } }],
  ['OverlappingRangeIPReservation', { spec: { podref: true } }],
  ['UserDefinedNetwork', { spec: NETWORK_ROLE }],
  ['ClusterUserDefinedNetwork', { spec: { namespaceSelector: true, network: NETWORK_ROLE } }],
  ['IngressController', { spec: true, status: { domain: true, endpointPublishingStrategy: true, tlsProfile: true } }],
  ['Infrastructure', { status: { platformStatus: true } }],
  ['DNSNameResolver', { spec: { name: true }, status: { resolvedNames: true } }],
]);
