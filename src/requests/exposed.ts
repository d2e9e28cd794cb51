import { hostNameOf } from '../haproxy/maps.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent, ExposedService } from '../model/intent/expose.js';
import { compareText } from '../std/compare-text.js';
import { type RequestOutcome, type Router, createRouter, findOutcome } from './answer.js';

/** A scheme, host and path for which routers take requests from outside. */
export interface ExposedUrl {
  readonly controller: string;
  readonly scheme: 'http' | 'https';
  /** `*.example.com` for a wildcard. */
  readonly host: string;
  /** `/` for none. */
  readonly path: string;
  readonly route: ExposeIntent;
  /** Whether requests only learn that they shall use TLS. */
  readonly isRedirect: boolean;
}

/** All that is reachable from outside, in byte order of controllers and URLs. Routes that another one hides are left out. */
export function listExposed(
  intents: readonly ExposeIntent[],
  controllers: readonly IngressController[],
): readonly ExposedUrl[] {
  return controllers
    .map((controller) => createRouter(intents, controller))
    .flatMap(listOfRouter)
    .sort((a, b) => compareText(a.controller, b.controller) || compareText(textOfUrl(a), textOfUrl(b)));
}

/** What routers of one controller take requests for. */
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

/** What becomes of requests for a URL; for a host with a wildcard those to any of its names that no other Route has. */
export function findUrl(
  router: Router,
  { scheme, host, path }: Pick<ExposedUrl, 'scheme' | 'host' | 'path'>,
): RequestOutcome {
  return findOutcome(router, { scheme, host, path, sni: host, alpn: [] });
}

/** Returns true if requests get to servers, or are told to come back with TLS. */
export function isReached(
  outcome: RequestOutcome,
): outcome is Extract<RequestOutcome, { readonly type: 'served' | 'passed' | 'redirected' }> {
  return outcome.type === 'served' || outcome.type === 'passed' || outcome.type === 'redirected';
}

/** `https://shop.example.com/api`. */
export function textOfUrl({ scheme, host, path }: Pick<ExposedUrl, 'scheme' | 'host' | 'path'>): string {
  return `${scheme}://${host}${path}`;
}

/** Who may come: `everyone`, or addresses and networks as written. */
export function sourcesOf({ policy: { allowList } }: ExposeIntent): readonly string[] {
  return allowList?.map(({ text }) => text) ?? ['everyone'];
}

/** The ports of the servers of a Service, each once, ascending. */
export function serverPorts({ servers }: ExposedService): readonly number[] {
  return [...new Set(servers.map(({ port }) => port))].sort((a, b) => a - b);
}

/** How many addresses stand behind a Service. */
export function countServers({ servers }: ExposedService): number {
  return new Set(servers.map(({ address }) => address)).size;
}
