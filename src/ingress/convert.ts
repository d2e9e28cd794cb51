import { createHash } from 'node:crypto';
import type { RouteResource } from '../model/route.js';
import { asObject } from '../std/json.js';
import { checkRoute } from './api-rules.js';
import { compareText } from '../std/compare-text.js';
import { isTrue } from './environment.js';
import { joinErrors } from './field-error.js';
import type { Ingress, IngressPath, IngressRule } from './read-ingress.js';
import { type ConversionInput, type WantedRoute, isAsWanted, routeHost, wantRoute } from './route-of-rule.js';

/** A Route that an Ingress creates or owns. */
export interface OwnedRoute {
  readonly route: RouteResource;
  /** True if the Ingress gets the addresses of the Route, because the controller finds nothing to change in it. */
  readonly counts: boolean;
  /** True if the metadata and spec of the Route are unchanged. */
  readonly isUnchanged: boolean;
}

/** Result of converting an Ingress. See the ingress-to-route controller of May 2026. */
export interface Conversion {
  readonly ingress: Ingress;
  readonly owned: readonly OwnedRoute[];
  readonly deleted: readonly RouteResource[];
  /** Skipped parts, with the controller's message and the location. */
  readonly leftOut: readonly { readonly text: string; readonly pointer: string }[];
  /** Routes that the API server rejects, with its message and the location of the cause. */
  readonly rejected: readonly { readonly text: string; readonly pointer: string }[];
}

/** Returns true if the labels of an Ingress are copied to existing Routes. Returns undefined for an invalid value. */
export function copiesLabels({ annotations }: Ingress): boolean | undefined {
  const text = (annotations['route.openshift.io/reconcile-labels'] ?? '').toLowerCase();
  if (text === '') return false;
  return ['1', 't', 'true', '0', 'f', 'false'].includes(text) ? isTrue(text) : undefined;
}

/**
 * Converts the rules of an Ingress into Routes. `existing` are those that it owns. `names` are those of all Routes, to
 * which new names are added.
 */
export function convertIngress(
  ingress: Ingress,
  existing: readonly RouteResource[],
  names: Set<string>,
  input: ConversionInput,
): Conversion {
  const left = [...existing];
  const owned: OwnedRoute[] = [];
  const leftOut: { text: string; pointer: string }[] = [];
  const rejected: { text: string; pointer: string }[] = [];
  const addOwned = (one: OwnedRoute, fallback: RouteResource | undefined, pointer: string): void => {
    const errors = checkRoute(one.route, input.secrets, new Set());
    if (errors.length === 0) owned.push(one);
    else {
      rejected.push({ text: joinErrors(errors), pointer });
      if (fallback) owned.push({ route: fallback, counts: false, isUnchanged: true });
    }
  };
  for (const { rule, path, place, pointer } of pathsOf(ingress, leftOut)) {
    const at = left.findIndex((route) => route.host === routeHost(rule) && route.path === path.path);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    const wanted = wantRoute(ingress, rule, path, input);
    if ('problem' in wanted) {
      leftOut.push({ text: `${wanted.problem} ${place}`, pointer });
      if (found) left.push(found);
      continue;
    }
    const copies = copiesLabels(ingress) === true;
    const hasCurrentOwner = found ? owningIngressOf(found)?.apiVersion === CURRENT_OWNER : true;
    if (found && isAsWanted(found, ingress, wanted, { hasCurrentOwner, copiesLabels: copies })) {
      owned.push({ route: found, counts: true, isUnchanged: true });
      continue;
    }
    const route = found ? rewriteRoute(found, ingress, wanted, copies) : makeRoute(ingress, wanted, names);
    const counts = isAsWanted(route, ingress, wanted, { hasCurrentOwner: true, copiesLabels: copies });
    addOwned({ route, counts, isUnchanged: false }, found, pointer);
  }
  return { ingress, owned, deleted: left, leftOut, rejected };
}

/** Yields the paths that can become Routes. Adds those that never can to `leftOut`. */
function* pathsOf(
  { rules }: Ingress,
  leftOut: { text: string; pointer: string }[],
): Generator<{ rule: IngressRule; path: IngressPath; place: string; pointer: string }> {
  for (const [index, rule] of rules.entries()) {
    const ruleAt = `/spec/rules/${index}`;
    const missing = !rule.paths ? 'http' : rule.host === '' ? 'host' : undefined;
    if (missing !== undefined)
      leftOut.push({ text: `Missing ${missing} field in rule at index ${index}`, pointer: ruleAt });
    for (const [place, path] of missing === undefined ? (rule.paths ?? []).entries() : []) {
      const pointer = `${ruleAt}/http/paths/${place}`;
      const where = `at index ${index}, path index ${place}`;
      const problem = pathProblem(path);
      if (problem === undefined) yield { rule, path, place: where, pointer };
      else leftOut.push({ text: `${problem} in rule ${where}`, pointer });
    }
  }
}

