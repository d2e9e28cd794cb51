import type { Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Finding, Reporter } from '../model/diagnostic.js';
import type { Cause, Intent, RouteIntent } from '../model/intent.js';
import { messages } from './messages.js';

const MOST = 5;

/**
 * Warns where other effects meet a route to external gateways on the traffic of a pod: a reroute to egress points, of which
 * the live controllers do not say what shall become, and one through a host, which comes first but where local gateways
 * bring served pods to their gateway router before it (OVN-Kubernetes v1.3: priorities 501, 101).
 */
export function reportMeetings(intents: readonly Intent[], { gatewayMode }: Configuration, report: Reporter): void {
  const { reroutes, hosts } = collectReroutes(intents);
  if (reroutes.size + hosts.size === 0) return;
  const winner = gatewayMode === 'local' ? 'gateways' : 'host';
  for (const route of intents) {
    if (route.effect !== 'route') continue;
    const families = new Set(route.nextHops.map(({ family }) => family));
    const hostOf = ({ addresses }: Pod): Cause | undefined =>
      addresses
        .filter((address) => families.has(address.includes(':') ? 'IPv6' : 'IPv4'))
        .map((address) => hosts.get(address))
        .find((cause) => cause !== undefined);
    for (const [other, pods] of groupByCause(route.pods, (pod) => reroutes.get(pod))) {
      const finding = messages.reroutedBeforeRoute(listPods(pods), titleOf(other), titleOf(route.cause));
      reportMeeting(finding, route, other, pods, report);
    }
    for (const [other, pods] of groupByCause(route.pods, hostOf)) {
      const finding = messages.throughHostOrRoute(listPods(pods), titleOf(other), titleOf(route.cause), winner);
      reportMeeting(finding, route, other, pods, report);
    }
  }
}

function collectReroutes(intents: readonly Intent[]) {
  const reroutes = new Map<Pod, Cause>();
  const hosts = new Map<string, Cause>();
  for (const intent of intents) {
    if (intent.effect === 'reroute') for (const pod of intent.pods) reroutes.set(pod, intent.cause);
    else if (intent.effect === 'reroute-through-host') {
      for (const { address } of intent.sources) hosts.set(address, intent.cause);
    }
  }
  return { reroutes, hosts };
}

function reportMeeting(
  finding: Finding,
  { cause }: RouteIntent,
  other: Cause,
  pods: readonly Pod[],
  report: Reporter,
): void {
  report({
    ...finding,
    target: { origin: cause.origin, pointer: cause.pointer },
    resource: { kind: cause.kind, namespace: cause.namespace, name: cause.name },
    related: [
      {
        message: `${titleOf(other)} selects ${pods.length === 1 ? 'it' : 'them'} here`,
        target: { origin: other.origin, pointer: other.pointer },
      },
    ],
  });
}

function groupByCause(pods: readonly Pod[], causeOf: (pod: Pod) => Cause | undefined): Map<Cause, Pod[]> {
  const groups = new Map<Cause, Pod[]>();
  for (const pod of pods) {
    const cause = causeOf(pod);
    if (!cause) continue;
    const group = groups.get(cause);
    if (group) group.push(pod);
    else groups.set(cause, [pod]);
  }
  return groups;
}

function titleOf({ kind, namespace, name }: Cause): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

function listPods(pods: readonly Pod[]): string {
  const shown = pods.slice(0, MOST).map(({ namespace, name }) => `${namespace}/${name}`);
  const more = pods.length > MOST ? ` and ${pods.length - MOST} more` : '';
  return `${pods.length === 1 ? 'pod' : 'pods'} ${shown.join(', ')}${more}`;
}
