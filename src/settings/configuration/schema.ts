import { FEATURES } from './features.js';
import { DEFAULT_RELEASE, RELEASES } from '../../ovn-kubernetes/releases/index.js';
import type { JsonObject } from '../../std/json.js';
import { sourcesSchema } from './sources-schema.js';
import { SUBDOMAIN, ingressControllersSchema } from './ingress-controllers-schema.js';
import { ANNOTATION } from '../../ovn-kubernetes/annotations.js';
import { DEFAULT_MTU, DEFAULT_NETWORKS, DEFAULT_PORT_RANGE } from '../../ovn-kubernetes/networks.js';

const cidrs = (description: string, example: string): JsonObject => ({
  type: 'array',
  minItems: 1,
  maxItems: 16,
  items: { type: 'string' },
  description: `${description} For example ${example}.`,
});
const globs = (description: string): JsonObject => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  description,
});

/** Schema of the interfaces of the nodes' hosts, by name. */
const nodesSchema: JsonObject = {
  type: 'object',
  description:
    'Node name → facts of its host that no Kubernetes object contains. Secondary networks of EgressIP need them.',
  additionalProperties: {
    type: 'object',
    description: 'Facts of one host.',
    additionalProperties: false,
    properties: {
      interfaces: {
        type: 'object',
        description: 'Interface name → its index, addresses and routes.',
        additionalProperties: {
          type: 'object',
          description: 'One interface of the host.',
          additionalProperties: false,
          required: ['index'],
          properties: {
            index: {
              type: 'integer',
              minimum: 1,
              maximum: 2147483647,
              description: 'Index of the interface (`ip link` shows it first).',
            },
            addresses: {
              type: 'array',
              items: { type: 'string' },
              description: 'Addresses with prefix lengths, for example 10.20.30.13/24.',
            },
            routes: {
              type: 'array',
              description: 'Routes of the main table through the interface.',
              items: {
                type: 'object',
                description: 'One route.',
                additionalProperties: false,
                required: ['destination'],
                properties: {
                  destination: { type: 'string', description: 'A network, or default.' },
                  via: { type: 'string', description: 'Address of the next hop. If unset, the network is on link.' },
                },
              },
            },
          },
        },
      },
    },
  },
};

const egressRouterSchema: JsonObject = {
  type: 'object',
  description: 'Implementation of EgressRouters.',
  additionalProperties: false,
  properties: {
    implementation: {
      enum: ['portable', 'openshift'],
      description:
        'portable: a macvlan attachment and a pod that loads its own rules, on any cluster with Multus. openshift: the bytes that the operator of OpenShift 4.15 renders. Default: portable.',
    },
    image: {
      type: 'string',
      minLength: 1,
      pattern: '^\\S+$',
      description: 'Image of the pods. With portable it needs sh, sleep, nft 1.0 and ip of iproute2.',
    },
    releaseVersion: {
      type: 'string',
      description: 'Version of the operator, which openshift writes into an annotation. Default: an empty text.',
    },
  },
};

