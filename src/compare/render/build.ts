import { pathOfName, titleOf } from '../../model/kubernetes-object.js';
import { order } from '../../diagnostics/order.js';
import { locateCauses } from '../../diagnostics/locate-causes.js';
import { locateReports } from '../../diagnostics/place.js';
import { rebase } from '../../diagnostics/rebase.js';
import type { Diagnostic, Report } from '../../model/diagnostic.js';
import type { Cause } from '../../model/intent/cause.js';
import type { ExpectationChange } from '../../expectations/compare.js';
import type { ArtefactChanges } from '../artefacts/change.js';
import type { Comparison } from '../comparison.js';
import type { ResourceChange } from '../resources.js';
import type { Upgrade } from '../upgrade.js';
import type { WorkloadChanges } from '../workloads.js';
import type { Both, Side } from '../../traffic/side.js';
import type { TrafficChanges } from '../../traffic/change.js';
import { type FlowWording, groupFlows, groupMarks, isToCome } from './flows.js';
import { countGiven } from './given.js';
import { groupEgress } from './egress.js';
import { describeConnections } from './connections.js';
import type { ConnectionGroup, DiffReport, ExpectationText, ExposureText, SourceText } from './report.js';

/** Titles of the sides, and the path from the working folder of the command to the folder of each side. */
export interface SideNaming {
  readonly titles: Both<string>;
  readonly folders: Both<string>;
  readonly upgrade?: Upgrade;
  /** If set, the sides were compared by the names of their workloads. */
  readonly workloads?: WorkloadChanges;
}

/**
 * Builds a report: groups and counts the changes, and finds the locations of the deciding rules. At most `mostFlows`
 * flows of each group are described.
 */
export function buildReport(
  compared: Comparison,
  sides: Both<Side>,
  { titles, folders, upgrade, workloads }: SideNaming,
  mostFlows = Infinity,
): DiffReport {
  // Locations are found for all rules at once, so the first pass only collects the rules.
  const wanted = { before: new Set<Cause>(), after: new Set<Cause>() };
  describeTraffic(compared.traffic, { sides, mostFlows, place: (cause, side) => void wanted[side].add(cause) });
  const positions = {
    before: locateCauses([...wanted.before], folders.before),
    after: locateCauses([...wanted.after], folders.after),
  };
  const place: FlowWording['place'] = (cause, side) => positions[side].get(cause);
  const traffic = describeTraffic(compared.traffic, { sides, mostFlows, place });
  const { moves, exposure, artefacts, resources, inventory } = compared;
  const findings = {
    added: diagnose(compared.findings.added, folders.after),
    gone: diagnose(compared.findings.gone, folders.before),
    omitted: compared.findings.omitted,
    ignored: { ...compared.findings.ignored, added: diagnose(compared.findings.ignored.added, folders.after) },
  };
  const { answers, redirections } = compared.traffic;
  const felt = namesOfFelt(compared);
  return {
    titles,
    ...(upgrade ? { upgrade: { from: upgrade.from.name, to: upgrade.to.name } } : {}),
    ...(workloads ? { workloads } : {}),
    empty: { before: sides.before.isEmpty, after: sides.after.isEmpty },
    counts: {
      expectations: compared.expectations.filter(({ change }) => !['broken before', 'weakened'].includes(change))
        .length,
      seen: 0,
      opened: countSources([
        ...traffic.opened,
        ...sourcesOf(traffic.connections, 'opened'),
        ...ownersOf(exposure, 'opened'),
      ]),
      closed: countSources([
        ...traffic.closed,
        ...sourcesOf(traffic.connections, 'closed'),
        ...ownersOf(exposure, 'closed'),
      ]),
      weakened: compared.expectations.filter(({ change }) => ['withdrawn', 'weakened'].includes(change)).length,
      source:
        countPods(traffic.egress.filter(({ before, after }) => before.sources.join() !== after.sources.join())) +
        countGiven(compared.given) +
        (workloads?.egress.length ?? 0),
      'next-hop': countPods(traffic.egress.filter(({ before, after }) => before.hops.join() !== after.hops.join())),
      moved: moves.length,
      redirected: redirections.length,
      exposure: exposure.length,
      dscp: traffic.marks.reduce((sum, { sources }) => sum + countPods(sources) + sources.filter(isToCome).length, 0),
      answers: answers.length,
      findings: countFindings(compared.findings),
      artefacts: countItems(artefacts),
    },
    expectations: compared.expectations.map((one) => describeExpectation(one, folders)),
    ...traffic,
    given: compared.given,
    unexploredPairs: compared.traffic.connections.unexplored,
    moves,
    redirections,
    exposure: exposure.map(describeExposure),
    answers,
    findings,
    resources: resources.map((one) => ({ ...one, isFelt: felt.has(nameOf(one)) })),
    inventory,
    unread: compared.unread.map(({ kind, group, subject, count }) => ({ kind, group, subject, count })),
    artefacts,
  };
}

