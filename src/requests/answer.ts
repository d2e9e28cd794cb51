import { writeMaps } from '../haproxy/maps.js';
import { hasMetrics } from '../haproxy/global.js';
import { backendName } from '../haproxy/names.js';
import { variable } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent } from '../model/intent/expose.js';
import { contains } from '../net/prefix.js';
import { type HostIndex, indexHosts } from './host-index.js';
import { type Request, baseOf, urlPathOf } from './request.js';
import { rewritePath } from './rewrite-path.js';
import {
  type ChooseCertificate,
  type ShownCertificate,
  createCertificateChoice,
} from '../haproxy/shown-certificate.js';

/** The routers of an ingress controller, as requests reach them. */
export interface Router {
  readonly controller: IngressController;
  /** Routes that they serve. */
  readonly routes: readonly ExposeIntent[];
  readonly hosts: HostIndex;
  readonly chooseCertificate: ChooseCertificate;
}

/** Outcome of a request. */
export type RequestOutcome =
  /**
   * A server of the Route gets the request, with the path `path`. If unset, the path is unknown, because the pattern of
   * the Route is not supported.
   */
  | { readonly type: 'served'; readonly route: ExposeIntent; readonly path?: string }
  /** The connection is passed to a server of the Route, unchanged. */
  | { readonly type: 'passed'; readonly route: ExposeIntent }
  | { readonly type: 'redirected'; readonly route: ExposeIntent; readonly location: string }
  /** The router itself responds. */
  | { readonly type: 'answered'; readonly status: number }
  | { readonly type: 'closed'; readonly route?: ExposeIntent; readonly why: ClosedBecause };

export type ClosedBecause =
  /** The Route accepts connections of some addresses only. */
  | 'allow-list'
  /** The routers require a client certificate. */
  | 'client-certificate'
  /** No certificate matches the name of the handshake (`ROUTER_STRICT_SNI`). */
  | 'unknown-name'
  /**
   * A passthrough Route has the whole domain, but the name leads to a Route that terminates TLS. The router then reads
   * TLS as HTTP.
   */
  | 'mixed-termination';

export interface RequestAnswer {
  /** If unset, the router does not terminate TLS. */
  readonly certificate?: ShownCertificate;
  /** Protocol agreed on in the handshake. */
  readonly alpn?: string;
  readonly outcome: RequestOutcome;
}

/** Indexes the Routes that a controller serves. Skips intents of other controllers. */
export function createRouter(intents: readonly ExposeIntent[], controller: IngressController): Router {
  const routes = intents.filter((intent) => intent.controller === controller.name);
  const chooseCertificate = createCertificateChoice(routes, controller);
  return { controller, routes, hosts: indexHosts(routes), chooseCertificate };
}

/**
 * Returns the response of a router to a client. Follows the proxy through its frontends and maps. See the OpenShift
 * router, HAProxy 2.6 to 3.2.
 */
export function answerRequest(router: Router, request: Request): RequestAnswer {
  return request.scheme === 'http' ? { outcome: answerPlain(router, request) } : answerEncrypted(router, request);
}

const HEALTH = '/_______internal_router_healthz';

function answerPlain(router: Router, request: Request): RequestOutcome {
  if (!isValidRequest(request)) return { type: 'answered', status: 400 };
  if (hasMetrics(router.controller) && request.path === HEALTH) return { type: 'answered', status: 200 };
  const found = findRoute(router, request, 'os_route_http_redirect');
  if (found?.value === '1') {
    const location = `https://${request.host.toLowerCase().replace(/:[0-9]+$/, '')}${request.path}`;
    return { type: 'redirected', route: found.route, location };
  }
  return serve(router, request, 'os_http_be');
}

/**
 * Returns the outcome of a request without regard to certificates. A request that is rejected for its certificates has
 * an outcome, too.
 */
export function findOutcome(router: Router, request: Request): RequestOutcome {
  return request.scheme === 'http'
    ? answerPlain(router, request)
    : (passOn(router, request) ?? endTLS(router, request));
}

