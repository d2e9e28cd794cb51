import type { SchemaCheck } from '../../model/schema-check.js';
import type { Configuration, EgressRouterConfiguration, Feature } from '../../model/configuration.js';
import type { Finding, FindingLevel, Reporter } from '../../model/diagnostic.js';
import type { Origin, SourceFile } from '../../model/manifest.js';
import type { ManifestSource } from '../../model/manifest-source.js';
import type { ReportAt } from '../../model/report-at.js';
import { readAddress } from '../../net/address.js';
import { DEFAULT_RELEASE, releaseCalled } from '../../ovn-kubernetes/releases/index.js';
import { escapePointer } from '../../yaml/locate.js';
import { readMapping } from '../../yaml/mapping.js';
import { defaultFeatures } from './features.js';
import { type WrittenController, parseControllers } from './ingress-controllers.js';
import { messages as upgradeMessages } from './upgrade-messages.js';
import { messages } from './messages.js';
import { type RawNetworks, parseNetworks } from './networks.js';
import { type WrittenNodes, parseNodes } from './nodes.js';
import { configurationSchema } from './schema.js';
import { DEFAULT_MTU, DEFAULT_PORT_RANGE } from '../../ovn-kubernetes/networks.js';

/** Content of `weir.yaml`, valid by the schema. */
interface RawConfiguration extends RawNetworks {
  readonly ovnKubernetes?: string;
  readonly gatewayMode?: 'shared' | 'local';
  /** YAML reads `off` without quotes as false. */
  readonly findings?: Readonly<Record<string, FindingLevel | false>>;
  readonly interconnect?: boolean;
  readonly topology?: 'external' | 'managed';
  readonly platform?: string;
  readonly ephemeralPortRange?: string;
  readonly disableSnatMultipleGateways?: boolean;
  readonly dropUntranslatedEgress?: boolean;
  readonly features?: readonly Feature[];
  readonly statelessNetworkPolicy?: boolean;
  readonly allowIcmpNetworkPolicy?: boolean;
  readonly mtu?: number;
  readonly serviceTemplates?: boolean;
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  readonly dnsNameResolver?: boolean;
  readonly aclLoggingRateLimit?: number;
  readonly ovnSchemaVersion?: string;
  readonly nodes?: WrittenNodes;
  readonly egressRouter?: Partial<EgressRouterConfiguration>;
  readonly clusterIngressDomain?: string;
  readonly ingressControllers?: readonly WrittenController[];
  readonly certificateExpiry?: { readonly today?: string; readonly days?: number };
  readonly manifests?: readonly string[];
  readonly sources?: readonly ManifestSource[];
  readonly inventory?: readonly string[];
  readonly expectations?: readonly string[];
  readonly output?: string;
  readonly allowEmpty?: boolean;
  readonly transactions?: boolean;
}

/** Path of the configuration, at the root of a repository. */
export const CONFIGURATION_PATH = 'weir.yaml';

/** Default number of days before its end at which a certificate is reported. */
export const EXPIRY_DAYS = 30;

const EGRESS_ROUTER: EgressRouterConfiguration = { implementation: 'portable', releaseVersion: '' };

/**
 * Reads the configuration. A missing or empty file means all defaults. Returns undefined if there are errors, which are
 * reported. `release` is the name of a release that takes precedence over the file's.
 */
export function parseConfiguration(
  file: SourceFile | undefined,
  check: SchemaCheck,
  report: Reporter,
  release?: string,
): Configuration | undefined {
  const problems: Finding[] = [];
  const origin: Origin = {
    file: file ?? { path: CONFIGURATION_PATH, text: '' },
    start: 0,
    end: file?.text.length ?? 0,
    pointer: '',
  };
  const warnAt: ReportAt = (finding, pointer) => {
    report({ ...finding, location: { origin, pointer } });
  };
  const reportAt: ReportAt = (finding, pointer) => {
    problems.push(finding);
    warnAt(finding, pointer);
  };
  const object = file ? readMapping(file, messages.notAMapping, report) : {};
  if (!object || !check(configurationSchema, object, origin, report)) return undefined;
  const configuration = build(release === undefined ? object : forRelease(object, release, warnAt), reportAt, warnAt);
  return problems.length === 0 ? configuration : undefined;
}

