import type { Finding, RelatedLocation, Reporter } from '../../../model/diagnostic.js';
import type { EgressIPForms } from '../../../model/release.js';
import { managementAddress } from '../../../ovn-kubernetes/addresses.js';
import { isCloud } from '../../../cloud/platform.js';
import type { Allocation } from '../placement/allocation.js';
import { listNames } from '../../../std/list-text.js';
import { type ReportAt, createReportAt } from '../../../model/report-at.js';
import { messages } from '../messages.js';
import { couldPlaceAll } from './other-order.js';
import type { Assignment, PlacedEgressIP, UnplacedAddress, UnplacedReason } from '../placement/place.js';
import { DROP_TEXTS } from '../placement/reasons.js';

/** As many places as a finding names. */
const MAX_CAUSES = 5;

/** Reports the addresses that have no node, those that move, and what is suspicious about the others. */
export function reportPlacement(placed: readonly PlacedEgressIP[], allocation: Allocation, report: Reporter): void {
  reportNoUsableNode(placed, allocation, report);
  const reportHosts = createHostReport(allocation);
  const names = new Set(placed.map(({ parsed: { name } }) => name));
  for (const one of placed) {
    const reportAt = createReportAt(one.parsed.manifest, report);
    for (const unplaced of one.unplaced) reportUnplaced(unplaced, names, allocation, reportAt);
    reportUsedNodes(one, allocation, reportAt);
    reportDropped(one, reportAt);
    for (const assignment of one.assignments) {
      reportHosts(assignment, reportAt);
    }
  }
}

/** Reports IPv6 addresses of secondary host networks that are reached by IPv4, in releases that do that. */
export function reportMixedNextHops(
  placed: readonly PlacedEgressIP[],
  { mixesManagementFamilies }: EgressIPForms,
  report: Reporter,
): void {
  if (!mixesManagementFamilies) return;
  for (const { parsed, assignments } of placed) {
    for (const { address, node, hosting } of assignments) {
      if (address.family !== 'IPv6' || hosting.network !== 'secondary' || !managementAddress(node, 'IPv4')) continue;
      const finding = messages.nextHopOfOtherFamily(address.text, node.name);
      createReportAt(parsed.manifest, report)(finding, `/spec/egressIPs/${address.index}`);
    }
  }
}

/** Reports the lack of a usable node once for all objects, because it is not a fault of an object. */
function reportNoUsableNode(placed: readonly PlacedEgressIP[], allocation: Allocation, report: Reporter): void {
  const left = placed.flatMap(({ parsed, unplaced }) =>
    unplaced.flatMap(({ reason, address }) => (reason.why === 'no-usable-node' ? [{ parsed, address }] : [])),
  );
  const [first] = left;
  if (!first) return;
  const lacking = findLacking(allocation.nodes.keys(), allocation);
  const finding = messages.noUsableNode(left.length, listNames(lacking));
  const pointer = `/spec/egressIPs/${first.address.index}`;
  createReportAt(first.parsed.manifest, report)(finding, pointer, causesIn(lacking, allocation));
}

/** Returns the labelled and ready nodes that lack annotations. */
function findLacking(names: Iterable<string>, { refusals }: Allocation): readonly string[] {
  return [...names].filter((name) => refusals.get(name)?.why === 'missing-annotation');
}

/** Returns the locations of nodes that lack annotations, each with a finding. */
function causesIn(names: readonly string[], { nodes }: Allocation): RelatedLocation[] {
  return names.slice(0, MAX_CAUSES).flatMap((name) => {
    const node = nodes.get(name);
    if (!node) return [];
    const location = { origin: node.manifest.origin, pointer: '/metadata/annotations' };
    return { message: `node ${name} lacks annotations`, location, isCause: true };
  });
}

function reportUnplaced(
  { address: { text, index }, reason }: UnplacedAddress,
  placed: ReadonlySet<string>,
  allocation: Allocation,
  reportAt: ReportAt,
): void {
  const finding = explain(text, reason, placed, allocation);
  const lacking = reason.why === 'no-usable-host' ? findLacking(reason.nodes, allocation) : [];
  if (finding) reportAt(finding, `/spec/egressIPs/${index}`, causesIn(lacking, allocation));
}

/**
 * Explains an address without a node. The claim registry reports conflicts with other claims, but does not know the
 * assignments of objects that are rejected as a whole.
 */