function answerEncrypted(router: Router, request: Request): RequestAnswer {
  const passed = passOn(router, request);
  if (passed) return { outcome: passed };
  const certificate = router.chooseCertificate(request.sni);
  if (!certificate) return { outcome: { type: 'closed', why: 'unknown-name' } };
  const alpn = certificate.alpn.find((protocol) => request.alpn.includes(protocol));
  const needsCertificate = variable(router.controller, 'ROUTER_MUTUAL_TLS_AUTH') === 'required';
  return {
    certificate,
    ...(alpn === undefined ? {} : { alpn }),
    outcome: needsCertificate ? { type: 'closed', why: 'client-certificate' } : endTLS(router, request),
  };
}

function endTLS(router: Router, request: Request): RequestOutcome {
  return isValidRequest(request) ? serve(router, request, 'os_edge_reencrypt_be') : { type: 'answered', status: 400 };
}

/** Returns true if HAProxy accepts the path: visible ASCII characters, without a fragment. */
function isValidRequest({ path }: Request): boolean {
  return /^\/[!"$-~]*$/.test(path);
}

/**
 * Returns the outcome of a connection that the router passes on without terminating TLS, by the name of the handshake.
 * Returns undefined if the router terminates TLS.
 */
function passOn({ hosts, controller }: Router, request: Request): RequestOutcome | undefined {
  const name = request.sni.toLowerCase();
  if (name === '') return undefined;
  const candidates = hosts.candidates(name);
  const maps = writeMaps(candidates, controller);
  if (!firstLine(maps.os_sni_passthrough, name)) return undefined;
  const backend = firstLine(maps.os_tcp_be, name)?.value;
  const route = candidates.find((one) => backendName(one) === backend);
  if (!route) return undefined;
  if (route.termination !== 'passthrough') return { type: 'closed', route, why: 'mixed-termination' };
  return isAllowed(route, request) ? { type: 'passed', route } : { type: 'closed', route, why: 'allow-list' };
}

function serve(router: Router, request: Request, map: 'os_http_be' | 'os_edge_reencrypt_be'): RequestOutcome {
  const found = findRoute(router, request, map);
  if (!found) {
    const status = variable(router.controller, 'ROUTER_ERRORFILE_404') === '' ? 503 : 404;
    return { type: 'answered', status };
  }
  const { route } = found;
  if (!isAllowed(route, request)) return { type: 'closed', route, why: 'allow-list' };
  const path = rewritePath(urlPathOf(request), route);
  return { type: 'served', route, ...(path === undefined ? {} : { path }) };
}

/** Returns true if the Route accepts connections of the client. */
function isAllowed({ policy: { allowList } }: ExposeIntent, { client }: Request): boolean {
  if (!allowList || !client) return true;
  return allowList.some(({ network }) => contains(network, client));
}

/** The line of a map that a request matches, and the Route of the line. */
interface Found {
  readonly value: string;
  readonly route: ExposeIntent;
}

/**
 * Returns the first line that matches, as the proxy does. Only Routes that the request may match are tried, in the
 * order of all Routes.
 */
function findRoute(
  { hosts, controller }: Router,
  request: Request,
  map: 'os_route_http_redirect' | 'os_http_be' | 'os_edge_reencrypt_be',
): Found | undefined {
  const base = baseOf(request);
  const candidates = hosts.candidates(base);
  const line = firstLine(writeMaps(candidates, controller)[map], base);
  const route = line && candidates.find((one) => writeMaps([one], controller)[map] === `${line.text}\n`);
  return route && { value: line.value, route };
}

function firstLine(map: string, subject: string): { readonly text: string; readonly value: string } | undefined {
  for (const text of map.split('\n')) {
    const blank = text.lastIndexOf(' ');
    if (blank > 0 && new RegExp(text.slice(0, blank)).test(subject)) return { text, value: text.slice(blank + 1) };
  }
  return undefined;
}
