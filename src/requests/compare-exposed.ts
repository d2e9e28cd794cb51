import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent } from '../model/intent/expose.js';
import { pathOfName } from '../model/kubernetes-object.js';
import { type Prefix, FAMILIES } from '../net/address.js';
import { formatPrefix } from '../net/prefix.js';
import { compareText } from '../std/compare-text.js';
import { cutOut, formatRange, mergeRanges, rangeOfPrefix } from '../traffic/filters/address-range.js';
import type { Both } from '../traffic/side.js';
import { type RequestOutcome, type Router, createRouter } from './answer.js';
import { describeChanges } from './describe-changes.js';
import { type ExposedUrl, findUrl, isReached, listOfRouter, textOfUrl } from './exposed.js';

/** Changes for requests to a URL and the paths below it, except those of other Routes. */
export interface ExposureChange {
  readonly controller: string;
  readonly url: string;
  /** The Route that gets the requests. If unset, none does. */
  readonly before?: ExposeIntent;
  readonly after?: ExposeIntent;
  /** Newly allowed sources: `everyone`, or addresses and networks. */
  readonly opened: readonly string[];
  /** Sources that are no longer allowed. */
  readonly closed: readonly string[];
  /** Further changes, as clauses such as `weight of Service shop/b: 10 % → 50 %`. */
  readonly facts: readonly string[];
}

/** A side of a comparison. */
export interface ExposureSide {
  readonly intents: readonly ExposeIntent[];
  readonly controllers: readonly IngressController[];
}

/**
 * Returns the changes for requests from outside, in byte order of controllers and URLs. Each URL of either side is
 * looked up on both, so that a new Route for a path shows whose requests it takes.
 */
export function compareExposed({ before, after }: Both<ExposureSide>): readonly ExposureChange[] {
  const names = new Set([...before.controllers, ...after.controllers].map(({ name }) => name));
  return [...names].sort().flatMap((name) => {
    const routers = { before: routerOf(before, name), after: routerOf(after, name) };
    const urls = [routers.before, routers.after].flatMap((router) => (router ? listOfRouter(router) : []));
    const byText = new Map(urls.map((url) => [textOfUrl(url), url]));
    return [...byText]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([text, url]) => compareUrl(text, url, routers) ?? []);
  });
}

function routerOf({ intents, controllers }: ExposureSide, name: string): Router | undefined {
  const controller = controllers.find((one) => one.name === name);
  return controller && createRouter(intents, controller);
}

function compareUrl(
  text: string,
  url: ExposedUrl,
  { before, after }: Both<Router | undefined>,
): ExposureChange | undefined {
  const [old, now] = [before, after].map((router) => outcomeOf(router, url));
  const [from, to] = [servedBy(old), servedBy(now)];
  const [was, is] = [sourcesOfRoute(from), sourcesOfRoute(to)];
  const change = {
    controller: url.controller,
    url: text,
    ...(from ? { before: from } : {}),
    ...(to ? { after: to } : {}),
    opened: missing(is, was),
    closed: missing(was, is),
    facts: [...describeRedirect(text, old, now), ...(from && to ? describeChanges(from, to) : [])],
  };
  const isHanded = from && to && pathOfName(from.route) !== pathOfName(to.route);
  const isSame = change.opened.length === 0 && change.closed.length === 0 && change.facts.length === 0;
  return isSame && !isHanded ? undefined : change;
}

function outcomeOf(router: Router | undefined, url: ExposedUrl): RequestOutcome | undefined {
  const outcome = router && findUrl(router, url);
  return outcome && isReached(outcome) ? outcome : undefined;
}

function servedBy(outcome: RequestOutcome | undefined): ExposeIntent | undefined {
  return outcome?.type === 'served' || outcome?.type === 'passed' ? outcome.route : undefined;
}

function describeRedirect(url: string, old: RequestOutcome | undefined, now: RequestOutcome | undefined): string[] {
  const [was, is] = [old, now].map((outcome) => outcome?.type === 'redirected');
  if (was === is) return [];
  return [`requests to ${url} are ${is ? '' : 'not '}redirected to https${is ? '' : ' any more'}`];
}

/** Allowed sources. If undefined, no source is allowed. */
type Sources = { readonly everyone: true } | { readonly everyone: false; readonly networks: readonly Prefix[] };

function sourcesOfRoute(route: ExposeIntent | undefined): Sources | undefined {
  if (!route) return undefined;
  const { allowList } = route.policy;
  return allowList ? { everyone: false, networks: allowList.map(({ network }) => network) } : { everyone: true };
}

/** Returns the addresses of `wanted` that `others` lacks, or `everyone`. */
function missing(wanted: Sources | undefined, others: Sources | undefined): string[] {
  if (!wanted || others?.everyone) return [];
  if (!others) return wanted.everyone ? ['everyone'] : wanted.networks.map(formatPrefix);
  if (wanted.everyone) return ['everyone'];
  return FAMILIES.flatMap((family) => {
    const own = mergeRanges(wanted.networks.filter((one) => one.family === family).map(rangeOfPrefix));
    return own.flatMap((range) => cutOut(range, others.networks)).map(formatRange);
  });
}
