import type { Admission } from '../../ingress/admission.js';
import type { Conversion } from '../../ingress/convert.js';
import { variable } from '../../ingress/environment.js';
import { type Exposure, ROUTE } from '../../ingress/exposure.js';
import type { DerivedObjectIntent, StatusIntent } from '../../model/intent/kubernetes-object.js';
import type { RouteResource } from '../../model/route.js';
import { type Json, type JsonObject, asObject } from '../../std/json.js';
import { causeOf } from '../shared/cause.js';

/** Returns the Routes of Ingresses, and the addresses of Ingresses if they change. */
export function lowerIngresses(exposure: Exposure): (DerivedObjectIntent | StatusIntent)[] {
  const admitted = indexAdmissions(exposure);
  return exposure.ingresses.conversions.flatMap((conversion) => [
    ...conversion.owned.map(({ route, isUnchanged }): DerivedObjectIntent => ({
      effect: 'derived-object',
      object: isUnchanged ? withoutKey(route.manifest.object) : writeRoute(route, conversion),
      cause: causeOf(conversion.ingress.manifest, ''),
    })),
    ...addressesOf(conversion, admitted),
  ]);
}

type Addresses = ReadonlyMap<string, readonly string[]>;

/** Returns the canonical names of the routers that serve a Route, by its name. */
function indexAdmissions({ controllers }: Exposure): Addresses {
  const names = new Map<string, string[]>();
  for (const { controller, admissions } of controllers) {
    const canonical = variable(controller, 'ROUTER_CANONICAL_HOSTNAME');
    for (const { route, refusal } of admissions satisfies readonly Admission[]) {
      if (refusal) continue;
      const known = names.get(route.key) ?? [];
      names.set(route.key, [...known, canonical]);
    }
  }
  return names;
}

/**
 * Returns the statuses with changed addresses. Host names of other controllers stay, those of deleted Routes are
 * removed (ingress-to-route controller).
 */
function addressesOf({ ingress, owned, deleted }: Conversion, admitted: Addresses): StatusIntent[] {
  const before = new Set(ingress.hostNames);
  const after = new Set(before);
  for (const name of deleted.flatMap(servedBefore)) after.delete(name);
  for (const { route, counts } of owned) {
    for (const name of counts ? (admitted.get(route.key) ?? []) : []) after.add(name);
  }
  const isSame = before.size === after.size && [...after].every((name) => before.has(name));
  if (isSame) return [];
  const list = [...after].sort().map((hostname): Json => (hostname === '' ? {} : { hostname }));
  return [
    {
      effect: 'status',
      subresource: 'status',
      status: { loadBalancer: { ingress: list } },
      cause: causeOf(ingress.manifest, ''),
    },
  ];
}

/** Returns the canonical names of the routers that have admitted a Route. */
function servedBefore({ statuses }: RouteResource): string[] {
  return statuses.flatMap((entry) => {
    const conditions = Array.isArray(entry.conditions) ? entry.conditions.map((item) => asObject(item) ?? {}) : [];
    const isServed = conditions.find(({ type }) => type === 'Admitted')?.status === 'True';
    return isServed && typeof entry.routerCanonicalHostname === 'string' ? [entry.routerCanonicalHostname] : [];
  });
}

/** Returns a Route as the controller writes it, without its private key. */
function writeRoute(route: RouteResource, { ingress }: Conversion): JsonObject {
  const { namespace, name, labels, annotations, host, path, to, targetPort, tls, wildcardPolicy } = route;
  const owner = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', controller: true, name: ingress.name };
  return {
    ...ROUTE,
    metadata: {
      name,
      namespace,
      ...(Object.keys(labels).length > 0 ? { labels } : {}),
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
      ownerReferences: [{ ...owner, ...(ingress.uid === '' ? {} : { uid: ingress.uid }) }],
    },
    spec: {
      host,
      ...(path === '' ? {} : { path }),
      to: { kind: to.kind, name: to.name, weight: to.weight },
      ...(targetPort === undefined ? {} : { port: { targetPort } }),
      ...(tls ? { tls: writeTLS(tls) } : {}),
      wildcardPolicy,
    },
  };
}

function writeTLS(tls: NonNullable<RouteResource['tls']>): JsonObject {
  const { termination, insecurePolicy, certificate, caCertificate, destinationCACertificate } = tls;
  const fields = {
    termination,
    insecureEdgeTerminationPolicy: insecurePolicy,
    certificate,
    caCertificate,
    destinationCACertificate,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
}

/** Returns an unchanged Route, without its private key, its status and the fields that the API server sets. */
function withoutKey({ apiVersion, kind, metadata, spec }: JsonObject): JsonObject {
  const { name, namespace, labels, annotations, ownerReferences } = asObject(metadata) ?? {};
  const { tls, ...rest } = asObject(spec) ?? {};
  const shown = Object.fromEntries(Object.entries(asObject(tls) ?? {}).filter(([field]) => field !== 'key'));
  const written = Object.entries({ name, namespace, labels, annotations, ownerReferences });
  return {
    apiVersion: apiVersion ?? ROUTE.apiVersion,
    kind: kind ?? ROUTE.kind,
    metadata: Object.fromEntries(written.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]]))),
    spec: { ...rest, ...(tls === undefined ? {} : { tls: shown }) },
  };
}
