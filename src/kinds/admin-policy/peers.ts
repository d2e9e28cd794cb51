import type { Cluster, Node } from '../../model/cluster.js';
import type { Finding } from '../../model/diagnostic.js';
import type { IntentPeer, PodSelection, PolicyPort } from '../../model/intent/policy.js';
import type { ReportAt } from '../../model/report-at.js';
import type { Prefix } from '../../net/address.js';
import { type WrittenCIDR, parseCIDR, prefixOf } from '../../net/prefix.js';
import type { WrittenSelector } from '../../selectors/namespaces.js';
import type { LabelSelector, SelectorProblem } from '../../selectors/selector.js';
import type { AdminPolicyMessages } from './messages.js';
import type { AdminPeer, AdminPort, AdminSubject } from './spec.js';
import { suspectCIDR } from '../shared/cidr.js';
import type { KindContext, ResolveContext } from '../contract/kind-context.js';
import { adviseOnNodes, adviseOnPods } from '../shared/label-advice.js';
import { type SelectPods, createPodSelection, createSelectorCompiler } from '../shared/pod-selection.js';

/** Reason why the live controllers reject a policy: `text` in their words, and the finding, at a pointer. */
export interface AdminProblem {
  readonly text: string;
  readonly finding: Finding;
  readonly pointer: string;
}

/** Finds the subjects and peers of cluster-wide policies. A repeated selector is resolved once. */
export interface AdminPeers {
  readonly knowsPods: boolean;
  readonly selectPods: (subject: AdminSubject, pointer: string) => PodSelection | AdminProblem;
  /** Returns a suggestion for a subject that selects no pod. */
  readonly adviseOn: (subject: AdminSubject) => string | undefined;
  /** The peers of a rule, or its first problem. `pointer` is that of the list. */
  readonly resolvePeers: (
    peers: readonly AdminPeer[],
    pointer: string,
    reportAt: ReportAt,
  ) => readonly IntentPeer[] | AdminProblem;
  readonly resolvePorts: (ports: readonly AdminPort[], pointer: string, reportAt: ReportAt) => readonly PolicyPort[];
}

interface Shared {
  readonly compile: (written: LabelSelector) => WrittenSelector | SelectorProblem;
  readonly select: SelectPods;
  readonly selectNodes: (selector: WrittenSelector) => readonly Node[];
  /** True if the inventory has pods: without any, selectors that select nothing are not reported. */
  readonly knowsPods: boolean;
  readonly families: KindContext['configuration']['ipFamilies'];
  readonly looksUpNames: boolean;
  readonly messages: AdminPolicyMessages;
  readonly cluster: Cluster;
  readonly adviseOn: AdminPeers['adviseOn'];
}

/** Prepares to resolve the policies of one kind. */
export function createAdminPeers(context: ResolveContext, messages: AdminPolicyMessages): AdminPeers {
  const { cluster, configuration } = context;
  const { adminPolicy, errors } = configuration.release;
  const shared: Shared = {
    compile: createSelectorCompiler(errors.valuesText),
    select: createPodSelection(context),
    selectNodes: createNodeSelection(cluster),
    knowsPods: cluster.podsByNamespace.size > 0,
    families: configuration.ipFamilies,
    looksUpNames: adminPolicy.looksUpNames,
    messages,
    cluster,
    adviseOn: ({ namespaces, pods }) =>
      adviseOnPods(pods ?? { namespaceSelector: namespaces ?? {} }, undefined, cluster),
  };
  return {
    knowsPods: shared.knowsPods,
    adviseOn: shared.adviseOn,
    selectPods: (subject, pointer) => selectPods(subject, pointer, shared),
    resolvePeers: (peers, pointer, reportAt) => resolvePeers(peers, pointer, shared, reportAt),
    resolvePorts: (ports, pointer, reportAt) =>
      ports.flatMap((port, index) => resolvePort(port, `${pointer}/${index}`, shared, reportAt)),
  };
}

/** Reads the nodes only for a peer that selects nodes, because policies without one do not depend on them. */
function createNodeSelection(cluster: Cluster): Shared['selectNodes'] {
  const known = new Map<WrittenSelector, readonly Node[]>();
  return (selector) => {
    let found = known.get(selector);
    if (!found) known.set(selector, (found = cluster.nodes.filter(({ labels }) => selector.compiled.matches(labels))));
    return found;
  };
}

function compileAt(
  written: LabelSelector,
  pointer: string,
  { compile, messages }: Shared,
): WrittenSelector | AdminProblem {
  const result = compile(written);
  if (!('text' in result)) return result;
  return { text: result.text, finding: messages.badSelector(result.text), pointer: pointer + result.pointer };
}

/** Returns the pods of a peer, without host-network pods (OVN-Kubernetes). */
function selectPods(
  { namespaces, pods, namespacesAt }: AdminPeer,
  pointer: string,
  shared: Shared,
): PodSelection | AdminProblem {
  const where = pods
    ? compileAt(pods.namespaceSelector, `${pointer}/${namespacesAt ?? 'pods/namespaceSelector'}`, shared)
    : compileAt(namespaces ?? {}, `${pointer}/${namespacesAt ?? 'namespaces'}`, shared);
  if ('finding' in where) return where;
  if (!pods) return shared.select({ namespaces: where, withHostNetwork: false });
  const which = compileAt(pods.podSelector, `${pointer}/pods/podSelector`, shared);
  if ('finding' in which) return which;
  return shared.select({ namespaces: where, pods: which, withHostNetwork: false });
}

