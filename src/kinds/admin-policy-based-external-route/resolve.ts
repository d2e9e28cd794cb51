import type { Pod } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../contract/kind-context.js';
import { adviseOnNamespaces } from '../shared/label-advice.js';
import { listNames, listPods } from '../../std/list-text.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { createCandidateSearch } from './candidates.js';
import { type ListedGateway, mergeEntries } from './gateway-list.js';
import { type ResolveDynamicHops, createGatewaySearch } from './gateway-pods.js';
import { messages } from './messages.js';
import { type FindNamespaces, createNamespaceSearch, selectorProblem } from './namespaces.js';
import { specOf } from './policy.js';
import { orderPolicies } from './precedence.js';
import { type StepFailure, findFailures } from './reachability.js';
import { resolveStaticHops } from './static-hops.js';
import { isRoutedByPolicy, targetsIn } from './target-pods.js';

/** A policy in service, with its gateways and the pods that it routes. */
export interface ServedPolicy {
  readonly manifest: Manifest;
  /** Namespaces that the policy owns. */
  readonly namespaces: readonly string[];
  readonly pods: readonly Pod[];
  /** Gateways in the order of the resource, static ones first, without duplicates. */
  readonly gateways: readonly ListedGateway[];
  /** Pods that one of the lists gives no route. */
  readonly failures: readonly StepFailure[];
}

/** A policy that the live controllers refuse as a whole. `error` is in their words. */
export interface RefusedPolicy {
  readonly manifest: Manifest;
  readonly error: string;
}

export type ResolvedPolicy = ServedPolicy | RefusedPolicy;

/** Requirements of a policy, before conflicts about namespaces are decided. */
interface PolicyRequest {
  readonly namespaces: readonly string[];
  readonly fixed: readonly ListedGateway[];
  readonly fromPods: readonly ListedGateway[];
}

/**
 * Resolves all policies, in byte order of their names: gateways, then the owner of each namespace. Reports all
 * problems.
 */
export function resolvePolicies(manifests: readonly Manifest[], context: KindContext): ResolvedPolicy[] {
  const { cluster, configuration, observed, report } = context;
  const { errors, externalRoutes } = configuration.release;
  const findNamespaces = createNamespaceSearch(cluster, errors);
  const resolveDynamicHops = createGatewaySearch(createCandidateSearch(cluster, errors), externalRoutes);
  const holders = new Map<string, Manifest>();
  const resolved = orderPolicies(manifests, observed).map((manifest): ResolvedPolicy => {
    const reportAt = createReportAt(manifest, report);
    const request = readPolicy(manifest, context, findNamespaces, resolveDynamicHops, reportAt);
    if ('error' in request) return { manifest, error: request.error };
    const error = takeNamespaces(manifest, request, holders, reportAt);
    if (error !== undefined) return { manifest, error };
    const targets = request.namespaces.flatMap((name) => targetsIn(name, cluster));
    const pods = targets.filter(isRoutedByPolicy);
    if (pods.length < targets.length) {
      const others = targets.filter((pod) => !isRoutedByPolicy(pod));
      reportAt(messages.podsWithoutStatus(others.length, listPods(others)), '/spec/from/namespaceSelector');
    }
    const failures = findFailures(pods, request, reportAt);
    return { manifest, namespaces: request.namespaces, pods, gateways: joinLists(request), failures };
  });
  return resolved.sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1));
}

function readPolicy(
  manifest: Manifest,
  { configuration, cluster }: KindContext,
  findNamespaces: FindNamespaces,
  resolveDynamicHops: ResolveDynamicHops,
  reportAt: ReportAt,
): PolicyRequest | { readonly error: string } {
  const { from, nextHops } = specOf(manifest);
  const { static: listed = [], dynamic = [] } = nextHops;
  const fixed = resolveStaticHops(listed, configuration, reportAt);
  const fromPods = resolveDynamicHops(dynamic, reportAt);
  const namespaces = findNamespaces(from.namespaceSelector);
  if ('text' in namespaces) return selectorProblem(namespaces, 'namespaceSelector', '/spec/from', reportAt);
  if (namespaces.isEverything) reportAt(messages.allNamespaces(), '/spec/from/namespaceSelector');
  else if (namespaces.names.length === 0 && cluster.namespaces.size > 0) {
    reportAt(messages.noNamespace(adviseOnNamespaces(from.namespaceSelector, cluster)), '/spec/from/namespaceSelector');
  }
  if (listed.length + dynamic.length === 0) reportAt(messages.noNextHops(), '/spec/nextHops');
  if ('error' in fixed) return fixed;
  if ('error' in fromPods) return fromPods;
  return {
    namespaces: namespaces.names,
    fixed: mergeEntries(fixed.entries),
    fromPods: mergeEntries(fromPods.entries),
  };
}

/**
 * Assigns the namespaces to a policy, or returns the reason for a conflict. A namespace of another policy rejects the
 * policy as a whole (OVN-Kubernetes), which then owns none.
 */
function takeNamespaces(
  manifest: Manifest,
  { namespaces }: PolicyRequest,
  holders: Map<string, Manifest>,
  reportAt: ReportAt,
): string | undefined {
  const winner = namespaces.map((namespace) => holders.get(namespace)).find((holder) => holder !== undefined);
  if (!winner) {
    for (const namespace of namespaces) holders.set(namespace, manifest);
    return undefined;
  }
  const taken = namespaces.filter((namespace) => holders.get(namespace)?.name === winner.name);
  reportAt(messages.servedByAnother(listNames(taken), winner.name), '/spec/from/namespaceSelector', [
    {
      message: `${winner.name} selects them here`,
      location: { origin: winner.origin, pointer: '/spec/from/namespaceSelector' },
    },
  ]);
  const affected = `namespaces [${taken.join(' ')}] are already affected by another policy: ${winner.name}`;
  return `failed to build updated policy: failed to update policy ${manifest.name}: ${affected}`;
}

/** Joins the gateways. Static ones are applied first, so an address that pods repeat exists already. */
function joinLists({ fixed, fromPods }: PolicyRequest): readonly ListedGateway[] {
  const known = new Set(fixed.map(({ address }) => address.text));
  return [...fixed, ...fromPods.filter(({ address }) => !known.has(address.text))];
}