function explain(
  address: string,
  reason: UnplacedReason,
  placed: ReadonlySet<string>,
  allocation: Allocation,
): Finding | undefined {
  switch (reason.why) {
    case 'other-egress-ip':
      return placed.has(reason.name) ? undefined : messages.ownedByRejected(address, reason.name, reason.node);
    case 'secondary-on-cloud':
      return messages.secondaryOnCloud(address, allocation.platform);
    case 'no-network':
      return messages.noNetwork(address);
    case 'no-usable-host':
      return messages.noAssignableHost(
        address,
        listNames(reason.nodes),
        listNames(findLacking(reason.nodes, allocation)),
      );
    case 'full':
      return messages.noCapacity(address, reason.node, reason.capacity.key, reason.capacity.limit);
    default:
      return undefined;
  }
}

/** Reports, once per object, all addresses that its other addresses keep from a node. */
function reportUsedNodes(placed: PlacedEgressIP, allocation: Allocation, reportAt: ReportAt): void {
  const { parsed, unplaced } = placed;
  const left = unplaced.filter(({ reason }) => reason.why === 'used-by-object');
  const [first] = left;
  if (!first) return;
  const nodes = new Set(left.flatMap(({ reason }) => (reason.why === 'used-by-object' ? reason.nodes : [])));
  const addresses = listNames(left.map(({ address }) => address.text));
  const pointer = `/spec/egressIPs/${first.address.index}`;
  reportAt(messages.tooFewNodes(parsed.addresses.length, nodes.size, addresses), pointer);
  if (couldPlaceAll(placed, allocation)) reportAt(messages.otherOrder(), '/spec/egressIPs');
}

function reportDropped({ parsed, assignments, dropped }: PlacedEgressIP, reportAt: ReportAt): void {
  if (dropped.length === 0) return;
  const nodeOf = new Map(assignments.map(({ address, node }) => [address.text, node.name]));
  const indexOf = new Map(parsed.addresses.map(({ text, index }) => [text, index]));
  const crowded = new Map<string, string>();
  const reported = new Set<string>();
  for (const { earlier, address: egressIP, why } of dropped) {
    const { node, index } = earlier;
    const inSpec = indexOf.get(egressIP);
    // The author removed this address from the spec. Only a status in the same file can be called stale.
    if ((inSpec === undefined && index === undefined) || reported.has(egressIP)) continue;
    const pointer = index === undefined ? `/spec/egressIPs/${inSpec ?? 0}` : `/status/items/${index}`;
    const other = crowded.get(node);
    reported.add(egressIP);
    if (why === 'two-on-node' && other !== undefined) reportAt(messages.twoOnNode(other, egressIP, node), pointer);
    if (why === 'two-on-node') crowded.set(node, egressIP);
    else if (nodeOf.get(egressIP) !== node)
      reportAt(messages.moves(egressIP, node, DROP_TEXTS[why], nodeOf.get(egressIP)), pointer);
  }
}

/**
 * Returns a function that reports on the nodes that can host an address, once for addresses with the same nodes, except
 * for failover.
 */
function createHostReport(allocation: Allocation): (assignment: Assignment, reportAt: ReportAt) => void {
  const seen = new Set<unknown>();
  return ({ address, node }, reportAt) => {
    const { text, index } = address;
    const pointer = `/spec/egressIPs/${index}`;
    const hosts = allocation.findHosts(address);
    const { network, loads } = allocation.poolOf(hosts);
    if (loads.length === 1 && allocation.loads.size > 1) reportAt(messages.noFailover(text, node.name), pointer);
    if (seen.has(hosts)) return;
    seen.add(hosts);
    const usable = (names: Iterable<string>): string[] => [...names].filter((name) => allocation.loads.has(name));
    const primary = usable(hosts.primary.keys());
    if (network === 'secondary') {
      if (primary.length > 0) {
        reportAt(messages.onlySecondary(text, listNames(usable(hosts.secondary.keys())), listNames(primary)), pointer);
      }
      return;
    }
    const others = [...allocation.loads.values()].filter(
      (load) => !hosts.primary.has(load.node.name) && hasFamily(load.node, address.family, allocation.platform),
    );
    if (others.length > 0 && loads.length > 1) {
      const names = others.map((load) => load.node.name);
      reportAt(messages.differentSubnets(text, listNames(primary), listNames(names)), pointer);
    }
  };
}

function hasFamily(node: Assignment['node'], family: string, platform: string): boolean {
  if (isCloud(platform)) return node.cloudEgress?.subnets.some((subnet) => subnet.family === family) ?? false;
  return node.primaryAddresses.some(({ address }) => address.family === family);
}
