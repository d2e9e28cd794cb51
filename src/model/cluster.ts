import type { Address, CanonicalAddress, Prefix } from '../net/address.js';
import type { InterfaceAddress } from '../net/prefix.js';
import type { IngressController } from './ingress-controller.js';
import type { Manifest, Origin } from './manifest.js';
import type { RoutedSlice } from './routed-slice.js';
import type { Secret } from './secret.js';

export type Labels = Readonly<Record<string, string>>;

/** `l3-gateway-config` of the default network. */
export interface NodeGateway {
  readonly mode: 'shared' | 'local';
  readonly interfaceId: string;
  readonly macAddress: string;
  readonly ipAddresses: readonly InterfaceAddress[];
  readonly nextHops: readonly Address[];
  readonly nodePortEnable: boolean;
  /** 0 for none. */
  readonly vlanId: number;
  /** The second gateway interface, if there is one. */
  readonly external?: {
    readonly interfaceId: string;
    readonly macAddress: string;
    readonly ipAddresses: readonly InterfaceAddress[];
  };
}

/** Capacity of a node for addresses in a cloud. */
export interface CloudEgress {
  readonly interface: string;
  readonly subnets: readonly Prefix[];
  /** Maximum number of addresses on the node: of each family, and in total. If unset, no limit. */
  readonly capacity: { readonly ipv4?: number; readonly ipv6?: number; readonly ip?: number };
  /** The capacity that is written last: OVN-Kubernetes takes its number for all three. */
  readonly lastCapacity?: number;
}

/** An interface of a host. No Kubernetes object contains it. */
export interface NodeInterface {
  readonly name: string;
  /** The kernel's interface index. */
  readonly index: number;
  readonly addresses: readonly InterfaceAddress[];
  /** Routes of the main table through it. */
  readonly routes: readonly { readonly destination: Prefix | 'default'; readonly via?: Address }[];
}

/** A node. What its annotations do not say, or say wrongly, is absent. */
export interface Node {
  readonly name: string;
  readonly labels: Labels;
  /** '' if the annotation cannot be a zone's name. */
  readonly zone: string;
  readonly nodeId?: number;
  /**
   * The gateway router's addresses on the join switch (`node-gateway-router-lrp-ifaddr`), IPv4 first. Unset if the
   * node's id determines them.
   */
  readonly joinAddresses?: readonly Address[];
  readonly chassisId?: string;
  /** Node subnets of the default network, masked, or empty without the annotation. */
  readonly subnets: readonly Prefix[];
  readonly gateway?: NodeGateway;
  /** `host-cidrs` without their masks, each address once, sorted as text. Absent without the annotation. */
  readonly hostAddresses?: readonly CanonicalAddress[];
  /** `host-cidrs` in its order. */
  readonly hostCIDRs?: readonly InterfaceAddress[];
  /** The parse error of `host-cidrs`, in the words of the live controllers. */
  readonly hostCIDRsError?: string;
  /** The internal addresses in its status, in its order. Unset if there are none. */
  readonly statusAddresses?: readonly CanonicalAddress[];
  /** `node-primary-ifaddr`, IPv4 first. */
  readonly primaryAddresses: readonly InterfaceAddress[];
  /** Condition `Ready`. True for a Node without conditions, such as a hand-written manifest. */
  readonly ready: boolean;
  /** `cloud.network.openshift.io/egress-ipconfig`: subnets and free places of the first interface. */
  readonly cloudEgress?: CloudEgress;
  /** Interfaces of the host that weir.yaml names under `nodes`. */
  readonly interfaces: readonly NodeInterface[];
  /** Transit switch addresses, IPv4 first. */
  readonly transitAddresses: readonly InterfaceAddress[];
  readonly managementMac?: string;
  readonly gatewayMtuSupport: boolean;
  readonly hasEncapIPs: boolean;
  readonly manifest: Manifest;
}

