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
    'Node name → facts of its host that no Kubernetes object holds; secondary networks of EgressIP need them.',
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
                  via: { type: 'string', description: 'Address of the next hop; without one, the network is on link.' },
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
  description: 'How EgressRouters are built.',
  additionalProperties: false,
  properties: {
    implementation: {
      enum: ['portable', 'openshift'],
      description:
        'portable: a macvlan attachment and a pod that loads its own rules, on any cluster with Multus. openshift: what the operator of OpenShift 4.15 renders, to the byte. Default: portable.',
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
    $schema: { type: 'string', description: 'Where an editor finds this schema.' },
    ovnKubernetes: {
      enum: RELEASES.map(({ name }) => name),
      description: `Release of OVN-Kubernetes that the cluster runs. Default: "${DEFAULT_RELEASE.name}".`,
    },
    ipFamilies: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: ['IPv4', 'IPv6'] },
      description: 'IP families of the pod network; by default those of clusterSubnets.',
    },
    gatewayMode: { enum: ['shared', 'local'], description: 'How pod traffic leaves a node. Default: shared.' },
    interconnect: {
      type: 'boolean',
      description: 'One Northbound database a zone, joined by a transit switch. Default: false.',
    },
    topology: {
      enum: ['external', 'managed'],
      description:
        'managed: Weir also emits routers, switches and ports. Default: external, something else programs them.',
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
    features: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'string',
        enum: [...FEATURES],
      },
      description:
        'Features that are on; an empty list turns all of them off. Default: all, with an external topology all but services.',
    },
    statelessNetworkPolicy: {
      type: 'boolean',
      description: `The annotation ${ANNOTATION.aclStateless} of a NetworkPolicy counts: what it allows is not tracked. Default: false.`,
    },
    allowIcmpNetworkPolicy: {
      type: 'boolean',
      description: 'ICMP reaches and leaves pods that NetworkPolicies isolate. Default: false.',
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
      description: 'Logged packets per second; with topology: managed it adds the acl-logging meter.',
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
        'Domain in which the cluster makes hosts for Routes without one (apps.example.com). Default: it makes none.',
    },
    ingressControllers: ingressControllersSchema,
    certificateExpiry: {
      type: 'object',
      description: 'Which certificates of Routes and ingress controllers are reported because they end soon.',
      additionalProperties: false,
      properties: {
        today: {
          type: 'string',
          pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
          description:
            'The date that they are held against, YYYY-MM-DD; --today goes before it. Default: none, and no end is looked at.',
        },
        days: {
          type: 'integer',
          minimum: 0,
          maximum: 36500,
          description: 'How many days before its end. Default: 30.',
        },
      },
    },
    manifests: globs(
      'Files with custom resources, relative to weir.yaml; each glob must match a file. Default: every .yaml, .yml and .json file.',
    ),
    sources: sourcesSchema,
    inventory: globs('Files with nodes, namespaces, pods and so on; may lie outside the folder (../inventory/**).'),
    expectations: globs(
      'Files with expectations, relative to weir.yaml; each glob must match a file. Default: expectations.yaml, where there is one.',
    ),
    findings: {
      type: 'object',
      additionalProperties: {
        enum: ['off', 'info', 'warning', 'error', false],
        description: 'off (or false): only counted. error: nothing is written, as for any error.',
      },
      description:
        'Code of a finding, or <subject>/* for all of a subject → how it counts; a code goes before its subject. Findings that are errors stay errors.',
    },
    output: { type: 'string', minLength: 1, description: 'Folder of the compiled artefacts. Default: rendered.' },
    transactions: {
      type: 'boolean',
      description: 'Whether to write the rows of each zone as one RFC 7047 transaction, too. Default: false.',
    },
    allowEmpty: {
      type: 'boolean',
      description:
        'Whether globs of manifests may match nothing, the input may hold no resource, and the lock may lose everything. Default: false.',
    },
  },
};
