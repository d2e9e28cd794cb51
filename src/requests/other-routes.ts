import { routePattern } from '../haproxy/maps.js';
import type { Admission } from '../ingress/admission.js';
import { isWildcard } from '../ingress/admit-host.js';
import { domainOf } from '../ingress/dns.js';
import type { ExposeIntent } from '../model/intent/expose.js';
import type { Cause } from '../model/intent/cause.js';
import { causeOf } from '../kinds/shared/cause.js';
import { pathOfName } from '../model/kubernetes-object.js';
import type { RequestAnswer, Router } from './answer.js';
import { type Request, baseOf } from './request.js';

/** A Route of the same host that does not get a request, and the reason. */
export interface OtherRoute {
  readonly route: ExposeIntent['route'];
  readonly cause: Cause;
  /** Reason, as a clause. */
  readonly reason: string;
}

/**
 * Returns the Routes for the host of a request that do not get it: first those that are served, then those that are not
 * admitted.
 */
export function listOtherRoutes(
  router: Router,
  admissions: readonly Admission[],
  request: Request,
  { outcome }: RequestAnswer,
): readonly OtherRoute[] {
  const base = baseOf(request);
  const winner = 'route' in outcome ? outcome.route : undefined;
  const served = router.hosts
    .ofHost(base)
    .filter((intent) => intent !== winner)
    .map((intent) => {
      const { route, cause } = intent;
      return { route, cause, reason: describe(intent, base, request, winner) };
    });
  const [host = ''] = /^[^/:]*/.exec(base) ?? [];
  const name = host.replace(/\.$/, '');
  const rejected = admissions.flatMap(({ route, refusal }): OtherRoute[] => {
    const isMeant = isWildcard(route) ? domainOf(route.host) === domainOf(name) : route.host === name;
    if (!refusal || !isMeant) return [];
    const reason = `not admitted (${refusal.reason}): ${refusal.message}`;
    return [{ route, cause: causeOf(route.manifest, '/spec/host'), reason }];
  });
  return [...served, ...rejected];
}

function describe(intent: ExposeIntent, base: string, { scheme }: Request, winner: ExposeIntent | undefined): string {
  const { termination, insecure, path } = intent;
  if (termination === 'passthrough') return describePassthrough(intent, scheme);
  if (scheme === 'https' && winner?.termination === 'passthrough') {
    return `the name in the handshake leads to Route ${pathOfName(winner.route)}, which passes TLS on`;
  }
  if (scheme === 'https' && termination === 'none') return 'serves plain HTTP only';
  if (!new RegExp(routePattern(intent)).test(base)) return `its path ${path} does not match`;
  if (scheme === 'http' && termination !== 'none' && insecure === 'refuse') return 'serves TLS only';
  return winner
    ? `its path ${path === '' ? '(none)' : path} matches too, and the router looks for that of Route ${pathOfName(winner.route)} first`
    : 'the router answers before it looks for a Route';
}

function describePassthrough({ path, insecure }: ExposeIntent, scheme: Request['scheme']): string {
  if (path !== '') return 'passes TLS on and has a path: no router looks for it';
  if (scheme === 'https') return 'passes TLS on, and the handshake does not name its host';
  return insecure === 'redirect' ? 'the redirect of another Route comes first' : 'serves TLS only';
}