/** JSON Schema (draft 7) of `weir.yaml`. */
export const configurationSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'weir.yaml',
  description: 'Facts of the cluster that Weir compiles for. Every field has the default of OVN-Kubernetes.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'Location of this schema for editors.' },
    ovnKubernetes: {
      enum: RELEASES.map(({ name }) => name),
      description: `Release of OVN-Kubernetes that the cluster runs. Default: "${DEFAULT_RELEASE.name}".`,
    },
    ipFamilies: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: ['IPv4', 'IPv6'] },
      description: 'IP families of the pod network. Default: those of clusterSubnets.',
    },
    gatewayMode: { enum: ['shared', 'local'], description: 'How pod traffic leaves a node. Default: shared.' },
    interconnect: {
      type: 'boolean',
      description: 'One Northbound database per zone, joined by a transit switch. Default: false.',
    },
    topology: {
      enum: ['external', 'managed'],
      description:
        'managed: Weir also emits routers, switches and ports. Default: external, another controller programs them.',
    },
    platform: {
      type: 'string',
      description: 'Infrastructure platform, for example AWS, GCP, Azure, OpenStack or BareMetal. Default: None.',
    },
    clusterSubnets: cidrs(
      'Pod networks, with the prefix length of a node subnet last.',
      DEFAULT_NETWORKS.clusterSubnets.IPv4,
    ),
    serviceCIDRs: cidrs('Service networks.', DEFAULT_NETWORKS.serviceCIDRs.IPv4),
    joinSubnets: cidrs(
      'Networks between the cluster router and the gateway routers.',
      DEFAULT_NETWORKS.joinSubnets.IPv4,
    ),
    transitSubnets: cidrs('Networks between the zones.', DEFAULT_NETWORKS.transitSubnets.IPv4),
    masqueradeSubnets: cidrs('Networks of the masquerade addresses.', DEFAULT_NETWORKS.masqueradeSubnets.IPv4),
    ephemeralPortRange: {
      type: 'string',
      pattern: '^[0-9]{1,5}-[0-9]{1,5}$',
      description: `Source ports of translated connections. Default: ${DEFAULT_PORT_RANGE}.`,
    },
    disableSnatMultipleGateways: {
      type: 'boolean',
      description: 'A source NAT per pod instead of one per cluster subnet. Default: false.',
    },
    dropUntranslatedEgress: {
      type: 'boolean',
      description:
        "With interconnect, a zone drops packets of other zones' pods that would leave without their egress address. OVN-Kubernetes lets them leave with that of the node. Default: false.",
    },
    features: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'string',
        enum: [...FEATURES],
      },
      description:
        'Enabled features. An empty list disables all. Default: all, with an external topology all but services.',
    },
    statelessNetworkPolicy: {
      type: 'boolean',
      description: `The annotation ${ANNOTATION.aclStateless} of a NetworkPolicy applies: connections that it allows are not tracked. Default: false.`,
    },
    allowIcmpNetworkPolicy: {
      type: 'boolean',
      description: 'The default deny of NetworkPolicies allows ICMP. Default: false.',
    },
    mtu: {
      type: 'integer',
      minimum: 576,
      maximum: 65535,
      description: `MTU of the pod network in bytes. Default: ${DEFAULT_MTU}.`,
    },
    serviceTemplates: {
      type: 'boolean',
      description:
        'With the feature services, the node ports of a Service are one row for all nodes (Chassis_Template_Var) instead of one per node. Default: false.',
    },
    dns: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'Pinned answers: DNS name → addresses.',
    },
    dnsNameResolver: {
      type: 'boolean',
      description:
        'The cluster resolves dnsName rules through DNSNameResolver objects, which allows wildcards. Default: false.',
    },
    aclLoggingRateLimit: {
      type: 'integer',
      minimum: 1,
      maximum: 4294967295,
      description: 'Logged packets per second. With topology: managed, it adds the acl-logging meter.',
    },
    ovnSchemaVersion: {
      type: 'string',
      pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$',
      description: `Version of the Northbound schema that the target runs (ovn-nbctl --version). Default: that of the release, ${DEFAULT_RELEASE.ovnSchemaVersion} for "${DEFAULT_RELEASE.name}".`,
    },
    nodes: nodesSchema,
    egressRouter: egressRouterSchema,
    clusterIngressDomain: {
      type: 'string',
      pattern: SUBDOMAIN,
      description:
        'Domain of the hosts that the cluster generates for Routes without one (apps.example.com). Default: none.',
    },
    ingressControllers: ingressControllersSchema,
    certificateExpiry: {
      type: 'object',
      description: 'Report of certificates of Routes and ingress controllers that expire soon.',
      additionalProperties: false,
      properties: {
        today: {
          type: 'string',
          pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
          description: 'Current date, YYYY-MM-DD. --today takes precedence. Default: none, Weir ignores expiry dates.',
        },
        days: {
          type: 'integer',
          minimum: 0,
          maximum: 36500,
          description: 'Days before the expiry. Default: 30.',
        },
      },
    },
    manifests: globs(
      'Files with custom resources, relative to weir.yaml. Each glob must match a file. Default: every .yaml, .yml and .json file.',
    ),
    sources: sourcesSchema,
    inventory: globs('Files with nodes, namespaces, pods and so on; may lie outside the folder (../inventory/**).'),
    expectations: globs(
      'Files with expectations, relative to weir.yaml. Each glob must match a file. Default: expectations.yaml, if it exists.',
    ),
    findings: {
      type: 'object',
      additionalProperties: {
        enum: ['off', 'info', 'warning', 'error', false],
        description: 'off (or false): only count. error: write nothing, as for any error.',
      },
      description:
        'Code of a finding, or <subject>/* → severity. A code takes precedence over its subject. Errors stay errors.',
    },
    output: { type: 'string', minLength: 1, description: 'Folder of the compiled artefacts. Default: rendered.' },
    transactions: {
      type: 'boolean',
      description: 'Also write the rows of each zone as one RFC 7047 transaction. Default: false.',
    },
    allowEmpty: {
      type: 'boolean',
      description: 'Allow empty input, unmatched globs of manifests, and an emptied lock. Default: false.',
    },
  },
};
