import type { CanonicalAddress, Family, Prefix } from '../net/address.js';
import type { NodeInterface } from './cluster.js';
import type { FindingLevel } from './diagnostic.js';
import type { IngressController } from './ingress-controller.js';
import type { ManifestSource } from './manifest-source.js';
import type { ReleaseProfile } from './release.js';

/** The optional features of OVN-Kubernetes; one that is off leaves out its rows and their static sets. */
export type Feature =
  | 'egressFirewall'
  | 'egressQoS'
  | 'egressIP'
  | 'egressService'
  | 'multiExternalGateway'
  | 'networkPolicy'
  | 'adminNetworkPolicy'
  | 'services';

/** A pod network and the prefix length of the part that each node gets. */
export interface ClusterSubnet {
  readonly prefix: Prefix;
  readonly hostPrefixLength: number;
}

/** What becomes of EgressRouters. */
export interface EgressRouterConfiguration {
  /** `openshift`: what OpenShift's operator renders, to the byte; `portable`: what the API's text promises. */
  readonly implementation: 'portable' | 'openshift';
  /** Image of the routers' pods. If unset, none is known. */
  readonly image?: string;
  /** The operator's version, which `openshift` writes into an annotation. */
  readonly releaseVersion: string;
}

/** Which certificates end too soon. */
export interface CertificateExpiry {
  /** `YYYY-MM-DD`. If unset, nobody has said what day it is. */
  readonly today?: string;
  /** A certificate that ends within so many days is reported. */
  readonly days: number;
}

/** The facts of `weir.yaml`, parsed; absent fields have the defaults of OVN-Kubernetes. */
export interface Configuration {
  /** The release of OVN-Kubernetes that the cluster runs. */
  readonly release: ReleaseProfile;
  /** IPv4 first. At least one. */
  readonly ipFamilies: readonly Family[];
  readonly gatewayMode: 'shared' | 'local';
  /** A code, or `<subject>/*` → how its findings count. A code goes before its subject. */
  readonly findings: ReadonlyMap<string, FindingLevel>;
  readonly interconnect: boolean;
  readonly topology: 'external' | 'managed';
  readonly platform: string;
  readonly clusterSubnets: readonly ClusterSubnet[];
  readonly serviceCIDRs: readonly Prefix[];
  readonly joinSubnets: readonly Prefix[];
  readonly transitSubnets: readonly Prefix[];
  readonly masqueradeSubnets: readonly Prefix[];
  /** `<first>-<last>`. If unset, translated connections may have any source port. */
  readonly ephemeralPortRange?: string;
  readonly disableSnatMultipleGateways: boolean;
  readonly features: ReadonlySet<Feature>;
  /** True if NetworkPolicies may ask for connections that are not tracked (`acl-stateless`). */
  readonly statelessNetworkPolicy: boolean;
  /** True if ICMP passes the default deny of NetworkPolicies. */
  readonly allowIcmpNetworkPolicy: boolean;
  /** Bytes. */
  readonly mtu: number;
  /** True if node ports are rows for all nodes, with variables of each chassis in them. */
  readonly serviceTemplates: boolean;
  /** DNS name as written → its answers. */
  readonly dns: ReadonlyMap<string, readonly CanonicalAddress[]>;
  /** True if the cluster resolves through DNSNameResolver objects: allows wildcards and changes address set names. */
  readonly dnsNameResolver: boolean;
  /** Packets per second of the `acl-logging` meter of a managed topology. If unset, no such meter is emitted. */
  readonly aclLoggingRateLimit?: number;
  /** Version of the Northbound schema of the target, `major.minor.patch`. */
  readonly ovnSchemaVersion: string;
  /** Node name → what no Kubernetes object tells of the node's host: its interfaces. */
  readonly nodes: ReadonlyMap<string, readonly NodeInterface[]>;
  readonly egressRouter: EgressRouterConfiguration;
  /** The domain in which the cluster makes hosts for Routes that have none. If unset, it makes none. */
  readonly clusterIngressDomain?: string;
  /** Whose routers serve Routes; each name once. */
  readonly ingressControllers: readonly IngressController[];
  /** How certificates are held against a date. If unset, their ends are not looked at. */
  readonly certificateExpiry?: CertificateExpiry;
  /** What is rendered, or read with a namespace of its own. If unset, nothing. */
  readonly sources?: readonly ManifestSource[];
  /** If unset, every YAML and JSON file, however many there are; with `sources`: none. */
  readonly manifests?: readonly string[];
  readonly inventory: readonly string[];
  /** If unset, expectations.yaml, if there is one. */
  readonly expectations?: readonly string[];
  readonly output: string;
  /** True if an input may hold no resource, and a lock lose all that it has. */
  readonly allowEmpty: boolean;
  /** True if the output holds the rows of each zone as a transaction, too. */
  readonly transactions: boolean;
}