function build(file: RawConfiguration, reportAt: ReportAt, warnAt: ReportAt): Configuration {
  const { topology = 'external' } = file;
  const release = readRelease(file, reportAt);
  const written = withoutAbsent(file, release, warnAt);
  if (release.base.needsInterconnect && !written.interconnect)
    warnAt(
      messages.missingInterconnect(release.name),
      written.interconnect === undefined ? '/ovnKubernetes' : '/interconnect',
    );
  return {
    release,
    ...parseNetworks(written, reportAt),
    nodes: parseNodes(written.nodes ?? {}, reportAt),
    ingressControllers: parseControllers(written.ingressControllers ?? [], reportAt),
    gatewayMode: written.gatewayMode ?? 'shared',
    findings: readLevels(written.findings ?? {}),
    interconnect: written.interconnect ?? false,
    topology,
    platform: written.platform ?? 'None',
    ...(release.absentSettings.includes('ephemeralPortRange')
      ? {}
      : { ephemeralPortRange: readPortRange(written.ephemeralPortRange ?? DEFAULT_PORT_RANGE, reportAt) }),
    disableSnatMultipleGateways: written.disableSnatMultipleGateways ?? false,
    dropUntranslatedEgress: written.dropUntranslatedEgress ?? false,
    features: new Set(written.features ?? defaultFeatures(topology)),
    statelessNetworkPolicy: written.statelessNetworkPolicy ?? false,
    allowIcmpNetworkPolicy: written.allowIcmpNetworkPolicy ?? false,
    mtu: written.mtu ?? DEFAULT_MTU,
    serviceTemplates: written.serviceTemplates ?? false,
    dns: readAnswers(written.dns ?? {}, reportAt),
    dnsNameResolver: written.dnsNameResolver ?? false,
    ...(written.aclLoggingRateLimit === undefined ? {} : { aclLoggingRateLimit: written.aclLoggingRateLimit }),
    ovnSchemaVersion: readSchemaVersion(written.ovnSchemaVersion ?? release.ovnSchemaVersion, reportAt),
    egressRouter: { ...EGRESS_ROUTER, ...written.egressRouter },
    ...(written.clusterIngressDomain === undefined ? {} : { clusterIngressDomain: written.clusterIngressDomain }),
    ...(written.certificateExpiry ? { certificateExpiry: { days: EXPIRY_DAYS, ...written.certificateExpiry } } : {}),
    ...(written.manifests ? { manifests: written.manifests } : {}),
    ...(written.sources ? { sources: written.sources } : {}),
    inventory: written.inventory ?? [],
    ...(written.expectations ? { expectations: written.expectations } : {}),
    output: written.output ?? 'rendered',
    allowEmpty: written.allowEmpty ?? false,
    transactions: written.transactions ?? false,
  };
}

/** Returns the settings for a cluster of another release, without the schema version, because its OVN differs, too. */
function forRelease(file: RawConfiguration, name: string, warnAt: ReportAt): RawConfiguration {
  const written = { ...file, ovnKubernetes: name };
  const { ovnSchemaVersion: version, ...rest } = written;
  if (releaseCalled(file.ovnKubernetes).name === name || version === undefined) return written;
  warnAt(upgradeMessages.pinnedSchema(version, name, releaseCalled(name).ovnSchemaVersion), '/ovnSchemaVersion');
  return rest;
}

/** Reads the release. A managed topology is Weir's own network, so it supports only the default release. */
function readRelease({ ovnKubernetes, topology }: RawConfiguration, reportAt: ReportAt): Configuration['release'] {
  const release = releaseCalled(ovnKubernetes);
  if (topology === 'managed' && release !== DEFAULT_RELEASE) {
    reportAt(messages.managedRelease(release.name), '/ovnKubernetes');
  }
  return release;
}

/** Returns the settings without those that the release does not support. These are reported. */
function withoutAbsent(
  written: RawConfiguration,
  { name, absentSettings }: Configuration['release'],
  warnAt: ReportAt,
): RawConfiguration {
  const rest: Record<string, unknown> = { ...written };
  for (const setting of absentSettings) {
    if (rest[setting] === undefined) continue;
    warnAt(messages.absentSetting(setting, name), `/${setting}`);
    rest[setting] = undefined;
  }
  return rest;
}

function readLevels(written: NonNullable<RawConfiguration['findings']>): Configuration['findings'] {
  const levels = Object.entries(written);
  return new Map(levels.map(([code, level]) => [code, level === false ? 'off' : level]));
}

function readPortRange(text: string, reportAt: ReportAt): string {
  const [first = 0, last = 0] = text.split('-').map(Number);
  if (first < 1 || first > last || last > 65535) reportAt(messages.badPortRange(text), '/ephemeralPortRange');
  return text;
}

function readAnswers(written: NonNullable<RawConfiguration['dns']>, reportAt: ReportAt): Configuration['dns'] {
  const answers = Object.entries(written).map(([name, texts]) => {
    const addresses = texts.flatMap((text, index) => {
      const address = readAddress(text);
      if (!address) reportAt(messages.badAnswer(name, text), `/dns/${escapePointer(name)}/${index}`);
      return address ?? [];
    });
    return [name, addresses] as const;
  });
  return new Map(answers);
}

function readSchemaVersion(text: string, reportAt: ReportAt): string {
  if (Number(text.split('.')[0]) < 7) reportAt(messages.unsupportedSchema(text), '/ovnSchemaVersion');
  return text;
}
