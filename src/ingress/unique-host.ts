import type { IngressController } from '../model/ingress-controller.js';
import type { RouteResource } from '../model/route.js';
import { isOn } from './environment.js';
import { hostErrors } from './host-rules.js';
import type { Rejection } from './refusal.js';

/** Returns a rejection if the host is unset, or is no host name. See the OpenShift router. */
export function rejectHostName({ host }: RouteResource): Rejection | undefined {
  if (host === '') {
    const message = 'no host value was defined for the route';
    return { reason: 'NoHostValue', message, pointer: '/spec' };
  }
  const errors = hostErrors(host, true);
  if (errors.length === 0) return undefined;
  const message = `host name validation errors: ${errors.map(({ text }) => text).join(', ')}`;
  return { reason: 'InvalidHost', message, pointer: '/spec/host' };
}

/** Returns the rejection of a Route if an older Route has its host and path. Call for each Route, oldest first. */
export type HostClaims = (route: RouteResource) => Rejection | undefined;

/** Claims of a host. `newest` has the last claim. */
interface HeldHost {
  readonly namespace: string;
  newest: RouteResource;
  /** Routes by path. If unset, `newest` is the only Route. */
  byPath?: Map<string, RouteResource>;
  hasTLS: boolean;
  hasPassthrough: boolean;
}

/**
 * Creates the claims of hosts and paths. The namespace of the oldest Route of a host owns it. For each path the oldest
 * Route takes precedence, encrypted or not. Passthrough excludes all other encrypted Routes.
 *
 * A Route without a rejection adds its claim. See the OpenShift router, unique host.
 */
export function createHostClaims(controller: IngressController): HostClaims {
  const isShared = isOn(controller, 'ROUTER_DISABLE_NAMESPACE_OWNERSHIP_CHECK');
  const hosts = new Map<string, HeldHost>();
  return (route) => {
    const { namespace, path, host, tls } = route;
    const isPassthrough = tls?.termination === 'passthrough';
    const held = hosts.get(host);
    if (!held) {
      hosts.set(host, { namespace, newest: route, hasTLS: tls !== undefined, hasPassthrough: isPassthrough });
      return undefined;
    }
    const byPath = (held.byPath ??= new Map([[held.newest.path, held.newest]]));
    const samePath = byPath.get(path);
    const isForeign = !isShared && namespace !== held.namespace;
    const isMixed = tls !== undefined && (held.hasPassthrough || (isPassthrough && held.hasTLS));
    if (isForeign || samePath || isMixed) return rejectClaim(route, samePath ?? held.newest);
    byPath.set(path, route);
    held.newest = route;
    held.hasTLS ||= tls !== undefined;
    held.hasPassthrough ||= isPassthrough;
    return undefined;
  };
}

function rejectClaim(route: RouteResource, owner: RouteResource): Rejection {
  const isForeign = owner.namespace !== route.namespace;
  const message = isForeign
    ? `a route in another namespace holds ${route.host} and is older than ${route.name}`
    : `route ${owner.name} already exposes ${route.host} and is older`;
  return { reason: 'HostAlreadyClaimed', message, pointer: '/spec/host', owner };
}
