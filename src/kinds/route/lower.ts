import type { Admission } from '../../ingress/admission.js';
import { isWildcard } from '../../ingress/admit-host.js';
import { isOn } from '../../ingress/environment.js';
import type { CleanPem } from '../../ingress/clean-pem.js';
import type { Exposure } from '../../ingress/exposure.js';
import type { RoutePem } from '../../ingress/extended-validation.js';
import { findServers } from '../../ingress/servers.js';
import type { Cluster } from '../../model/cluster.js';
import type { ExposeIntent, ExposedService, PublicPem, Server, Termination } from '../../model/intent/expose.js';
import type { IngressController } from '../../model/ingress-controller.js';
import type { RouteResource, RouteBackend } from '../../model/route.js';
import { compareText } from '../../std/compare-text.js';
import { causeOf } from '../shared/cause.js';
import { readPolicy } from './policy.js';

/** The servers of a Service. */
export type FindServers = (namespace: string, name: string) => readonly Server[];

/** Prepares the search for servers: those of each Service are found once. */
function createServerIndex({ services, slices }: Cluster): FindServers {
  const known = new Map<string, readonly Server[]>();
  return (namespace, name) => {
    const key = `${namespace}/${name}`;
    const servers = known.get(key) ?? findServers(name, services.get(key), slices.get(key) ?? []);
    known.set(key, servers);
    return servers;
  };
}

/** Returns the effects of each Route, for each controller that serves it. */
export function lowerRoutes({ controllers }: Exposure, cluster: Cluster): ExposeIntent[] {
  const find = createServerIndex(cluster);
  const intents: ExposeIntent[] = [];
  for (const { controller, admissions } of controllers) {
    for (const admission of admissions) {
      if (!admission.refusal) intents.push(exposeRoute(admission, controller, find));
    }
  }
  return intents;
}

function exposeRoute({ route, pem }: Admission, controller: IngressController, find: FindServers): ExposeIntent {
  const { namespace, name, host, path, manifest, requestHeaders, responseHeaders } = route;
  const termination = terminationOf(route);
  const isEncrypted = termination === 'edge' || termination === 'reencrypt';
  return {
    effect: 'expose',
    controller: controller.name,
    route: { namespace, name },
    host,
    isWildcard: isWildcard(route) && isOn(controller, 'ROUTER_ALLOW_WILDCARD_ROUTES'),
    path,
    termination,
    insecure: insecureOf(route),
    ...(isEncrypted ? shownCertificate(pem) : {}),
    ...(termination === 'reencrypt' && pem.destinationCACertificate
      ? { destinationAuthorities: publicPart(pem.destinationCACertificate) }
      : {}),
    ...(pem.objections ? { proxyObjections: pem.objections } : {}),
    services: exposedServices(route, find),
    policy: readPolicy(route, termination),
    requestHeaders,
    responseHeaders,
    cause: causeOf(manifest, ''),
  };
}

function shownCertificate({ certificate, caCertificate }: RoutePem): Pick<ExposeIntent, 'certificate'> {
  if (!certificate) return {};
  const authorities = caCertificate ? { authorities: publicPart(caCertificate) } : {};
  return { certificate: { pem: publicPart(certificate), ...authorities } };
}

/** Leaves out every key, even a public one. */
function publicPart({ text, blocks }: CleanPem): PublicPem {
  return { text, blocks };
}

/** Returns the termination of a client's TLS connection. No router serves a Route with another value. */
function terminationOf({ tls }: RouteResource): Termination {
  return (['edge', 'reencrypt', 'passthrough'] as const).find((word) => word === tls?.termination) ?? 'none';
}

function insecureOf({ tls }: RouteResource): ExposeIntent['insecure'] {
  return tls?.insecurePolicy === 'Redirect' ? 'redirect' : tls?.insecurePolicy === 'Allow' ? 'allow' : 'refuse';
}

/** Returns the servers at a port of the endpoints, by its number or name, or all servers for ''. */
function selectServers(servers: readonly Server[], targetPort: string): readonly Server[] {
  const isSelected = ({ port, portName }: Server): boolean => String(port) === targetPort || portName === targetPort;
  return targetPort === '' || servers.every(isSelected) ? servers : servers.filter(isSelected);
}

const MAX_WEIGHT = 256;

/** Returns the services of a Route. If a Service is named twice, the last weight counts (OpenShift router). */
function exposedServices(route: RouteResource, find: FindServers): ExposeIntent['services'] {
  const { namespace, to, alternateBackends, targetPort = '' } = route;
  const expose = ({ name, weight }: RouteBackend): ExposedService => ({
    namespace,
    name,
    weight: Math.min(Math.max(weight, 0), MAX_WEIGHT),
    servers: selectServers(find(namespace, name), targetPort),
  });
  if (alternateBackends.length === 0) return [expose(to)];
  const byName = new Map([to, ...alternateBackends].map((target) => [target.name, target]));
  const [first = to, ...rest] = [...byName.values()].sort((a, b) => compareText(a.name, b.name));
  return [expose(first), ...rest.map(expose)];
}
