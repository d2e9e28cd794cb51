import { type Engine, createEngine } from '../../engine/engine.js';
import { createChunkQuery, isChosen } from '../../engine/chunks.js';
import type { Db, Query } from '../../engine/query.js';
import type { CompiledInput } from '../../model/compiled-input.js';
import { pathOfName, titleOf } from '../../model/kubernetes-object.js';
import { listPods } from '../../std/list-text.js';
import type { Pod } from '../../model/cluster.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Cause } from '../../model/intent/cause.js';
import type { RerouteIntent } from '../../model/intent/egress-point.js';
import type { RouteIntent } from '../../model/intent/route.js';
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

/** Number of reroutes in a chunk, on average. Most of them have many pods. */
const REROUTES_IN_CHUNK = 16;

const overlaps: Query<undefined, undefined> = {
  name: 'overlaps',
  run: (db) => {
    if (db.get(hostsByAddress, undefined).size > 0) db.get(reroutesOfHostPods, undefined);
    const routes = policySource.intentsOf(db, 'route');
    if (routes.length > 0) findOverlapsOfRoutes(routes, db);
    return undefined;
  },
};

/** Address of a pod that leaves through a host → the cause. */
const hostsByAddress: Query<undefined, ReadonlyMap<string, Cause>> = {
  name: 'addresses that leave through hosts',
  run: (db) => {
    const hosts = policySource.intentsOf(db, 'reroute-through-host');
    return new Map(hosts.flatMap(({ sources, cause }) => sources.map(({ address }) => [address.text, cause] as const)));
  },
};

type FindHost = (addresses: readonly CanonicalAddress[]) => Cause | undefined;

function hostFinder(db: Db): FindHost {
  const hosts = db.get(hostsByAddress, undefined);
  return (addresses) => addresses.map(({ text }) => hosts.get(text)).find((cause) => cause !== undefined);
}

/** Reports pods of reroutes that leave through hosts. */
const reroutesOfHostPods = createChunkQuery<RerouteIntent, undefined>('reroutes of pods that leave through hosts', {
  listIn: (db) => policySource.intentsOf(db, 'reroute'),
  startsChunk: ({ cause }) => isChosen(cause.name, REROUTES_IN_CHUNK),
  make: (db, intents) => {
    const findHost = hostFinder(db);
    for (const intent of intents) {
      for (const [host, pods] of groupByCause(intent.pods, ({ addresses }) => findHost(addresses))) {
        const finding = messages.overridesEgressIP(titleOfPods(pods), pods.length, intent.cause.name, pathOfName(host));
        reportOverlap(finding, { ...host, pointer: '/metadata/name' }, intent.cause, pods, db.report);
      }
    }
    return undefined;
  },
});

function findOverlapsOfRoutes(routes: readonly RouteIntent[], db: Db): void {
  const { report } = db;
  const winner = policySource.configurationIn(db).gatewayMode === 'local' ? 'gateways' : 'host';
  const findHost = hostFinder(db);
  const reroutes = new Map<Pod, Cause>();
  for (const { pods, cause } of policySource.intentsOf(db, 'reroute')) for (const pod of pods) reroutes.set(pod, cause);
  for (const intent of routes) {
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
