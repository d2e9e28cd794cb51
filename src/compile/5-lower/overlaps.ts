import { type Engine, createEngine } from '../../engine/engine.js';
import type { Query } from '../../engine/query.js';
import type { CompiledInput } from '../../model/compiled-input.js';
import { pathOfName, titleOf } from '../../model/kubernetes-object.js';
import { listPods } from '../../std/list-text.js';
import type { Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import type { Cause } from '../../model/intent/cause.js';
import type { CanonicalAddress } from '../../net/address.js';
import { messages } from './messages.js';
import { policySource } from './policies/source.js';

/**
 * Warns if effects of several resources overlap on the traffic of a pod. A reroute through a host precedes one to
 * egress points (ovn-kubernetes/priorities.ts). It also precedes external gateways, except that local gateways bring
 * served pods to their gateway router first. Between egress points and external gateways, the result is undefined in
 * the live controllers.
 */
export function reportOverlaps(
  input: CompiledInput,
  report: Reporter,
  engine: Engine = createEngine({ isForOneRound: true }),
): void {
  policySource.set(engine, input);
  engine.ask(overlaps, undefined, report);
}

const overlaps: Query<undefined, undefined> = {
  name: 'overlaps',
  run: (db) => {
    const reroutes = policySource.intentsOf(db, 'reroute');
    const hosts = policySource.intentsOf(db, 'reroute-through-host');
    if (reroutes.length + hosts.length === 0) return undefined;
    const { gatewayMode } = policySource.configurationIn(db);
    findOverlaps([...reroutes, ...hosts, ...policySource.intentsOf(db, 'route')], gatewayMode, db.report);
    return undefined;
  },
};

function findOverlaps(intents: readonly Intent[], gatewayMode: Configuration['gatewayMode'], report: Reporter): void {
  const { reroutes, hosts } = collectReroutes(intents);
  const winner = gatewayMode === 'local' ? 'gateways' : 'host';
  const findHost = (addresses: readonly CanonicalAddress[]): Cause | undefined =>
    addresses.map(({ text }) => hosts.get(text)).find((cause) => cause !== undefined);
  for (const intent of intents) {
    if (intent.effect === 'reroute') {
      for (const [host, pods] of groupByCause(intent.pods, ({ addresses }) => findHost(addresses))) {
        const finding = messages.overridesEgressIP(titleOfPods(pods), pods.length, intent.cause.name, pathOfName(host));
        reportOverlap(finding, { ...host, pointer: '/metadata/name' }, intent.cause, pods, report);
      }
    }
    if (intent.effect !== 'route') continue;
    const families = new Set(intent.nextHops.map(({ address }) => address.family));
    const hostOf = ({ addresses }: Pod): Cause | undefined =>
      findHost(addresses.filter(({ family }) => families.has(family)));
    for (const [other, pods] of groupByCause(intent.pods, (pod) => reroutes.get(pod))) {
      const finding = messages.reroutedBeforeRoute(
        titleOfPods(pods),
        titleOf(other.kind, other),
        titleOf(intent.cause.kind, intent.cause),
      );
      reportOverlap(finding, intent.cause, other, pods, report);
    }
    for (const [other, pods] of groupByCause(intent.pods, hostOf)) {
      const finding = messages.throughHostOrRoute(
        titleOfPods(pods),
        titleOf(other.kind, other),
        titleOf(intent.cause.kind, intent.cause),
        winner,
      );
      reportOverlap(finding, intent.cause, other, pods, report);
    }
  }
}

function collectReroutes(intents: readonly Intent[]) {
  const reroutes = new Map<Pod, Cause>();
  const hosts = new Map<string, Cause>();
  for (const intent of intents) {
    if (intent.effect === 'reroute') for (const pod of intent.pods) reroutes.set(pod, intent.cause);
    else if (intent.effect === 'reroute-through-host') {
      for (const { address } of intent.sources) hosts.set(address.text, intent.cause);
    }
  }
  return { reroutes, hosts };
}

function reportOverlap(finding: Finding, cause: Cause, other: Cause, pods: readonly Pod[], report: Reporter): void {
  report({
    ...finding,
    location: { origin: cause.origin, pointer: cause.pointer },
    resource: { kind: cause.kind, namespace: cause.namespace, name: cause.name },
    related: [
      {
        message: `${titleOf(other.kind, other)} selects ${pods.length === 1 ? 'it' : 'them'} here`,
        location: { origin: other.origin, pointer: other.pointer },
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

function titleOfPods(pods: readonly Pod[]): string {
  return `${pods.length === 1 ? 'pod' : 'pods'} ${listPods(pods)}`;
}
