import { createListQuery, startsGroupOfLists } from '../../engine/chunks.js';
import type { Query } from '../../engine/query.js';
import { listValues } from '../../engine/record-fields.js';
import type { Namespace, Pod } from '../../model/cluster.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { NextHop } from '../../model/intent/route.js';
import type { ExternalRouteForms } from '../../model/release.js';
import type { CanonicalAddress } from '../../net/address.js';
import { annotationPointer } from '../../yaml/locate.js';
import { sameItems } from '../../std/same-items.js';
import { contextOf } from '../contract/recorded-context.js';
import { causeOf } from '../shared/cause.js';
import { createReportAt } from '../../model/report-at.js';
import { byName } from '../../selectors/pods.js';
import { messages } from './messages.js';
import { type GatewayProblem, gatewayAddresses } from './network-status.js';
import { POD_ANNOTATION, ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Next hops that annotations give the pods of a namespace: by address, in the order in which they were found. */
type Hops = Map<string, NextHop>;

const OF_NAMESPACE = annotationPointer(ANNOTATION.externalGateways);
const OF_POD = annotationPointer(POD_ANNOTATION.gatewayOf);

/** Gateway pods. Most clusters have none. */
const gatewayPods = createListQuery<readonly Pod[], Pod>('gateway pods', {
  listIn: (db) => listValues(contextOf(db).cluster.podsByNamespace),
  startsChunk: startsGroupOfLists,
  make: (_, lists) => lists.flatMap((own) => own.filter(({ gatewayOf }) => gatewayOf)),
});

const annotatedNamespaces: Query<undefined, readonly Namespace[]> = {
  name: 'namespaces with gateways',
  run: (db) => listValues(contextOf(db).cluster.namespaces).filter(({ externalGateways }) => externalGateways),
  same: sameItems,
};

/**
 * Namespace → the gateways that annotations name for its pods, which live controllers serve next to policies
 * (OVN-Kubernetes). The gateways of the namespace come first, then gateway pods in byte order of their names. Of a
 * repeated address, the first counts.
 */
export const annotatedGateways: Query<undefined, ReadonlyMap<string, readonly NextHop[]>> = {
  name: 'annotated gateways',
  run: (db) => {
    const { report } = db;
    const { cluster, configuration } = contextOf(db);
    const { externalRoutes } = configuration.release;
    const pods = [...db.get(gatewayPods, undefined)].sort(byName);
    const namespaces = db.get(annotatedNamespaces, undefined);
    if (!externalRoutes.readsAnnotations) {
      reportIgnored(namespaces, pods, report);
      return new Map();
    }
    const found = new Map<string, Hops>();
    for (const namespace of namespaces) {
      const hops = gatewaysOf(namespace, report);
      if (hops.length > 0) addHops(found, namespace.name, hops);
    }
    for (const pod of pods) {
      const hops = hopsThrough(pod, externalRoutes, report);
      for (const name of new Set(pod.gatewayOf?.text.split(','))) {
        if (cluster.namespaces.has(name)) addHops(found, name, hops);
        else reportAt(pod, messages.gatewayOfUnknownNamespace(name), report);
      }
    }
    return new Map([...found].map(([name, hops]) => [name, [...hops.values()]]));
  },
};

function reportIgnored(namespaces: readonly Namespace[], pods: readonly Pod[], report: Reporter): void {
  for (const { manifest } of namespaces) {
    if (!manifest) continue;
    createReportAt(manifest, report)(messages.ignoredAnnotation(ANNOTATION.externalGateways), OF_NAMESPACE);
  }
  for (const pod of pods) reportAt(pod, messages.ignoredAnnotation(POD_ANNOTATION.gatewayOf), report);
}

function addHops(found: Map<string, Hops>, namespace: string, hops: readonly NextHop[]): void {
  const known = found.get(namespace) ?? new Map<string, NextHop>();
  for (const hop of hops) if (!known.has(hop.address.text)) known.set(hop.address.text, hop);
  if (known.size > 0) found.set(namespace, known);
}

function gatewaysOf({ externalGateways, manifest }: Namespace, report: Reporter): NextHop[] {
  if (!manifest || !externalGateways) return [];
  const { named, monitored } = externalGateways;
  if ('bad' in named) {
    createReportAt(manifest, report)(messages.badAnnotatedGateways(named.bad), OF_NAMESPACE);
    return [];
  }
  const cause = causeOf(manifest, OF_NAMESPACE);
  return named.addresses.map((address) => hopTo(address, monitored, cause));
}

/** Returns the gateways of a pod. Returns none while the pod is not ready, if the release requires that. */
function hopsThrough(pod: Pod, { needsReadyGateways }: ExternalRouteForms, report: Reporter): NextHop[] {
  const { namespace, name, origin, gatewayOf, ready, terminating, completed } = pod;
  if (!gatewayOf || completed || (needsReadyGateways && (!ready || terminating))) return [];
  const found = gatewayAddresses(pod, gatewayOf.network);
  if ('problem' in found) {
    reportAt(pod, messages.badGatewayPod(describe(found.problem, gatewayOf.network)), report);
    return [];
  }
  if (found.addresses.length === 0) reportAt(pod, messages.gatewayWithoutAddress([`${namespace}/${name}`]), report);
  const cause = { apiVersion: 'v1', kind: 'Pod', namespace, name, origin, pointer: OF_POD };
  return found.addresses.map((address) => hopTo(address, gatewayOf.monitored, cause));
}

/** Returns the reason why a pod is not a gateway, in words. */
function describe(problem: GatewayProblem, network: string): string {
  switch (problem) {
    case 'not on its host':
      return `it is not on the network of its host, and ${POD_ANNOTATION.gatewayNetwork} names no other`;
    case 'not a list':
      return 'k8s.v1.cni.cncf.io/network-status is no JSON list of its networks';
    case 'not in the network':
      return `it is not in the network '${network}'`;
  }
}

function hopTo(address: CanonicalAddress, monitored: boolean, cause: NextHop['cause']): NextHop {
  return { address, monitored, cause };
}

function reportAt({ namespace, name, origin }: Pod, finding: Finding, report: Reporter): void {
  report({ ...finding, location: { origin, pointer: OF_POD }, resource: { kind: 'Pod', namespace, name } });
}
