import type { HostRule, HostState, HostTranslationElement } from '../model/host-state.js';
import type { HostRoute } from '../model/node-state.js';
import { parseAddress } from '../net/address.js';
import { contains, parsePrefix } from '../net/prefix.js';
import { MAIN_TABLE, POD_TO_NODE_MARK } from '../ovn-kubernetes/numbers.js';
import { isIPv6 } from './packet.js';
import { type PathProgress, type Path, finishPath, pass } from './path.js';
import { INVALID_ALONE } from './untracked.js';

/**
 * Traces a packet from the management port through the host of a node: Weir's rules, routes and translations, in the
 * order of the kernel. The rest of a host is unknown.
 */
export function crossHost(state: HostState | undefined, node: string, port: string, progress: PathProgress): Path[] {
  const { destination } = progress.packet;
  const arrived = { type: 'node', name: node, node, port } as const;
  if (!state || state.addresses.includes(destination)) return [finishPath(progress, 'delivered', arrived)];
  const at = hostPlace(node);
  const { path, route } = chooseRoute(state, at, { ...progress, passed: [...progress.passed, { at, port }] });
  // The first packet of a connection determines its translation, not a reply whose request the host has not seen.
  const isInvalid = progress.packet.isReply === true && INVALID_ALONE.has(progress.packet.protocol);
  const translated = isInvalid ? path : translate(state, at, path, route?.interface);
  const isTranslated = translated !== path;
  const end = { type: 'outside', name: destination, node } as const;
  if (!route) {
    // Without a translation here, OVN-Kubernetes or an EgressIP sets the address of the outgoing interface.
    const unknown = [...(isTranslated ? [] : (['source'] as const)), 'interface', 'next hop'] as const;
    return [finishPath(translated, 'delivered', { ...end, unknown })];
  }
  const kept = state.egressIPTranslations.some((one) => isFor(one, translated.packet.source, route.interface));
  if (kept) {
    const text = 'dropped: it would leave with the address of a pod';
    return [finishPath(pass(translated, { stage: 'host-filter', at, text }), 'dropped', { type: 'nowhere', name: at })];
  }
  return [finishPath(translated, 'delivered', { ...end, port: route.interface, nextHop: route.via ?? destination })];
}

/** Returns the name of a host in stages. */
export function hostPlace(node: string): string {
  return `host ${node}`;
}

interface Choice {
  readonly path: PathProgress;
  /** If unset, Weir does not write the table. */
  readonly route?: HostRoute;
}

/** Returns the route of the first rule whose table has one. */
function chooseRoute(state: HostState, at: string, progress: PathProgress): Choice {
  for (const rule of [...state.rules].sort((a, b) => a.priority - b.priority)) {
    if (!isRuleFor(rule, progress)) continue;
    const path = pass(progress, { stage: 'host-rule', at, text: describeRule(rule) });
    if (rule.table === MAIN_TABLE) return { path: toMain(path, at) };
    const own = state.routes.filter(({ table }) => table === rule.table);
    if (own.length === 0) {
      const text = `by table ${rule.table}, which Weir does not manage: interface and next hop are unknown`;
      return { path: pass(path, { stage: 'host-route', at, text }) };
    }
    const route = longest(own, progress.packet.destination);
    if (!route) continue;
    const text = `out of ${route.interface}${route.via === undefined ? '' : ` to ${route.via}`}, by table ${rule.table}`;
    return { path: pass(path, { stage: 'host-route', at, text }), route };
  }
  return { path: toMain(progress, at) };
}

function toMain(progress: PathProgress, at: string): PathProgress {
  const text = 'by the main table, which Weir does not manage: interface and next hop are unknown';
  return pass(progress, { stage: 'host-route', at, text });
}

function isRuleFor({ family, from, fwmark, sport }: HostRule, { packet }: PathProgress): boolean {
  if ((family === 'IPv6') !== isIPv6(packet)) return false;
  if (from !== undefined && from.replace(/\/.*$/, '') !== packet.source) return false;
  if (fwmark !== undefined && fwmark !== packet.mark) return false;
  return sport === undefined || sport === packet.sourcePort;
}

function describeRule({ priority, from, fwmark, table }: HostRule): string {
  const selector = from === undefined ? (fwmark === undefined ? 'all' : `mark ${fwmark}`) : `from ${from}`;
  return `rule ${priority}: ${selector} looks at table ${table}`;
}

function longest(routes: readonly HostRoute[], destination: string): HostRoute | undefined {
  const address = parseAddress(destination);
  let best: { readonly route: HostRoute; readonly length: number } | undefined;
  for (const route of routes) {
    const prefix = parsePrefix(route.destination);
    if (!address || !prefix || !contains(prefix, address)) continue;
    if (!best || prefix.length > best.length) best = { route, length: prefix.length };
  }
  return best?.route;
}

/** Applies the first chain with a translation: a connection is translated once. */
function translate(state: HostState, at: string, progress: PathProgress, port: string | undefined): PathProgress {
  const { source, mark } = progress.packet;
  const service =
    mark === POD_TO_NODE_MARK ? undefined : state.serviceTranslations.find((one) => isFor(one, source, port));
  const found = service ?? state.egressIPTranslations.find((one) => isFor(one, source, port));
  if (!found) return progress;
  const { cause, becomes } = found;
  const decider = cause && { kind: cause.kind, namespace: cause.namespace, name: cause.name, cause };
  const chain = service ? 'egress-services' : 'egress-ip-snat';
  const stage = { stage: 'host-translation', at, text: `from ${becomes}, by the chain ${chain}` } as const;
  const effect = service ? ({ effect: 'from-announced-address' } as const) : {};
  return pass(progress, { ...stage, ...effect, ...(decider ? { decidedBy: decider } : {}) }, { source: becomes });
}

function isFor(element: HostTranslationElement, source: string, port: string | undefined): boolean {
  return element.source === source && (element.interface === undefined || element.interface === port);
}
