import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { Manifest } from '../model/manifest.js';
import type { RouteResource } from '../model/route.js';
import { pathOfName } from '../model/kubernetes-object.js';
import { type Admission, admitRoutes } from './admission.js';
import { type ApiError, checkRoute } from './api-rules.js';
import { INGRESS, INGRESS_CLASS, type Ingresses, convertIngresses, mergeRoutes } from './ingresses.js';
import type { Secrets } from './external-certificate.js';
import { readRoute } from './read-route.js';

/** Decisions of the ingress controllers of a cluster about all Routes. */
export interface Exposure {
  /** Routes of the input, and those that its Ingresses create, without those that the API server rejects. */
  readonly routes: readonly RouteResource[];
  /** Conversions of the Ingresses. */
  readonly ingresses: Ingresses;
  /** Routes that the API server rejects. */
  readonly errors: readonly { readonly route: RouteResource; readonly errors: readonly ApiError[] }[];
  readonly controllers: readonly {
    readonly controller: IngressController;
    readonly admissions: readonly Admission[];
  }[];
}

/** Objects of the input and of the inventory that decide what is exposed. */
export interface ExposureInput {
  readonly manifests: readonly Manifest[];
  readonly observed: readonly Manifest[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

export const ROUTE = { apiVersion: 'route.openshift.io/v1', kind: 'Route' } as const;

/** The kinds of objects that decide what is exposed. */
export const EXPOSED_KINDS = [ROUTE, INGRESS, INGRESS_CLASS] as const;

/**
 * Converts Ingresses into Routes, and decides for each ingress controller which Routes it serves. A Route of the input
 * replaces the same Route of the inventory.
 */
export function exposeRoutes({ manifests, observed, cluster, configuration }: ExposureInput): Exposure {
  const { ingressControllers } = cluster;
  const live = new Map(observed.filter(isRoute).map((manifest) => [pathOfName(manifest), manifest]));
  const own = manifests.filter(isRoute);
  const liveOf = (manifest: Manifest): Manifest | undefined =>
    live.size === 0 ? undefined : live.get(pathOfName(manifest));
  const written = own.map((manifest) => readRoute(manifest, configuration.clusterIngressDomain, liveOf(manifest)));
  const secrets = indexSecrets(cluster);
  const denied = new Set(ingressControllers.flatMap(({ deniedSecrets }) => [...deniedSecrets]));
  const errors = written.flatMap((route) => {
    const found = checkRoute(route, secrets, denied);
    return found.length === 0 ? [] : [{ route, errors: found }];
  });
  const rejected = new Set(keepsInvalid(cluster) ? [] : errors.map(({ route }) => route));
  const valid = written.filter((route) => !rejected.has(route));
  const named = new Set(written.map(({ key }) => key));
  const others = [...live.values()]
    .filter((manifest) => !named.has(pathOfName(manifest)))
    .map((manifest) => readRoute(manifest, undefined));
  const routes = [...valid, ...others];
  const { services } = cluster;
  const ingresses =
    ingressControllers.length === 0
      ? { conversions: [], others: [] }
      : convertIngresses({ manifests, observed, routes, services, secrets });
  const all = mergeRoutes(routes, ingresses);
  const given = new Set(manifests);
  return {
    routes: all.filter(({ manifest }) => given.has(manifest)),
    ingresses,
    errors,
    controllers: ingressControllers.map((controller) => ({
      controller,
      admissions: admitRoutes(all, controller, cluster, secrets),
    })),
  };
}

/** Returns true if the cluster still contains objects that the current API server would reject. */
export function keepsInvalid({ ingressControllers }: Cluster): boolean {
  return ingressControllers.some(({ keepInvalid }) => keepInvalid);
}

function isRoute({ apiVersion, kind }: Manifest): boolean {
  return apiVersion === ROUTE.apiVersion && kind === ROUTE.kind;
}

function indexSecrets({ secrets }: Cluster): Secrets {
  return { byName: secrets, namespaces: new Set([...secrets.values()].map(({ namespace }) => namespace)) };
}
