import type { Family } from '../net/address.js';
import { parsePrefix } from '../net/prefix.js';
import { FEATURES } from '../settings/configuration/features.js';
import type { Feature } from '../model/configuration.js';

/** A value of weir.yaml, and its source. */
export interface FoundSetting<Value> {
  readonly value: Value;
  readonly from: string;
}

/** Settings with a single value. */
export interface PlainSettings {
  ovnKubernetes: string;
  gatewayMode: 'shared' | 'local';
  interconnect: boolean;
  platform: string;
  mtu: number;
  disableSnatMultipleGateways: boolean;
  ephemeralPortRange: string;
  dnsNameResolver: boolean;
  statelessNetworkPolicy: boolean;
  allowIcmpNetworkPolicy: boolean;
  clusterIngressDomain: string;
  ovnSchemaVersion: string;
  features: readonly Feature[];
  clusterSubnets: readonly string[];
  serviceCIDRs: readonly string[];
}

/** Networks whose IP families may have different sources. */
export const PAIRED = ['joinSubnets', 'transitSubnets', 'masqueradeSubnets'] as const;
export type PairedNetwork = (typeof PAIRED)[number];

/** Settings of weir.yaml found in a cluster. The first value found takes precedence. */
export interface ClusterSettings {
  readonly plain: { [Name in keyof PlainSettings]?: FoundSetting<PlainSettings[Name]> };
  readonly networks: Partial<Record<PairedNetwork, Partial<Record<Family, FoundSetting<string>>>>>;
}

/** Returns settings without any value. */
export function nothingFound(): ClusterSettings {
  return { plain: {}, networks: {} };
}

/** Sets a value, unless it is unknown or the setting already has one. */
export function take<Name extends keyof PlainSettings>(
  { plain }: ClusterSettings,
  name: Name,
  value: PlainSettings[Name] | undefined,
  from: string,
): void {
  if (value === undefined || plain[name] !== undefined || (Array.isArray(value) && value.length === 0)) return;
  plain[name] = { value, from } as ClusterSettings['plain'][Name];
}

/** Sets a network, unless it is invalid or its family already has one. */
export function takeNetwork(
  { networks }: ClusterSettings,
  name: PairedNetwork,
  text: string | undefined,
  from: string,
): void {
  const family = text === undefined ? undefined : parsePrefix(text)?.family;
  if (text === undefined || family === undefined) return;
  const known = (networks[name] ??= {});
  known[family] ??= { value: text, from };
}

/** Returns the networks in a list such as `10.128.0.0/14/23,fd01::/48/64`. Skips items that are no networks. */
export function splitNetworks(text: string | undefined): readonly string[] | undefined {
  const items = text?.split(',').map((item) => item.trim());
  return items?.filter((item) => parsePrefix(item.split('/').slice(0, 2).join('/')) !== undefined);
}

/** Returns the enabled features in the order of weir.yaml. */
export function sortFeatures(on: ReadonlySet<Feature>): readonly Feature[] {
  return FEATURES.filter((feature) => on.has(feature));
}