function resolvePeers(
  peers: readonly AdminPeer[],
  pointer: string,
  shared: Shared,
  reportAt: ReportAt,
): readonly IntentPeer[] | AdminProblem {
  const resolved: IntentPeer[] = [];
  for (const [index, peer] of peers.entries()) {
    const result = resolvePeer(peer, `${pointer}/${index}`, shared, reportAt);
    if ('finding' in result) return result;
    resolved.push(...result);
  }
  return resolved;
}

function resolvePeer(
  peer: AdminPeer,
  pointer: string,
  shared: Shared,
  reportAt: ReportAt,
): readonly IntentPeer[] | AdminProblem {
  const { nodes, networks } = peer;
  if (networks) return resolveNetworks(networks, `${pointer}/networks`, shared, reportAt);
  if (!nodes) {
    const selection = selectPods(peer, pointer, shared);
    if ('finding' in selection) return selection;
    const { comparesBy } = peer;
    if (comparesBy) {
      reportAt(
        shared.messages.comparedLabels(comparesBy),
        `${pointer}/${peer.pods ? 'pods/' : ''}namespaces/${comparesBy}`,
      );
      return NOTHING;
    }
    if (shared.knowsPods && selection.pods.length === 0)
      reportAt(shared.messages.noPeer(shared.adviseOn(peer)), pointer);
    return [{ type: 'pods', selection }];
  }
  const selector = compileAt(nodes, `${pointer}/nodes`, shared);
  if ('finding' in selector) return selector;
  const found = shared.selectNodes(selector);
  if (shared.knowsPods && found.length === 0)
    reportAt(shared.messages.noPeer(adviseOnNodes(nodes, shared.cluster)), pointer);
  return [{ type: 'addresses', addresses: found.flatMap(({ hostAddresses = [] }) => hostAddresses) }];
}

/** A peer that no packet has. */
const NOTHING: readonly IntentPeer[] = [{ type: 'addresses', addresses: [] }];

function resolveNetworks(
  networks: readonly string[],
  pointer: string,
  { families, messages }: Shared,
  reportAt: ReportAt,
): readonly IntentPeer[] | AdminProblem {
  const blocks: IntentPeer[] = [];
  for (const [index, text] of networks.entries()) {
    const at = `${pointer}/${index}`;
    const cidr = readNetwork(text);
    if (!cidr) return { text: `invalid CIDR address: ${text}`, finding: messages.badNetwork(text), pointer: at };
    for (const finding of suspectCIDR(text, cidr, families, messages)) reportAt(finding, at);
    blocks.push({ type: 'block', prefix: cidr.prefix, text, except: [] });
  }
  return blocks;
}

/**
 * Returns a network as Go's `net.ParseCIDR` reads it: the prefix length may have leading zeros, and an IPv4 network in
 * IPv6 form is the IPv4 one, unless it leaves more open than IPv4.
 */
function readNetwork(text: string): WrittenCIDR | undefined {
  const plain = text.replace(/\/0+(?=[0-9])/, '/');
  const cidr = parseCIDR(plain);
  if (cidr) return cidr;
  const [before = '', length = ''] = plain.split('/');
  const mapped = /^[0-9]{1,2}$/.test(length) ? parseCIDR(`${before}/128`) : undefined;
  if (mapped?.mapped !== true) return undefined;
  const address = { family: 'IPv6' as const, value: (0xffffn << 32n) | mapped.address.value };
  const prefix: Prefix = prefixOf(address, Number(length));
  return { prefix, address, mapped: false };
}

/** Resolves a port. A name applies to every protocol for which containers define it. */
function resolvePort(
  port: AdminPort,
  pointer: string,
  { messages, looksUpNames }: Shared,
  reportAt: ReportAt,
): PolicyPort[] {
  const { portNumber, portRange, namedPort } = port;
  if (namedPort !== undefined && !looksUpNames) {
    reportAt(messages.unreadNamedPort(namedPort), `${pointer}/namedPort`);
    return [{ protocol: 'none', port: namedPort }];
  }
  if (namedPort !== undefined) {
    return (['TCP', 'UDP', 'SCTP'] as const).map((protocol) => ({ protocol, port: namedPort }));
  }
  const { protocol = 'TCP' } = portNumber ?? portRange ?? {};
  const field = portRange ? 'portRange' : 'portNumber';
  if (!isProtocol(protocol)) reportAt(messages.badProtocol(protocol), `${pointer}/${field}/protocol`);
  const read = isProtocol(protocol) ? protocol : 'none';
  if (!portRange) return [{ protocol: read, port: portNumber?.port ?? 0 }];
  const { start, end } = portRange;
  if (end < start) reportAt(messages.emptyRange(start, end), `${pointer}/portRange/end`);
  return [{ protocol: read, port: start, endPort: end }];
}

function isProtocol(text: string): text is 'TCP' | 'UDP' | 'SCTP' {
  return text === 'TCP' || text === 'UDP' || text === 'SCTP';
}