function describeTraffic({ flows, connections, marks, egress }: TrafficChanges, wording: FlowWording) {
  return {
    opened: groupFlows(flows, 'opened', wording),
    closed: groupFlows(flows, 'closed', wording),
    connections: describeConnections(connections.changes, wording),
    egress: groupEgress(egress),
    marks: groupMarks(marks, wording),
  };
}

function describeExpectation(
  { name, change, reports, earlier = [], weakenings = [], isGone = false }: ExpectationChange,
  folders: Both<string>,
): ExpectationText {
  const folder = change === 'withdrawn' || isGone ? folders.before : folders.after;
  const placed = rebase(locateReports(reports), folder);
  const notes = rebase(
    locateReports(reports.map((one, at) => ({ ...one, related: earlier[at] ?? [] }))),
    folders.before,
  );
  const findings = order(
    placed.map((one, at) => ({ ...one, related: [...one.related, ...(notes[at]?.related ?? [])] })),
  );
  if (weakenings.length === 0) return { name, change, findings };
  const positions = locateCauses(
    weakenings.map(({ place }) => place),
    folder,
  );
  return {
    ...{ name, change, findings },
    weakenings: weakenings.map(({ text, place }) => {
      const at = positions.get(place);
      return { text, ...(at ? { at } : {}) };
    }),
  };
}

function diagnose(reports: readonly Report[], folder: string): Diagnostic[] {
  return order(rebase(locateReports(reports), folder));
}

/** Returns the owners of changed connections: the pods that connect, or the targets if addresses connect. */
function sourcesOf(connections: readonly ConnectionGroup[], change: ConnectionGroup['change']) {
  const own = connections.filter((one) => one.change === change);
  return own.map(({ from, to }) => ({ sources: from.length > 0 ? from : to }));
}

/** Returns the namespaces of the Routes that are opened or closed. */
function ownersOf(exposure: Comparison['exposure'], change: 'opened' | 'closed') {
  return exposure.flatMap((one) => {
    const route = change === 'opened' ? one.after : one.before;
    return route && one[change].length > 0 ? [{ sources: [{ namespace: route.route.namespace, count: 0 }] }] : [];
  });
}

function describeExposure({ before, after, ...change }: Comparison['exposure'][number]): ExposureText {
  return {
    ...change,
    ...(before ? { before: pathOfName(before.route) } : {}),
    ...(after ? { after: pathOfName(after.route) } : {}),
  };
}

function countSources(groups: readonly { readonly sources: readonly SourceText[] }[]): number {
  return new Set(groups.flatMap(({ sources }) => sources.map(({ namespace }) => namespace))).size;
}

function countPods(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function countFindings({ added, gone, omitted, ignored }: Comparison['findings']): number {
  const kept = added.length + gone.length + ignored.added.length;
  return kept + omitted.added + omitted.gone + ignored.omitted;
}

function countItems({ zones, files, objects }: ArtefactChanges): number {
  const rows = zones.reduce((sum, one) => sum + one.changes.length * one.zones.length, 0);
  return rows + files.length + objects.length;
}

/** Returns the resources of either side that affect a packet which is treated differently. */
function namesOfFelt({ traffic, moves, exposure }: Comparison): Set<string> {
  const rules = [
    ...traffic.flows.flatMap(({ flows }) => flows),
    ...traffic.connections.changes,
    ...traffic.marks.flatMap(({ marks }) => marks),
  ];
  const exposing = exposure.flatMap(({ before, after }) => [before, after].flatMap((route) => route?.cause ?? []));
  const causes = rules.flatMap(({ deciders: { before, after } }) =>
    [before, after].flatMap((rule) => rule?.cause ?? []),
  );
  const owners = traffic.egress.flatMap(({ before, after }) => [...before.owners, ...after.owners]);
  const routers = traffic.redirections.map(({ router }) => `EgressRouter ${router}`);
  return new Set([
    ...[...causes, ...exposing].map(nameOf),
    ...owners,
    ...routers,
    ...moves.map(({ kind, name }) => `${kind} ${name}`),
  ]);
}

function nameOf({ kind, namespace, name }: Pick<ResourceChange, 'kind' | 'namespace' | 'name'>): string {
  return titleOf(kind, { namespace, name });
}
