import type { Cluster } from '../model/cluster.js';
import type { Manifest } from '../model/manifest.js';
import { pathOfName } from '../model/kubernetes-object.js';
import type { RouteResource } from '../model/route.js';
import { groupBy } from '../std/group-by.js';
import { type Conversion, convertIngress, owningIngressOf, sortIngresses } from './convert.js';
import type { Secrets } from './external-certificate.js';
import { indexClasses, otherClass } from './ingress-class.js';
import { type Ingress, readIngress } from './read-ingress.js';

/** Conversions of all Ingresses. */
export interface Ingresses {
  readonly conversions: readonly Conversion[];
  /** Ingresses of other controllers, or of unknown classes. */
  readonly others: readonly { readonly ingress: Ingress; readonly name: string; readonly controller?: string }[];
}

/** Objects that decide which Routes Ingresses become. */
export interface IngressesInput {
  readonly manifests: readonly Manifest[];
  readonly observed: readonly Manifest[];
  /** All Routes of the input and of the inventory. */
  readonly routes: readonly RouteResource[];
  readonly services: Cluster['services'];
  readonly secrets: Secrets;
}

const GROUP = 'networking.k8s.io/v1';
export const INGRESS = { apiVersion: GROUP, kind: 'Ingress' } as const;
export const INGRESS_CLASS = { apiVersion: GROUP, kind: 'IngressClass' } as const;

/**
 * Converts the Ingresses of the input into Routes. Ingresses that only the inventory contains already own their Routes.
 */
export function convertIngresses({ manifests, observed, routes, services, secrets }: IngressesInput): Ingresses {
  const ofKind = (objects: readonly Manifest[], kind: string): readonly Manifest[] =>
    objects.filter((manifest) => manifest.kind === kind && manifest.apiVersion === GROUP);
  const live = new Map(ofKind(observed, 'Ingress').map((manifest) => [pathOfName(manifest), manifest]));
  const classes = indexClasses([...ofKind(observed, 'IngressClass'), ...ofKind(manifests, 'IngressClass')]);
  const all = ofKind(manifests, 'Ingress').map((manifest) => readIngress(manifest, live.get(pathOfName(manifest))));
  if (all.length === 0) return { conversions: [], others: [] };
  const owned = groupBy(routes, (route) => `${route.namespace}/${owningIngressOf(route)?.name ?? ''}`);
  const names = new Set(routes.map(({ key }) => key));
  const others: Ingresses['others'][number][] = [];
  const conversions = sortIngresses(all).flatMap((ingress) => {
    const other = otherClass(ingress, classes);
    if (other) {
      others.push({ ingress, ...other });
      return [];
    }
    const existing = owned.get(`${ingress.namespace}/${ingress.name}`) ?? [];
    return [convertIngress(ingress, existing, names, { services, secrets })];
  });
  return { conversions, others };
}

/** Returns all Routes after Ingresses have created, changed and deleted theirs. */
export function mergeRoutes(routes: readonly RouteResource[], { conversions }: Ingresses): RouteResource[] {
  const gone = new Set(conversions.flatMap(({ deleted }) => deleted.map(({ key }) => key)));
  const made = new Map(conversions.flatMap(({ owned }) => owned.map(({ route }) => [route.key, route])));
  const kept = routes.filter((route) => !gone.has(route.key) && !made.has(route.key));
  return [...kept, ...made.values()];
}
