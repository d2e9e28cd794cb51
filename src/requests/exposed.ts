import { hostNameOf } from '../haproxy/maps.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent, ExposedService } from '../model/intent/expose.js';
import { compareText } from '../std/compare-text.js';
import { type RequestOutcome, type Router, createRouter, findOutcome } from './answer.js';

/** A scheme, host and path for which routers accept requests from outside. */
export interface ExposedUrl {
  readonly controller: string;
  readonly scheme: 'http' | 'https';
  /** Host, `*.example.com` for a wildcard. */
  readonly host: string;
  /** Path, `/` if the Route has none. */
  readonly path: string;
  readonly route: ExposeIntent;
  /** True if requests are only redirected to TLS. */
  readonly isRedirect: boolean;
}

/**
 * Returns all URLs that are reachable from outside, in byte order of controllers and URLs. Skips Routes that another
 * one hides.
 */
export function listExposed(
  intents: readonly ExposeIntent[],
  controllers: readonly IngressController[],
): readonly ExposedUrl[] {
  return controllers
    .map((controller) => createRouter(intents, controller))
    .flatMap(listOfRouter)
    .sort((a, b) => compareText(a.controller, b.controller) || compareText(textOfUrl(a), textOfUrl(b)));
}

/** Returns the URLs for which the routers of a controller accept requests. */
export function listOfRouter(router: Router): ExposedUrl[] {
  return router.routes.flatMap((route) =>
    (['http', 'https'] as const).flatMap((scheme): ExposedUrl[] => {
      const url = { scheme, host: hostNameOf(route), path: route.path === '' ? '/' : route.path };
      const outcome = findUrl(router, url);
      if (!isReached(outcome) || outcome.route !== route) return [];
      return [{ ...url, controller: router.controller.name, route, isRedirect: outcome.type === 'redirected' }];
    }),
  );
}

/**
 * Returns the outcome of requests for a URL. For a wildcard host, the outcome is that for its names without another
 * Route.
 */
export function findUrl(
  router: Router,
  { scheme, host, path }: Pick<ExposedUrl, 'scheme' | 'host' | 'path'>,
): RequestOutcome {
  return findOutcome(router, { scheme, host, path, sni: host, alpn: [] });
}

/** Returns true if requests reach servers, or are redirected to TLS. */
export function isReached(
  outcome: RequestOutcome,
): outcome is Extract<RequestOutcome, { readonly type: 'served' | 'passed' | 'redirected' }> {
  return outcome.type === 'served' || outcome.type === 'passed' || outcome.type === 'redirected';
}

/** Returns a URL such as `https://shop.example.com/api`. */
export function textOfUrl({ scheme, host, path }: Pick<ExposedUrl, 'scheme' | 'host' | 'path'>): string {
  return `${scheme}://${host}${path}`;
}

/** Returns the allowed sources: `everyone`, or addresses and networks as in the input. */
export function sourcesOf({ policy: { allowList } }: ExposeIntent): readonly string[] {
  return allowList?.map(({ text }) => text) ?? ['everyone'];
}

/** Returns the distinct ports of the servers of a Service, ascending. */
export function serverPorts({ servers }: ExposedService): readonly number[] {
  return [...new Set(servers.map(({ port }) => port))].sort((a, b) => a - b);
}

/** Returns the number of distinct server addresses of a Service. */
export function countServers({ servers }: ExposedService): number {
  return new Set(servers.map(({ address }) => address)).size;
}
