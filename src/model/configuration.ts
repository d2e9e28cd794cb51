import type { CanonicalAddress, Family, Prefix } from '../net/address.js';
import type { NodeInterface } from './cluster.js';
import type { FindingLevel } from './diagnostic.js';
import type { IngressController } from './ingress-controller.js';
import type { ManifestSource } from './manifest-source.js';
import type { ReleaseProfile } from './release.js';

/** Optional features of OVN-Kubernetes. A disabled feature omits its rows and their static sets. */
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

/** Implementation of EgressRouters. */
export interface EgressRouterConfiguration {
  /**
   * `openshift`: byte-identical to the output of OpenShift's operator. `portable`: as the API documentation specifies.
   */
  readonly implementation: 'portable' | 'openshift';
  /** Image of the routers' pods. If unset, none is known. */
  readonly image?: string;
  /** The operator's version, which `openshift` writes into an annotation. */
  readonly releaseVersion: string;
}

/** Threshold for certificates that expire soon. */
export interface CertificateExpiry {
  /** `YYYY-MM-DD`. If unset, the current date is unknown. */
  readonly today?: string;
  /** A certificate that ends within so many days is reported. */
  readonly days: number;
}

/** Parsed facts of `weir.yaml`. Unset fields have the defaults of OVN-Kubernetes. */
export interface Configuration {
  /** The release of OVN-Kubernetes that the cluster runs. */
  readonly release: ReleaseProfile;
  /** IPv4 first. At least one. */
  readonly ipFamilies: readonly Family[];
  readonly gatewayMode: 'shared' | 'local';
  /** Severity overrides by code, or `<subject>/*`. A code takes precedence over its subject. */
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
  /** True if an interconnected zone drops traffic of other zones' pods that it does not translate. */
  readonly dropUntranslatedEgress: boolean;
  readonly features: ReadonlySet<Feature>;
  /** True if NetworkPolicies may request stateless rules (`acl-stateless`). */
  readonly statelessNetworkPolicy: boolean;
  /** True if ICMP passes the default deny of NetworkPolicies. */
  readonly allowIcmpNetworkPolicy: boolean;
  /** Bytes. */
  readonly mtu: number;
  /** True if node ports are rows for all nodes, with chassis template variables. */
  readonly serviceTemplates: boolean;
  /** DNS name as written → its answers. */
  readonly dns: ReadonlyMap<string, readonly CanonicalAddress[]>;
  /**
   * True if the cluster resolves names with DNSNameResolver objects, which allows wildcards and changes address set
   * names.
   */
  readonly dnsNameResolver: boolean;
  /** Packets per second of the `acl-logging` meter of a managed topology. If unset, no such meter is emitted. */
  readonly aclLoggingRateLimit?: number;
  /** Version of the Northbound schema of the target, `major.minor.patch`. */
  readonly ovnSchemaVersion: string;
  /** Interfaces of hosts by node name. No Kubernetes object contains them. */
  readonly nodes: ReadonlyMap<string, readonly NodeInterface[]>;
  readonly egressRouter: EgressRouterConfiguration;
  /** The domain in which the cluster makes hosts for Routes that have none. If unset, it makes none. */
  readonly clusterIngressDomain?: string;
  /** Ingress controllers that serve Routes, each name once. */
  readonly ingressControllers: readonly IngressController[];
  /** Check of certificates against a date. If unset, expiry is not checked. */
  readonly certificateExpiry?: CertificateExpiry;
  /** Sources that are rendered, or read with a default namespace. If unset, there are none. */
  readonly sources?: readonly ManifestSource[];
  /** Manifest files. If unset, every YAML and JSON file, or none with `sources`. */
  readonly manifests?: readonly string[];
  readonly inventory: readonly string[];
  /** If unset, expectations.yaml, if there is one. */
  readonly expectations?: readonly string[];
  readonly output: string;
  /** True if an input without resources, and a lock that loses all entries, are accepted. */
  readonly allowEmpty: boolean;
  /** True if the output also contains the rows of each zone as a transaction. */
  readonly transactions: boolean;
}