function pathProblem({ service, pathType }: IngressPath): string | undefined {
  if (!service) return 'Missing backend service field';
  if (service.name === '') return 'Missing backend service name';
  return pathType === 'Exact' ? 'Unsupported exact path type' : undefined;
}

const CURRENT_OWNER = 'networking.k8s.io/v1';
const OWNERS = [CURRENT_OWNER, 'networking.k8s.io/v1beta1', 'extensions.k8s.io/v1beta1'];

/** Returns the Ingress that owns a Route, by its owner reference. */
export function owningIngressOf({
  manifest,
}: RouteResource): { readonly apiVersion: string; readonly name: string } | undefined {
  const references = asObject(manifest.object.metadata)?.ownerReferences;
  for (const item of Array.isArray(references) ? references : []) {
    const { apiVersion, kind, name, controller } = asObject(item) ?? {};
    const isKnown = typeof apiVersion === 'string' && OWNERS.includes(apiVersion);
    if (kind === 'Ingress' && controller === true && isKnown && typeof name === 'string') return { apiVersion, name };
  }
  return undefined;
}

function backendOf(name: string, weight: number): RouteResource['to'] {
  return { kind: 'Service', name, weight };
}

const DEFAULT_WEIGHT = 100;

function makeRoute(ingress: Ingress, wanted: WantedRoute, names: Set<string>): RouteResource {
  const { manifest, namespace, labels, annotations } = ingress;
  const { host, path, service, wildcardPolicy, targetPort, tls } = wanted;
  const name = makeName(ingress, wanted, names);
  return {
    manifest,
    key: `${namespace}/${name}`,
    namespace,
    name,
    labels,
    annotations,
    host,
    subdomain: '',
    path,
    to: backendOf(service, DEFAULT_WEIGHT),
    alternateBackends: [],
    ...(targetPort === undefined ? {} : { targetPort }),
    ...(tls ? { tls } : {}),
    wildcardPolicy,
    requestHeaders: [],
    responseHeaders: [],
    statuses: [],
  };
}

/**
 * Returns a Route with the fields that the Ingress decides. Fields that users may have added are kept: weight, CA
 * certificate, and the policy for plain HTTP.
 */
function rewriteRoute(route: RouteResource, ingress: Ingress, wanted: WantedRoute, copies: boolean): RouteResource {
  const { tls: before } = route;
  const { host, path, service, wildcardPolicy, targetPort, tls } = wanted;
  const keepsAuthority = tls?.termination === 'reencrypt' && !wanted.namesAuthority;
  const kept = before && {
    caCertificate: before.caCertificate,
    insecurePolicy: before.insecurePolicy,
    ...(keepsAuthority ? { destinationCACertificate: before.destinationCACertificate } : {}),
  };
  const { manifest, key, namespace, name, labels, birth, subdomain, statuses } = route;
  return {
    manifest,
    key,
    namespace,
    name,
    labels,
    ...(birth ? { birth } : {}),
    subdomain,
    requestHeaders: [],
    responseHeaders: [],
    statuses,
    ...(copies ? { labels: ingress.labels } : {}),
    annotations: ingress.annotations,
    host,
    path,
    to: backendOf(service, route.to.weight),
    alternateBackends: [],
    ...(targetPort === undefined ? {} : { targetPort }),
    ...(tls ? { tls: { ...tls, ...kept } } : {}),
    wildcardPolicy,
  };
}

/** Alphabet of random suffixes in Kubernetes. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const LONGEST_PREFIX = 58;
const SUFFIX = 5;

/**
 * Returns a name for a new Route. The live controller draws a random suffix. This suffix is a hash of host, path, and a
 * number that avoids used names.
 */
function makeName({ namespace, name }: Ingress, { host, path }: WantedRoute, names: Set<string>): string {
  const prefix = `${name}-`.slice(0, LONGEST_PREFIX);
  for (let attempt = 0; ; attempt++) {
    const bytes = createHash('sha256').update(`${host}${path} ${attempt}`).digest();
    const suffix = Array.from(bytes.subarray(0, SUFFIX), (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
    const key = `${namespace}/${prefix}${suffix}`;
    if (names.size !== names.add(key).size) return `${prefix}${suffix}`;
  }
}

/** Returns the Ingresses in byte order of their names. */
export function sortIngresses(ingresses: readonly Ingress[]): Ingress[] {
  return [...ingresses].sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}