export type LogSeverity = 'alert' | 'warning' | 'notice' | 'info' | 'debug';

/** A user-defined network that takes the place of the default network for the pods of a namespace. */
export interface PrimaryNetwork {
  readonly name: string;
  /** The object that makes it: a UserDefinedNetwork, ClusterUserDefinedNetwork or NetworkAttachmentDefinition. */
  readonly manifest: Manifest;
}

/** The external gateways that an annotation names, or the first text in it that is no address. */
export type NamedGateways = { readonly addresses: readonly CanonicalAddress[] } | { readonly bad: string };

export interface Namespace {
  readonly name: string;
  readonly labels: Labels;
  /** `acl-logging`: severity of allowed and of denied traffic. */
  readonly aclLogging: { readonly allow?: LogSeverity; readonly deny?: LogSeverity };
  /** `routing-external-gws`: gateways of all its pods. `monitored`: `bfd-enabled` is there. */
  readonly externalGateways?: { readonly named: NamedGateways; readonly monitored: boolean };
  /** Unset if its pods are on the default network. */
  readonly primaryNetwork?: PrimaryNetwork;
  /** Unset if the namespace is only implied by an object in it. */
  readonly manifest?: Manifest;
}

/** Controller of pods, in the namespace of its pods. */
export interface Workload {
  /** `Deployment`, `StatefulSet`, `DaemonSet`, `ReplicaSet`, `Job`, `CronJob` or another kind that owns pods. */
  readonly kind: string;
  readonly name: string;
}

/** A port that a container gives a name. */
export interface ContainerPort {
  readonly name: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly port: number;
}

/** A pod that is scheduled, runs (or will) and is on the pod network or the host network. */
export interface Pod {
  readonly namespace: string;
  /** `<name>[<kind>]` of the workload for a placeholder pod, which cannot be the name of a pod. */
  readonly name: string;
  /** Absent for a pod that nothing owns. */
  readonly workload?: Workload;
  /** It is not there yet: its workload will make it. It has no address and no node. */
  readonly isPlanned: boolean;
  readonly uid: string;
  readonly labels: Labels;
  /** '' while it is not scheduled. */
  readonly nodeName: string;
  readonly hostNetwork: boolean;
  /** Phase `Succeeded` or `Failed`. */
  readonly completed: boolean;
  /** Condition `Ready` is True. */
  readonly ready: boolean;
  /** It has a `deletionTimestamp`. */
  readonly terminating: boolean;
  /** `k8s.v1.cni.cncf.io/network-status` as written: JSON of the pod's networks and its addresses there. */
  readonly networkStatus?: string;
  /** Named ports of its containers, in their order, without those of init containers. */
  readonly containerPorts: readonly ContainerPort[];
  /** `routing-namespaces`: whose gateway the pod is, in the network `routing-network` ('': its host's). */
  readonly gatewayOf?: { readonly text: string; readonly network: string; readonly monitored: boolean };
  /** In the order of their source. */
  readonly addresses: readonly CanonicalAddress[];
  /** Addresses of `status.podIPs` only. Empty before the kubelet has written them. */
  readonly podIPs: readonly CanonicalAddress[];
  /**
   * Data of its logical port: MAC and addresses of the pod-networks annotation. Without the annotation, the MAC is
   * unset and derived from the first address.
   */
  readonly port?: { readonly mac?: string; readonly addresses: readonly CanonicalAddress[] } | undefined;
  readonly origin: Origin;
}

/** An endpoint of a slice, with all of its addresses. */
export interface SliceEndpoint {
  readonly addresses: readonly CanonicalAddress[];
  /** '' if the slice does not say. */
  readonly nodeName: string;
  readonly isReady: boolean;
  /** It still answers, also while it is shut down. */
  readonly isServing: boolean;
  readonly isTerminating: boolean;
}

/** The endpoints of a Service's port that listen on one port number. */
export interface PortTarget {
  readonly port: number;
  /** A list for each slice. */
  readonly endpoints: readonly (readonly SliceEndpoint[])[];
}

