import { compareText } from '../../std/compare-text.js';
import type { Finding } from '../../model/diagnostic.js';
import type { RedirectIntent } from '../../model/intent/redirect.js';
import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../contract/kind-context.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { readRouterAddresses, readEntries } from './addresses.js';
import { type EgressRouterSpec, checkMaster, checkName } from './check.js';
import { readDestinations } from './destinations.js';
import { messages } from './messages.js';
import { reportOperator } from './operator.js';

/** Effect of a router: the intent without the fields of every intent. */
export type RouterEffect = Omit<RedirectIntent, 'effect' | 'cause'>;

/** A router, and what is left of it. */
export interface ResolvedRouter {
  readonly manifest: Manifest;
  readonly spec: EgressRouterSpec;
  /** If unset, nothing can be made of it. */
  readonly effect?: RouterEffect;
  /** Rejected parts of it, in words. */
  readonly problems: readonly string[];
}

type IsRefused = (address: string) => boolean;

/** Resolves every EgressRouter. Parts that cannot work are reported and skipped. */
export function resolveRouters(manifests: readonly Manifest[], context: KindContext): ResolvedRouter[] {
  const { egressRouter } = context.configuration;
  const isOperator = egressRouter.implementation === 'openshift';
  // The result does not depend on the order of manifests.
  const sorted = [...manifests].sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
  const first = sorted[0];
  if (first && egressRouter.image === undefined) createReportAt(first, context.report)(messages.noImage(), '');
  const holders = new Map<string, string>();
  return sorted.map((manifest) => {
    const problems: string[] = [];
    const report = createReportAt(manifest, context.report);
    const reportAt: ReportAt = (finding, pointer) => {
      if (finding.severity === 'rejected') problems.push(finding.message);
      report(finding, pointer);
    };
    const isRefused: IsRefused = (address) => {
      const refused = context.isRefused('EgressRouter', `${manifest.namespace}/${manifest.name}`, address);
      if (refused) problems.push(`address ${address} is used by something else`);
      return refused;
    };
    const spec = manifest.object.spec as unknown as EgressRouterSpec;
    const { redirectRules = [], fallbackIP } = spec.redirect;
    if (redirectRules.length === 0 && fallbackIP === undefined) reportAt(messages.noDestination(), '/spec/redirect');
    const effect = isOperator
      ? resolveForOperator(manifest, spec, holders, context, isRefused, reportAt)
      : resolvePortable(manifest, spec, context, isRefused, reportAt);
    return { manifest, spec, ...(effect ? { effect } : {}), problems };
  });
}

function resolvePortable(
  manifest: Manifest,
  spec: EgressRouterSpec,
  context: KindContext,
  isRefused: IsRefused,
  reportAt: ReportAt,
): RouterEffect | undefined {
  const { mode = 'Bridge', master = '' } = spec.networkInterface?.macvlan ?? {};
  const badName = checkName(manifest.name);
  const badMaster = checkMaster(master);
  if (badName) reportAt(badName, '/metadata/name');
  if (badMaster) reportAt(badMaster, '/spec/networkInterface/macvlan/master');
  const addresses = readRouterAddresses(readEntries(spec, context.configuration), isRefused, reportAt);
  if (addresses.length === 0) reportAt(messages.noAddresses(), '/spec/addresses');
  if (badName || badMaster || addresses.length === 0) return undefined;
  const destinations = readDestinations(spec.redirect, addresses, context.configuration.ipFamilies, reportAt);
  return { interface: { mode, ...(master === '' ? {} : { master }) }, addresses, ...destinations };
}

/**
 * Resolves a router for OpenShift's operator (4.15). It renders nothing without a first address and its gateway. Its
 * plugin applies the rules together or not at all, so one invalid rule invalidates the router.
 */
function resolveForOperator(
  manifest: Manifest,
  spec: EgressRouterSpec,
  holders: Map<string, string>,
  context: KindContext,
  isRefused: IsRefused,
  reportAt: ReportAt,
): RouterEffect | undefined {
  const holder = holders.get(manifest.namespace);
  if (holder !== undefined) {
    reportAt(messages.sharedObjects(holder), '/metadata/name');
    return undefined;
  }
  reportOperator(spec, reportAt);
  const refused: Finding[] = [];
  const strict: ReportAt = (finding, pointer) => {
    if (finding.severity === 'rejected') refused.push(finding);
    reportAt(finding, pointer);
  };
  const addresses = readRouterAddresses(readEntries(spec, context.configuration), isRefused, strict);
  const [address] = addresses;
  if (!address) strict(messages.noAddresses(), '/spec/addresses');
  else if (spec.addresses[0]?.gateway === undefined) strict(messages.missingGateway(), '/spec/addresses/0');
  if (refused.length > 0 || !address) return undefined;
  const { redirectRules = [] } = spec.redirect;
  const { redirections } = readDestinations({ redirectRules }, addresses, context.configuration.ipFamilies, strict);
  if (refused.length > 0) return undefined;
  holders.set(manifest.namespace, manifest.name);
  return { interface: { mode: 'Bridge' }, addresses, redirections, fallbacks: [] };
}
