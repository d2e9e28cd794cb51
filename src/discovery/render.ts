import type { ManifestSource } from '../model/manifest-source.js';
import { type Family, FAMILIES } from '../net/address.js';
import { parsePrefix } from '../net/prefix.js';
import { defaultNetwork } from '../settings/configuration/networks.js';
import { type FoundSetting, PAIRED, type PairedNetwork, type ClusterSettings } from './settings.js';

/** Contents of a new weir.yaml in addition to the settings found. */
export interface Layout {
  readonly inventory: readonly string[];
  /** If unset, the default. */
  readonly manifests?: readonly string[];
  /** If unset, none. */
  readonly sources?: readonly ManifestSource[];
}

const ORDER = [
  'ovnKubernetes',
  'clusterSubnets',
  'serviceCIDRs',
  'gatewayMode',
  'interconnect',
  'platform',
  'mtu',
  'disableSnatMultipleGateways',
  'ephemeralPortRange',
  'features',
  'dnsNameResolver',
  'statelessNetworkPolicy',
  'allowIcmpNetworkPolicy',
  'ovnSchemaVersion',
  'clusterIngressDomain',
] as const;

/** Returns the text of a new weir.yaml: each setting with its source, and the names of the unknown ones. */
export function renderConfiguration(settings: ClusterSettings, { inventory, manifests, sources }: Layout): string {
  const { plain } = settings;
  const networks = PAIRED.flatMap((name) => renderNetworks(name, settings));
  const known = ORDER.flatMap((name) => {
    const found = plain[name];
    return found ? [renderSetting(name, found)] : [];
  });
  const unknown = [
    'ovnKubernetes',
    'clusterSubnets',
    'serviceCIDRs',
    'gatewayMode',
    'platform',
    'ovnSchemaVersion',
  ].filter((name) => !Object.hasOwn(plain, name));
  return [
    '# Facts of the cluster that the resources do not contain: `weir schema` prints a schema of this file for editors.',
    ...(manifests ? [`manifests: ${renderValue(manifests)}`] : []),
    ...(sources ? ['sources:', ...sources.map((source) => `  - ${renderSource(source)}`)] : []),
    ...(inventory.length > 0 ? [`inventory: ${renderValue(inventory)}`] : []),
    ...known,
    ...networks,
    ...(unknown.length > 0 ? [`# Not found, so the default holds: ${unknown.join(', ')}.`] : []),
    '',
  ].join('\n');
}

function renderSource(source: ManifestSource): string {
  const fields = Object.entries(source).map(([name, value]) => `${name}: ${renderValue(value)}`);
  return `{ ${fields.join(', ')} }`;
}

/**
 * Returns a network for each family of the cluster, or none. weir.yaml contains all of them or leaves the setting
 * unset.
 */
function renderNetworks(name: PairedNetwork, { plain, networks }: ClusterSettings): readonly string[] {
  const known = networks[name];
  if (!known) return [];
  const families = familiesOf(plain.clusterSubnets?.value ?? []);
  const found = families.map((family) => known[family] ?? { value: defaultNetwork(name, family), from: 'the default' });
  const sources = [...new Set(found.map(({ from }) => from))].join(' and ');
  return found.length === 0 ? [] : [renderSetting(name, { value: found.map(({ value }) => value), from: sources })];
}

function familiesOf(subnets: readonly string[]): readonly Family[] {
  const has = new Set(subnets.map((text) => parsePrefix(text.split('/').slice(0, 2).join('/'))?.family));
  const families = FAMILIES.filter((family) => has.has(family));
  return families.length > 0 ? families : ['IPv4'];
}

function renderSetting(name: string, { value, from }: FoundSetting<unknown>): string {
  return `${name}: ${renderValue(value)} # ${from.replaceAll(/[^ -~]/g, '?')}`;
}

/**
 * Returns a value in JSON, which is YAML, so that texts of the cluster are always quoted. Plain words are returned
 * unquoted.
 */
function renderValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderValue).join(', ')}]`;
  return typeof value === 'string' &&
    /^[A-Za-z][A-Za-z0-9_/.-]*$/.test(value) &&
    !/^(on|off|yes|no|y|n|true|false|null)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
