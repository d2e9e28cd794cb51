import type { IngressController } from '../model/ingress-controller.js';
import type { RouteResource } from '../model/route.js';
import { domainOf, isInDomains } from './dns.js';
import { isOn, variable } from './environment.js';
import type { Rejection } from './refusal.js';

const WILDCARD = 'Subdomain';

/** Returns the rejection of a host that the router never serves. See the host admitter of the OpenShift router. */
export function rejectRouteHost(
  { host, wildcardPolicy }: RouteResource,
  controller: IngressController,
): Rejection | undefined {
  const reject = (message: string, field = 'host'): Rejection => ({
    reason: 'RouteNotAdmitted',
    message,
    pointer: `/spec/${field}`,
  });
  const allowed = variable(controller, 'ROUTER_ALLOWED_DOMAINS');
  if (isInDomains(host, variable(controller, 'ROUTER_DENIED_DOMAINS'))) return reject('host in list of denied domains');
  if (allowed !== '' && !isInDomains(host, allowed)) return reject('host not in the allowed list of domains');
  if (wildcardPolicy === WILDCARD) {
    if (isOn(controller, 'ROUTER_ALLOW_WILDCARD_ROUTES')) return undefined;
    return reject('wildcard routes are not allowed', 'wildcardPolicy');
  }
  return wildcardPolicy === 'None' ? undefined : reject(`unknown wildcard policy ${wildcardPolicy}`, 'wildcardPolicy');
}

/** Returns true if a Route is for all hosts of a domain. */
export function isWildcard({ wildcardPolicy }: RouteResource): boolean {
  return wildcardPolicy === WILDCARD;
}

/** Returns the rejection of a Route if an older Route has its host or its domain. Call for each Route, oldest first. */
export type DomainClaims = (route: RouteResource) => Rejection | undefined;

/**
 * Creates the claims of hosts and domains for a router that allows wildcards. Single hosts and whole domains conflict.
 * A Route without a rejection adds its claim. See the host admitter of the OpenShift router.
 */
export function createDomainClaims(controller: IngressController): DomainClaims {
  const isShared = isOn(controller, 'ROUTER_DISABLE_NAMESPACE_OWNERSHIP_CHECK');
  const byHost = createHolders();
  const byDomain = createHolders();
  const wildcards = createHolders();
  return (route) => {
    const domain = domainOf(route.host);
    const ofAll = isWildcard(route);
    const foreign = isShared ? undefined : route.namespace;
    const onHost = byHost.conflict(route.host, foreign, ofAll ? undefined : route.path);
    if (onHost) return rejectClaim(route, onHost, `route ${onHost.namespace}/${onHost.name} has host ${onHost.host}`);
    const onDomain = wildcards.conflict(domain, foreign, ofAll ? route.path : undefined);
    if (onDomain) {
      const title = `wildcard route ${onDomain.namespace}/${onDomain.name}`;
      return rejectClaim(route, onDomain, `${title} has host *.${domain}, blocking ${route.host}`);
    }
    const below = ofAll ? byDomain.conflict(domain, foreign, undefined) : undefined;
    if (below) return rejectClaim(route, below, `route ${below.namespace}/${below.name} has host ${below.host}`);
    if (ofAll) wildcards.add(domain, route);
    else {
      byHost.add(route.host, route);
      byDomain.add(domain, route);
    }
    return undefined;
  };
}

function rejectClaim(route: RouteResource, owner: RouteResource, ownMessage: string): Rejection {
  const isForeign = owner.namespace !== route.namespace;
  const message = isForeign ? `a route in another namespace holds host ${route.host}` : ownMessage;
  return { reason: 'HostAlreadyClaimed', message, pointer: '/spec/host', owner };
}

/** Routes that claim a name. */
interface Holders {
  readonly add: (name: string, route: RouteResource) => void;
  /**
   * Returns the oldest claim of the name from a namespace other than `namespace`, or with the path, if one is given.
   */
  readonly conflict: (
    name: string,
    namespace: string | undefined,
    path: string | undefined,
  ) => RouteResource | undefined;
}

/** Keeps only Routes that can conflict: the oldest of each namespace, and the oldest of each path. */
function createHolders(): Holders {
  const held = new Map<
    string,
    { readonly namespaces: Map<string, Held>; readonly paths: Map<string, Held>; count: number }
  >();
  return {
    add: (name, route) => {
      const known = held.get(name) ?? { namespaces: new Map<string, Held>(), paths: new Map<string, Held>(), count: 0 };
      held.set(name, known);
      const one = { route, order: known.count++ };
      if (!known.namespaces.has(route.namespace)) known.namespaces.set(route.namespace, one);
      if (!known.paths.has(route.path)) known.paths.set(route.path, one);
    },
    conflict: (name, namespace, path) => {
      const known = held.get(name);
      if (!known) return undefined;
      const foreign = namespace === undefined ? undefined : findForeign(known.namespaces, namespace);
      const equal = path === undefined ? undefined : known.paths.get(path);
      const found = [foreign, equal].filter((one) => one !== undefined).sort((a, b) => a.order - b.order);
      return found[0]?.route;
    },
  };
}

interface Held {
  readonly route: RouteResource;
  readonly order: number;
}

/**
 * Returns the oldest claim of a different namespace. Reads at most two entries, because only the first can be of the
 * same namespace.
 */
function findForeign(namespaces: ReadonlyMap<string, Held>, own: string): Held | undefined {
  for (const [namespace, one] of namespaces) {
    if (namespace !== own) return one;
  }
  return undefined;
}
