import type { ClusterSubnet, Configuration } from '../../model/configuration.js';
import type { ReportAt } from '../../model/report-at.js';
import { type Family, type Prefix, FAMILIES, widthOf } from '../../net/address.js';
import { formatPrefix, ofFamily, overlaps, parsePrefix } from '../../net/prefix.js';
import { messages } from './messages.js';
import { DEFAULT_HOST_PREFIX, DEFAULT_NETWORKS } from '../../ovn-kubernetes/networks.js';

const FIELDS = ['serviceCIDRs', 'joinSubnets', 'transitSubnets', 'masqueradeSubnets'] as const;

type Field = (typeof FIELDS)[number];

/** Returns the default network of OVN-Kubernetes for a field and family. */
export function defaultNetwork(field: Field, family: Family): string {
  return DEFAULT_NETWORKS[field][family];
}

type Networks = Pick<Configuration, 'ipFamilies' | 'clusterSubnets' | Field>;

/** Networks of `weir.yaml`, valid by the schema. */
export type RawNetworks = { readonly ipFamilies?: readonly Family[] } & Readonly<
  Partial<Record<Field | 'clusterSubnets', readonly string[]>>
>;

/**
 * Returns the networks of a cluster and its IP families: the configured ones, else those of the cluster subnets.
 * Reports invalid networks, families without a network, and overlapping networks.
 */
export function parseNetworks(written: RawNetworks, reportAt: ReportAt): Networks {
  const clusterSubnets = parseClusterSubnets(written.clusterSubnets ?? defaultSubnets(written.ipFamilies), reportAt);
  const ipFamilies = FAMILIES.filter((family) =>
    written.ipFamilies
      ? written.ipFamilies.includes(family)
      : clusterSubnets.some(({ prefix }) => prefix.family === family),
  );
  const parse = (field: Field): Prefix[] => {
    const prefixes = parsePrefixes(
      field,
      written[field] ?? ipFamilies.map((family) => defaultNetwork(field, family)),
      reportAt,
    );
    requireFamilies(field, prefixes, ipFamilies, reportAt);
    return prefixes;
  };
  const clusterPrefixes = clusterSubnets.map(({ prefix }) => prefix);
  requireFamilies('clusterSubnets', clusterPrefixes, ipFamilies, reportAt);
  const networks: Networks = {
    ipFamilies,
    clusterSubnets,
    serviceCIDRs: parse('serviceCIDRs'),
    joinSubnets: parse('joinSubnets'),
    transitSubnets: parse('transitSubnets'),
    masqueradeSubnets: parse('masqueradeSubnets'),
  };
  checkOverlaps({ ...networks, clusterSubnets: clusterPrefixes }, reportAt);
  return networks;
}

function defaultSubnets(families: readonly Family[] = ['IPv4']): readonly string[] {
  return families.map((family) => DEFAULT_NETWORKS.clusterSubnets[family]);
}

/**
 * Parses cluster subnets such as `10.128.0.0/14/23`. Without the last part, a node gets a /24 or a /64, as in upstream.
 */
function parseClusterSubnets(texts: readonly string[], reportAt: ReportAt): ClusterSubnet[] {
  return texts.flatMap((text, index) => {
    const pointer = `/clusterSubnets/${index}`;
    const [address, length, host, ...rest] = text.split('/');
    const prefix = parsePrefix(`${address ?? ''}/${length ?? ''}`);
    if (!prefix || rest.length > 0) {
      reportAt(messages.badSubnet(text), pointer);
      return [];
    }
    const hostPrefixLength =
      host === undefined ? DEFAULT_HOST_PREFIX[prefix.family] : /^[0-9]+$/.test(host) ? Number(host) : -1;
    if (hostPrefixLength <= prefix.length || hostPrefixLength > widthOf(prefix.family)) {
      reportAt(messages.badHostPrefix(text), pointer);
      return [];
    }
    return [{ prefix, hostPrefixLength }];
  });
}

function parsePrefixes(field: Field, texts: readonly string[], reportAt: ReportAt): Prefix[] {
  return texts.flatMap((text, index) => {
    const prefix = parsePrefix(text);
    if (!prefix) reportAt(messages.badSubnet(text), `/${field}/${index}`);
    return prefix ?? [];
  });
}

function requireFamilies(
  field: string,
  prefixes: readonly Prefix[],
  families: readonly Family[],
  reportAt: ReportAt,
): void {
  for (const family of families) {
    if (!ofFamily(prefixes, family)) reportAt(messages.missingFamily(field, family), `/${field}`);
  }
}

function checkOverlaps(
  networks: Readonly<Record<Field | 'clusterSubnets', readonly Prefix[]>>,
  reportAt: ReportAt,
): void {
  const all = (['clusterSubnets', ...FIELDS] as const).flatMap((field) =>
    networks[field].map((prefix, index) => ({ prefix, pointer: `/${field}/${index}` })),
  );
  for (const [index, { prefix, pointer }] of all.entries()) {
    const other = all.slice(0, index).find((earlier) => overlaps(earlier.prefix, prefix));
    if (other) reportAt(messages.overlap(formatPrefix(other.prefix), formatPrefix(prefix)), pointer);
  }
}
