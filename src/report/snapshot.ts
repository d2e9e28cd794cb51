import { renderExcerpt } from '../diagnostics/excerpt.js';
import { createFindPodEgress, groupByEgress, isOnPodNetwork } from '../egress/find-egress.js';
import { collectRequestedEgress } from '../kinds/requested-egress.js';
import type { Node, Pod } from '../model/cluster.js';
import { type Diagnostic, SEVERITIES } from '../model/diagnostic.js';
import { titleOf } from '../model/kubernetes-object.js';
import { formatAddress } from '../net/address.js';
import { collectAddresses, collectNetworkData } from './addresses.js';
import type { FindingData, NodeData, Snapshot } from './data.js';
import { collectLosses } from './losses.js';
import { collectReach } from './reach.js';
import { reportPlaceOf } from './places.js';
import { collectRules } from './rules.js';
import type { ReportSubject } from './subject.js';
import { LABEL } from '../ovn-kubernetes/annotations.js';
import { findMissing, formatGaps } from '../ovn-kubernetes/paths.js';

/** Returns the snapshot of a compiled repository. */
export function takeSnapshot({ title, folder, prepared, intents, lock, findings, ignored }: ReportSubject): Snapshot {
  const { cluster, configuration } = prepared.context;
  const rules = collectRules(intents, [...findings.diagnostics, ...ignored], folder);
  const findEgress = createFindPodEgress(intents, cluster, configuration, collectRequestedEgress(prepared));
  const names = new Set([...cluster.namespaces.keys(), ...cluster.podsByNamespace.keys(), ...rules.keys()]);
  names.delete('');
  const missing = findMissing(cluster, configuration);
  return {
    title,
    nodes: cluster.nodes.map(describeNode),
    ...(missing.length > 0 ? { missing: formatGaps(missing) } : {}),
    namespaces: [...names].sort().map((name) => ({
      name,
      pods: (cluster.podsByNamespace.get(name) ?? []).length,
      egress: groupByEgress((cluster.podsByNamespace.get(name) ?? []).filter(isSender), findEgress),
      lists: rules.get(name) ?? [],
    })),
    lists: rules.get('') ?? [],
    addresses: collectAddresses(prepared.claims, lock, folder),
    networks: collectNetworkData(prepared.claims),
    losses: collectLosses(prepared),
    reach: collectReach(intents, cluster, configuration),
    findings: findings.diagnostics.map(describeFinding).sort(compareSeverities),
    omitted: findings.omitted,
  };
}

/** Compares two findings by severity. Equally severe findings keep their order. */
function compareSeverities(a: FindingData, b: FindingData): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** Returns true if the pod sends packets. Planned pods do not exist, so only their resources are shown. */
function isSender(pod: Pod): boolean {
  return isOnPodNetwork(pod) && !pod.isPlanned;
}

function describeNode({ name, zone, labels, primaryAddresses, gateway }: Node): NodeData {
  const own = primaryAddresses.map((one) => formatAddress(one.address));
  return {
    name,
    zone,
    addresses: [...new Set([...own, ...(gateway?.ipAddresses ?? []).map(({ address }) => formatAddress(address))])],
    nextHops: (gateway?.nextHops ?? []).map(formatAddress),
    isAssignable: LABEL.assignable in labels,
  };
}

/** Returns a finding with its source line and the marks below it. */
export function describeFinding({
  code,
  severity,
  message,
  help,
  resource,
  at,
  excerpt,
  related,
}: Diagnostic): FindingData {
  return {
    code,
    severity,
    message,
    help,
    resource: resource ? titleOf(resource.kind, resource) : '',
    namespace: resource?.namespace ?? '',
    ...(at ? { place: reportPlaceOf(at) } : {}),
    ...(at && excerpt ? { excerpt: renderExcerpt(excerpt, at.column, at.length) } : {}),
    related: related.map((note) => ({ message: note.message, place: reportPlaceOf(note.at) })),
  };
}
