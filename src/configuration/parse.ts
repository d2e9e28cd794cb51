import type { ClusterSubnet, Configuration, EgressRouterConfiguration, Feature } from '../model/configuration.js';
import type { Finding, Reporter } from '../model/diagnostic.js';
import type { JsonObject, Origin, SourceFile } from '../model/manifest.js';
import { type Family, type Prefix, canonicalAddress, widthOf } from '../net/address.js';
import { formatPrefix, ofFamily, overlaps, parsePrefix } from '../net/prefix.js';
import { escapePointer } from '../yaml/locate.js';
import { readMapping } from '../yaml/mapping.js';
import { messages } from './messages.js';
import { type WrittenNodes, parseNodes } from './nodes.js';
import { configurationSchema } from './schema.js';

/** Validates an object against a JSON Schema, reports what is wrong, and says whether nothing is. */
export type SchemaCheck = (schema: JsonObject, object: JsonObject, origin: Origin, report: Reporter) => boolean;

/** What `weir.yaml` may hold, once the schema has taken it. */
interface Written {
  readonly ipFamilies?: readonly Family[];
  readonly gatewayMode?: 'shared' | 'local';
  readonly interconnect?: boolean;
  readonly topology?: 'external' | 'managed';
  readonly platform?: string;
  readonly clusterSubnets?: readonly string[];
  readonly serviceCIDRs?: readonly string[];
  readonly joinSubnets?: readonly string[];
  readonly transitSubnets?: readonly string[];
  readonly masqueradeSubnets?: readonly string[];
  readonly ephemeralPortRange?: string;
  readonly disableSnatMultipleGateways?: boolean;
  readonly features?: readonly Feature[];
  readonly mtu?: number;
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  readonly dnsNameResolver?: boolean;
  readonly aclLoggingRateLimit?: number;
  readonly ovnSchemaVersion?: string;
  readonly nodes?: WrittenNodes;
  readonly egressRouter?: Partial<EgressRouterConfiguration>;
  readonly manifests?: readonly string[];
  readonly inventory?: readonly string[];
  readonly output?: string;
}

/** Defaults of OVN-Kubernetes v1.3, by IP family where they have one. */
const DEFAULTS = {
  clusterSubnets: { IPv4: '10.128.0.0/14/23', IPv6: 'fd01::/48/64' },
  serviceCIDRs: { IPv4: '172.16.1.0/24', IPv6: 'fd02::/112' },
  joinSubnets: { IPv4: '100.64.0.0/16', IPv6: 'fd98::/64' },
  transitSubnets: { IPv4: '100.88.0.0/16', IPv6: 'fd97::/64' },
  masqueradeSubnets: { IPv4: '169.254.169.0/29', IPv6: 'fd69::/125' },
} as const;
const FEATURES: readonly Feature[] = [
  'egressFirewall',
  'egressQoS',
  'egressIP',
  'egressService',
  'multiExternalGateway',
];
const EGRESS_ROUTER: EgressRouterConfiguration = { implementation: 'portable', releaseVersion: '' };
const MANIFESTS = ['**/*.yaml', '**/*.yml', '**/*.json'];

type NetworkField = keyof typeof DEFAULTS;

/**
 * Reads the configuration. A file that is missing or empty means all defaults. Returns undefined when there are errors,
 * which are reported.
 */
export function parseConfiguration(
  file: SourceFile | undefined,
  check: SchemaCheck,
  report: Reporter,
): Configuration | undefined {
  const problems: Finding[] = [];
  const origin: Origin = {
    file: file ?? { path: 'weir.yaml', text: '' },
    start: 0,
    end: file?.text.length ?? 0,
    pointer: '',
  };
  const say: Say = (finding, pointer) => {
    problems.push(finding);
    report({ ...finding, target: { origin, pointer } });
  };
  const object = file ? readMapping(file, messages.notAMapping, report) : {};
  if (!object || !check(configurationSchema, object, origin, report)) return undefined;
  const configuration = build(object, say);
  return problems.length === 0 ? configuration : undefined;
}

type Say = (finding: Finding, pointer: string) => void;

