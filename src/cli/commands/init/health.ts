import { interpret } from '../../../compile/compile.js';
import type { CompileInput } from '../../../compile/compile-input.js';
import { prepare } from '../../../compile/prepare.js';
import { nodesAmong } from '../../../discovery/discover.js';
import { type OtherPlugin, findOtherPlugin } from '../../../discovery/network-plugin.js';
import { findLackingNodes } from '../../../discovery/nodes.js';
import { boundFindings } from '../../../diagnostics/collect.js';
import { summariseFindings } from '../../../diagnostics/verdict.js';
import { type Findings, type Report, SEVERITIES, type Severity } from '../../../model/diagnostic.js';
import type { Cluster } from '../../../model/cluster.js';
import type { Lock } from '../../../model/lock.js';
import type { Manifest } from '../../../model/manifest.js';
import { describeUnread } from '../../../model/unread.js';
import { knownKinds } from '../../../kinds/known.js';
import { groupBy } from '../../../std/group-by.js';
import { plural } from '../../../std/plural.js';
import { type JsonObject, asString } from '../../../std/json.js';
import { LABEL } from '../../../ovn-kubernetes/annotations.js';

/** More of one sort are only counted: the report is one page. */
const MAX_NODES = 5;
const MAX_CODES = 12;

/** Returns the findings and the egress of a cluster on one page. */
export function describeHealth(input: CompileInput, objects: readonly JsonObject[]): readonly string[] {
  const reports: Report[] = [...(input.reports ?? [])];
  const nothing = (): void => undefined;
  const prepared = prepare(input, (one) => void reports.push(one), nothing);
  const { lock } = prepared.hasError() ? { lock: undefined } : interpret(prepared, input);
  const { cluster } = prepared.context;
  const findings = boundFindings(reports, 0);
  const plugin = findOtherPlugin(objects);
  return [
    `Cluster    ${describeCluster(cluster, input)}`,
    `Egress     ${describeResources(prepared.manifests)}`,
    ...(lock ? describeAddresses(lock.after) : []),
    ...describeNamespaces(prepared.manifests, cluster),
    ...(plugin ? describePlugin(plugin) : describeNodes(objects, input.configuration.interconnect)),
    ...describeSkipped(objects),
    ...describeFindings(findings),
  ];
}

function describeCluster({ nodes, namespaces, podsByNode }: Cluster, { configuration }: CompileInput): string {
  const ready = nodes.filter((node) => node.ready).length;
  const assignable = nodes.filter(({ labels }) => Object.hasOwn(labels, LABEL.assignable)).length;
  const pods = [...podsByNode.values()].reduce((sum, { length }) => sum + length, 0);
  const { interconnect, gatewayMode, platform } = configuration;
  return [
    `${plural(nodes.length, 'node')} (${ready} ready, ${assignable} for egress addresses)`,
    plural(namespaces.size, 'namespace'),
    plural(pods, 'pod'),
    `${interconnect ? 'a zone per node' : 'one zone'}, gateway mode ${gatewayMode}, platform ${platform}`,
  ].join(', ');
}

function describeResources(manifests: readonly Manifest[]): string {
  const counts = [...groupBy(manifests, ({ kind }) => kind)].map(([kind, { length }]) => `${length} × ${kind}`);
  return counts.length > 0 ? counts.sort().join(', ') : 'no resource that Weir compiles';
}

function describeAddresses({ egressIPs }: Lock): readonly string[] {
  const placed = [...egressIPs.values()].map(({ addresses }) => addresses.size);
  if (placed.length === 0) return [];
  const without = placed.filter((count) => count === 0).length;
  const lacking = without === 0 ? '' : `; ${plural(without, 'EgressIP')} on no node`;
  const count = placed.reduce((sum, one) => sum + one, 0);
  return [
    `Addresses  ${plural(count, 'address', 'addresses')} of EgressIPs ${count === 1 ? 'has' : 'have'} a node${lacking}`,
  ];
}

/** Returns the namespaces without any resource. They reach all destinations that the resources of the cluster allow. */
function describeNamespaces(manifests: readonly Manifest[], { namespaces }: Cluster): readonly string[] {
  const own = new Set(manifests.flatMap(({ namespace }) => (namespace === '' ? [] : [namespace])));
  return [`Namespaces ${own.size} of ${namespaces.size} have resources of their own`];
}

/** Returns a note about another network plugin of the cluster. Its nodes lack all annotations of OVN-Kubernetes. */
function describePlugin({ name, from }: OtherPlugin): readonly string[] {
  return [
    `Network    ${name}, not OVN-Kubernetes (${from}): Weir answers about NetworkPolicies and Ingresses, while its rows, egress resources and traces are not those of this cluster`,
  ];
}

/** Returns a line for each kind of the cluster that affects traffic and that the inventory omits. */
function describeSkipped(objects: readonly JsonObject[]): readonly string[] {
  const kindOf = ({ apiVersion, kind }: JsonObject): string => `${asString(apiVersion) ?? ''} ${asString(kind) ?? ''}`;
  return [...groupBy(objects, kindOf)].flatMap(([key, { length: count }]) => {
    const [apiVersion = '', kind = ''] = key.split(' ');
    const subject = knownKinds.subjectOf({ apiVersion, kind });
    const [group = ''] = apiVersion.split('/', 1);
    return subject ? [`Skipped    ${describeUnread({ kind, group, subject, count })}`] : [];
  });
}

function describeNodes(objects: readonly JsonObject[], interconnect: boolean): readonly string[] {
  const lacking = findLackingNodes(nodesAmong(objects), interconnect);
  const more = lacking.length - MAX_NODES;
  return [...lacking.slice(0, MAX_NODES), ...(more > 0 ? [`${plural(more, 'more node')} like these`] : [])].map(
    (line) => `Node       ${line}`,
  );
}

/** Returns each code once, the most severe first. */
function describeFindings(findings: Findings): readonly string[] {
  const rank = (severity: Severity | undefined): number => SEVERITIES.indexOf(severity ?? 'info');
  const codes = [...groupBy(findings.diagnostics, ({ code, severity }) => `${severity}[${code}]`).entries()].sort(
    ([, [a]], [, [b]]) => rank(a?.severity) - rank(b?.severity),
  );
  const lines = codes.slice(0, MAX_CODES).map(([code, [first, ...others]]) => {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return `  ${code}: ${first?.message ?? ''}${more}`;
  });
  const left = codes.length - MAX_CODES;
  return [
    `Findings   ${findings.diagnostics.length === 0 ? 'none' : summariseFindings(findings)}`,
    ...lines,
    ...(left > 0 ? [`  … ${plural(left, 'more code')}: \`weir check\` shows all`] : []),
  ];
}
