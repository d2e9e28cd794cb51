import type { Query } from '../../engine/query.js';
import type { Direction, IntentPeer, PodSelection, PolicyRule, WrittenBlock } from '../../model/intent/policy.js';
import type { Manifest } from '../../model/manifest.js';
import { formatPrefix, parseCIDR, withoutLeadingZeros } from '../../net/prefix.js';
import { reportSuspicious } from './analyse.js';
import { causeOf } from '../shared/cause.js';
import { suspectCIDR } from '../shared/cidr.js';
import type { ResolveContext } from '../contract/kind-context.js';
import { contextOf } from '../contract/recorded-context.js';
import { isLive } from '../../model/live.js';
import { type NamespaceSettings, namespaceSettingsOf } from '../shared/namespace-settings.js';
import { relatedNetwork } from '../shared/related-network.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { messages } from './messages.js';
import type { ResolvedPolicy } from './resolved.js';
import { type SharedPeers, createShared, selectPeer } from './peers.js';
import { type GressRule, type IPBlock, type PolicyPeer, type PolicySpec, specOf } from './policy.js';

const DIRECTIONS = ['Ingress', 'Egress'] as const;

/**
 * Finds the pods of all policies. Policies of namespaces on a user-defined network are reported and left out: their pods
 * are in no port group that Weir makes. Policies that only the inventory has are not reported on.
 */
export function resolvePolicies(manifests: readonly Manifest[], context: ResolveContext): ResolvedPolicy[] {
  const policies = manifests.flatMap((manifest) => context.db.get(resolvedPolicy, manifest) ?? []);
  if (!context.errorsOnly) reportSuspicious(policies, createShared(context));
  return policies;
}

/** A policy with its pods. Undefined without a namespace, or if that is on a user-defined network. */
export const resolvedPolicy: Query<Manifest, ResolvedPolicy | undefined> = {
  name: 'NetworkPolicy',
  run: (db, manifest) => {
    const context = contextOf(db);
    const namespace = db.get(namespaceSettingsOf, manifest.namespace);
    return namespace && resolvePolicy(manifest, namespace, createShared(context));
  },
};

const specOfPolicy: Query<Manifest, PolicySpec> = {
  name: 'spec of a NetworkPolicy',
  hasOneReader: true,
  run: (_, manifest) => specOf(manifest),
};

function resolvePolicy(
  manifest: Manifest,
  namespace: NamespaceSettings,
  shared: SharedPeers,
): ResolvedPolicy | undefined {
  const { context } = shared;
  const { primaryNetwork } = namespace;
  if (primaryNetwork) {
    const related = [relatedNetwork(namespace.name, primaryNetwork)];
    if (!isLive(manifest)) {
      const finding = messages.userDefinedNetwork(primaryNetwork.name);
      createReportAt(manifest, context.report)(finding, '/metadata/namespace', related);
    }
    return undefined;
  }
  const spec = context.db.get(specOfPolicy, manifest);
  const pods = shared.compile(spec.podSelector);
  const subject = shared.select({ namespaces: namespace.name, pods, withHostNetwork: false });
  const selections = selectPeers(manifest, spec, shared);
  const reportAt = isLive(manifest) ? () => undefined : createReportAt(manifest, context.report);
  const rules = DIRECTIONS.flatMap((direction) =>
    spec.rules[direction].flatMap((rule, index) =>
      resolveRule(rule, { direction, index }, manifest, selections, shared, reportAt),
    ),
  );
  return { manifest, namespace, spec, subject, selections, rules };
}

function selectPeers(
  { namespace }: Manifest,
  { rules }: PolicySpec,
  shared: SharedPeers,
): ResolvedPolicy['selections'] {
  const selections = new Map<PolicyPeer, PodSelection>();
  for (const direction of DIRECTIONS) {
    for (const { peers } of rules[direction]) {
      for (const peer of peers) {
        const selection = selectPeer(peer, namespace, shared);
        if (selection) selections.set(peer, selection);
      }
    }
  }
  return selections;
}

/**
 * Resolves a rule. Returns none if all peers are blocks that OVN cannot read: without peers the rule would allow
 * everything.
 */
function resolveRule(
  { peers, ports, peersPointer }: GressRule,
  place: { readonly direction: Direction; readonly index: number },
  manifest: Manifest,
  selections: ResolvedPolicy['selections'],
  shared: SharedPeers,
  reportAt: ReportAt,
): PolicyRule[] {
  const resolved = [
    ...peers.flatMap((peer) => selections.get(peer) ?? []).map(toPeer),
    ...resolveBlocks(peers, peersPointer, shared, reportAt),
  ];
  if (resolved.length === 0 && peers.length > 0) return [];
  const cause = causeOf(manifest, `/spec/${place.direction.toLowerCase()}/${place.index}`);
  return [{ ...place, verdict: 'allow', peers: resolved, ports, cause }];
}

function toPeer(selection: PodSelection): IntentPeer {
  return { type: 'pods', selection };
}

/**
 * Returns the blocks of a rule, without those that OVN cannot read. Returns none if they would share a match with such
 * a block.
 */
function resolveBlocks(
  peers: readonly PolicyPeer[],
  pointer: string,
  shared: SharedPeers,
  reportAt: ReportAt,
): IntentPeer[] {
  const { joinsBlocks } = shared.settings.forms;
  const blocks: IntentPeer[] = [];
  let place = 0;
  for (const [index, { ipBlock }] of peers.entries()) {
    if (!ipBlock) continue;
    const block = readBlock(ipBlock, `${pointer}/${index}/ipBlock`, shared, reportAt);
    if (block) blocks.push({ type: 'block', ...block, ...(!joinsBlocks && { place }) });
    place++;
  }
  return joinsBlocks && blocks.length < place ? [] : blocks;
}

function readBlock(
  { cidr, except = [] }: IPBlock,
  pointer: string,
  shared: SharedPeers,
  reportAt: ReportAt,
): (WrittenBlock & { readonly except: readonly WrittenBlock[] }) | undefined {
  const block = readCIDR(cidr, `${pointer}/cidr`, shared, reportAt);
  const exceptions = except.map((text, index) => readCIDR(text, `${pointer}/except/${index}`, shared, reportAt));
  const read = exceptions.filter((exception) => exception !== undefined);
  if (!block || read.length < exceptions.length) return undefined;
  return { ...block, except: read };
}

/**
 * Reads a CIDR. Returns undefined if the API server accepts it but OVN cannot read it: IPv4 in IPv6 form, and leading
 * zeros.
 */
function readCIDR(
  text: string,
  pointer: string,
  { settings }: SharedPeers,
  reportAt: ReportAt,
): WrittenBlock | undefined {
  const plain = withoutLeadingZeros(text);
  const cidr = parseCIDR(plain);
  if (!cidr || cidr.mapped || plain !== text) {
    const { joinsBlocks } = settings.forms;
    if (cidr?.mapped) reportAt(messages.mappedCIDR(text, formatPrefix(cidr.prefix), joinsBlocks), pointer);
    else reportAt(messages.leadingZeros(text, plain, joinsBlocks), pointer);
    return undefined;
  }
  for (const finding of suspectCIDR(text, cidr, settings.ipFamilies, messages)) reportAt(finding, pointer);
  return { prefix: cidr.prefix, text };
}
