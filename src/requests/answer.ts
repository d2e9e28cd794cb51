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

/** The routers of an ingress controller, as requests meet them. */
export interface Router {
  readonly controller: IngressController;
  /** The Routes that they serve. */
  readonly routes: readonly ExposeIntent[];
  readonly hosts: HostIndex;
  readonly chooseCertificate: ChooseCertificate;
}

/** What becomes of a request. */
export type RequestOutcome =
  /** It goes to a server of the Route, which sees `path`; absent: nobody knows, the path of the Route is a strange pattern. */
  | { readonly type: 'served'; readonly route: ExposeIntent; readonly path?: string }
  /** The connection goes to a server of the Route as it is. */
  | { readonly type: 'passed'; readonly route: ExposeIntent }
  | { readonly type: 'redirected'; readonly route: ExposeIntent; readonly location: string }
  /** The router itself answers. */
  | { readonly type: 'answered'; readonly status: number }
  | { readonly type: 'closed'; readonly route?: ExposeIntent; readonly why: ClosedBecause };

export type ClosedBecause =
  /** The Route takes connections of some addresses only. */
  | 'allow-list'
  /** The routers want a certificate of the client. */
  | 'client-certificate'
  /** No certificate is for the name of the handshake (`ROUTER_STRICT_SNI`). */
  | 'unknown-name'
  /** A Route that passes TLS on has the whole domain, and the name leads to a Route that ends it: the router takes TLS for HTTP. */
  | 'mixed-termination';

export interface RequestAnswer {
  /** Absent: the router does not end TLS. */
  readonly certificate?: ShownCertificate;
  /** The protocol agreed on in the handshake. */
  readonly alpn?: string;
  readonly outcome: RequestOutcome;
}

/** Indexes what the routers of a controller serve. Intents of other controllers do not count. */
export function createRouter(intents: readonly ExposeIntent[], controller: IngressController): Router {
  const routes = intents.filter((intent) => intent.controller === controller.name);
  const chooseCertificate = createCertificateChoice(routes, controller);
  return { controller, routes, hosts: indexHosts(routes), chooseCertificate };
}

/** What a client gets from a router: the proxy's own way through its frontends and maps (OpenShift router, HAProxy 2.6 to 3.2). */
export function answerRequest(router: Router, request: Request): RequestAnswer {
  return request.scheme === 'http' ? { outcome: answerPlain(router, request) } : answerEncrypted(router, request);
}

const HEALTH = '/_______internal_router_healthz';

function answerPlain(router: Router, request: Request): RequestOutcome {
  if (!isSound(request)) return { type: 'answered', status: 400 };
  if (hasMetrics(router.controller) && request.path === HEALTH) return { type: 'answered', status: 200 };
  const found = findRoute(router, request, 'os_route_http_redirect');
  if (found?.value === '1') {
    const location = `https://${request.host.toLowerCase().replace(/:[0-9]+$/, '')}${request.path}`;
    return { type: 'redirected', route: found.route, location };
  }
  return serve(router, request, 'os_http_be');
}

/**
 * The Route that a request leads to, whatever certificates router and client show: also where the request is refused on the way
 * for one of these.
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
  return isSound(request) ? serve(router, request, 'os_edge_reencrypt_be') : { type: 'answered', status: 400 };
}

/** HAProxy takes paths of visible ASCII characters, and no fragment. */
function isSound({ path }: Request): boolean {
  return /^\/[!"$-~]*$/.test(path);
}

/** Where the name of the handshake leads before TLS is ended; undefined if the router ends it. */
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

/** Returns true if the Route takes connections of the client. */
function isAllowed({ policy: { allowList } }: ExposeIntent, { client }: Request): boolean {
  if (!allowList || !client) return true;
  return allowList.some(({ network }) => contains(network, client));
}

/** The line of a map that a request finds, and the Route that it is written for. */
interface Found {
  readonly value: string;
  readonly route: ExposeIntent;
}

/** The proxy takes the first line that matches. Only Routes that the request may mean are looked at: their order is that of all. */
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