/** A port of a Service. */
export interface ServicePort {
  /** '' if it has none. */
  readonly name: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly port: number;
  /** 0 for none. */
  readonly nodePort: number;
  /** Targets of its traffic, in ascending order of the numbers. */
  readonly targets: readonly PortTarget[];
  /** The numbers that slices have for it, in ascending order. */
  readonly numbers: readonly number[];
}

/** A Service with its endpoints. */
export interface Service {
  readonly namespace: string;
  readonly name: string;
  /** It is neither headless nor an ExternalName. */
  readonly hasClusterIP: boolean;
  readonly isLoadBalancer: boolean;
  /** `externalTrafficPolicy: Local`. */
  readonly keepsTrafficLocal: boolean;
  /** `internalTrafficPolicy: Local`. */
  readonly keepsInternalTrafficLocal: boolean;
  /** `publishNotReadyAddresses`. */
  readonly publishesNotReadyAddresses: boolean;
  /** `sessionAffinity: ClientIP`: seconds that a client stays with an endpoint. Absent without it. */
  readonly affinityTimeout?: number;
  /** In the order of the field. */
  readonly clusterIPs: readonly CanonicalAddress[];
  /** `spec.externalIPs`, in the order of the field. */
  readonly externalIPs: readonly CanonicalAddress[];
  /** Ports in the order of the field, without invalid ones. Empty if they have too many endpoints. */
  readonly ports: readonly ServicePort[];
  /** Node ports in the order of the ports, without duplicates, or 0 for a port without one. */
  readonly nodePorts: readonly number[];
  /** `status.loadBalancer.ingress`: undefined for an entry without an address (a host name). */
  readonly ingress: readonly (CanonicalAddress | undefined)[];
  /** Endpoints of each slice, regardless of its ports. */
  readonly slices: readonly (readonly SliceEndpoint[])[];
  readonly manifest: Manifest;
}

/** A pod that is expected to reach an endpoint over TCP (PodNetworkConnectivityCheck). */
export interface ConnectivityCheck {
  readonly pod: Pod;
  readonly address: CanonicalAddress;
  readonly port: number;
  /** Condition `Reachable`. Unset if it has not been probed yet. */
  readonly isReachable?: boolean;
  readonly manifest: Manifest;
}

/** The inventory, indexed. All maps and lists are in byte order of the names. */
export interface Cluster {
  readonly nodes: readonly Node[];
  readonly nodeByName: ReadonlyMap<string, Node>;
  /** Zone name → its nodes. */
  readonly zones: ReadonlyMap<string, readonly Node[]>;
  readonly namespaces: ReadonlyMap<string, Namespace>;
  readonly podsByNamespace: ReadonlyMap<string, readonly Pod[]>;
  readonly podsByNode: ReadonlyMap<string, readonly Pod[]>;
  /** `<namespace>/<name>` → Service. */
  readonly services: ReadonlyMap<string, Service>;
  /** Addresses and ports of the API servers, even if the inventory lacks their Service. Empty if unknown. */
  readonly apiServers: readonly { readonly address: CanonicalAddress; readonly port: number }[];
  /** `<namespace>/<name>` of a Service → its EndpointSlices as routers read them. */
  readonly slices: ReadonlyMap<string, readonly RoutedSlice[]>;
  /** Ingress controllers that serve Routes, each name once. */
  readonly ingressControllers: readonly IngressController[];
  /** `<namespace>/<name>` → Secret. */
  readonly secrets: ReadonlyMap<string, Secret>;
  /** Those whose pod is known and whose endpoint is an address. */
  readonly connectivityChecks: readonly ConnectivityCheck[];
  /** DNS name (lower case, with its final dot) → answers, from the configuration and from DNSNameResolver objects. */
  readonly dnsAnswers: ReadonlyMap<string, readonly CanonicalAddress[]>;
}