function build(written: Written, say: Say): Configuration {
  const clusterSubnets = parseClusterSubnets(written.clusterSubnets ?? defaultSubnets(written.ipFamilies), say);
  const families = (['IPv4', 'IPv6'] as const).filter((family) =>
    written.ipFamilies
      ? written.ipFamilies.includes(family)
      : clusterSubnets.some(({ prefix }) => prefix.family === family),
  );
  const networks = (field: Exclude<NetworkField, 'clusterSubnets'>): Prefix[] =>
    parseNetworks(field, written[field] ?? families.map((family) => DEFAULTS[field][family]), families, say);
  const configuration: Configuration = {
    ipFamilies: families,
    gatewayMode: written.gatewayMode ?? 'shared',
    interconnect: written.interconnect ?? false,
    topology: written.topology ?? 'external',
    platform: written.platform ?? 'None',
    clusterSubnets,
    serviceCIDRs: networks('serviceCIDRs'),
    joinSubnets: networks('joinSubnets'),
    transitSubnets: networks('transitSubnets'),
    masqueradeSubnets: networks('masqueradeSubnets'),
    ephemeralPortRange: written.ephemeralPortRange ?? '32768-60999',
    disableSnatMultipleGateways: written.disableSnatMultipleGateways ?? false,
    // As in the Kubernetes API, an empty list says no more than none at all.
    features: new Set(written.features?.length ? written.features : FEATURES),
    mtu: written.mtu ?? 1400,
    dns: new Map(Object.entries(written.dns ?? {})),
    dnsNameResolver: written.dnsNameResolver ?? false,
    ...(written.aclLoggingRateLimit === undefined ? {} : { aclLoggingRateLimit: written.aclLoggingRateLimit }),
    ovnSchemaVersion: written.ovnSchemaVersion ?? '7.12.0',
    nodes: parseNodes(written.nodes ?? {}, say),
    egressRouter: { ...EGRESS_ROUTER, ...written.egressRouter },
    manifests: written.manifests ?? MANIFESTS,
    inventory: written.inventory ?? [],
    output: written.output ?? 'rendered',
  };
  checkFacts(configuration, say);
  return configuration;
}

function defaultSubnets(families: readonly Family[] = ['IPv4']): readonly string[] {
  return families.map((family) => DEFAULTS.clusterSubnets[family]);
}

/** `10.128.0.0/14/23`; without the last part a node gets a /24 or a /64, as upstream has it. */
function parseClusterSubnets(texts: readonly string[], say: Say): ClusterSubnet[] {
  return texts.flatMap((text, index) => {
    const pointer = `/clusterSubnets/${index}`;
    const [address, length, host, ...rest] = text.split('/');
    const prefix = parsePrefix(`${address ?? ''}/${length ?? ''}`);
    if (!prefix || rest.length > 0) {
      say(messages.badSubnet(text), pointer);
      return [];
    }
    const hostPrefixLength =
      host === undefined ? (prefix.family === 'IPv4' ? 24 : 64) : /^[0-9]+$/.test(host) ? Number(host) : -1;
    if (hostPrefixLength <= prefix.length || hostPrefixLength > widthOf(prefix.family)) {
      say(messages.badHostPrefix(text), pointer);
      return [];
    }
    return [{ prefix, hostPrefixLength }];
  });
}

function parseNetworks(field: NetworkField, texts: readonly string[], families: readonly Family[], say: Say): Prefix[] {
  const prefixes = texts.flatMap((text, index) => {
    const prefix = parsePrefix(text);
    if (!prefix) say(messages.badSubnet(text), `/${field}/${index}`);
    return prefix ?? [];
  });
  for (const family of families) {
    if (!ofFamily(prefixes, family)) say(messages.missingFamily(field, family), `/${field}`);
  }
  return prefixes;
}

function checkFacts(configuration: Configuration, say: Say): void {
  const { ipFamilies, clusterSubnets, ephemeralPortRange, dns, ovnSchemaVersion } = configuration;
  for (const family of ipFamilies) {
    if (!clusterSubnets.some(({ prefix }) => prefix.family === family))
      say(messages.missingFamily('clusterSubnets', family), '/clusterSubnets');
  }
  const fields = ['serviceCIDRs', 'joinSubnets', 'transitSubnets', 'masqueradeSubnets'] as const;
  const all = [
    ...clusterSubnets.map(({ prefix }, index) => ({ prefix, pointer: `/clusterSubnets/${index}` })),
    ...fields.flatMap((field) =>
      configuration[field].map((prefix, index) => ({ prefix, pointer: `/${field}/${index}` })),
    ),
  ];
  for (const [index, { prefix, pointer }] of all.entries()) {
    const other = all.slice(0, index).find((earlier) => overlaps(earlier.prefix, prefix));
    if (other) say(messages.overlap(formatPrefix(other.prefix), formatPrefix(prefix)), pointer);
  }
  const [first = 0, last = 0] = ephemeralPortRange.split('-').map(Number);
  if (first < 1 || first > last || last > 65535) say(messages.badPortRange(ephemeralPortRange), '/ephemeralPortRange');
  for (const [name, answers] of dns) {
    for (const [index, answer] of answers.entries()) {
      if (canonicalAddress(answer) === undefined)
        say(messages.badAnswer(name, answer), `/dns/${escapePointer(name)}/${index}`);
    }
  }
  if (Number(ovnSchemaVersion.split('.')[0]) < 7)
    say(messages.unsupportedSchema(ovnSchemaVersion), '/ovnSchemaVersion');
}
