import type { ExposePolicy, RateLimit, SessionCookie, Termination } from '../../model/intent/expose.js';
import type { Labels } from '../../model/cluster.js';
import type { RouteResource } from '../../model/route.js';
import { memoize } from '../../std/memoize.js';
import { isTrue } from '../../ingress/environment.js';
import { NO_TEXTS } from '../../ingress/read-route.js';
import { readTime } from '../../ingress/values.js';
import { ANNOTATIONS, type AnnotationName, readAnnotation } from './annotations.js';
import { readAllowList } from './allow-list.js';

/** Returns the settings in the annotations of a Route, without those that the router ignores. */
export function readPolicy({ annotations }: RouteResource, termination: Termination): ExposePolicy {
  return annotations === NO_TEXTS ? defaultPolicy(termination) : policyOf(annotations, termination);
}

const defaultPolicy = memoize((termination: Termination) => policyOf(NO_TEXTS, termination));

function policyOf(annotations: Labels, termination: Termination): ExposePolicy {
  const read = (name: AnnotationName): string | undefined => readAnnotation(annotations, name);
  const isSet = (name: AnnotationName): boolean => isTrue(annotations[ANNOTATIONS[name].name] ?? '');
  const isPassthrough = termination === 'passthrough';
  const isTLS = termination === 'edge' || termination === 'reencrypt';
  const tunnel = read('timeout-tunnel') ?? (isPassthrough ? read('timeout') : undefined);
  return {
    ...optional('balance', read('balance')),
    ...optional('allowList', readAllowList(annotations).list),
    ...optional('serverTimeout', isPassthrough ? undefined : timeOf(read('timeout'))),
    ...optional('tunnelTimeout', timeOf(tunnel)),
    ...optional('rateLimit', isSet('rate-limit-connections') ? readRateLimit(read, isPassthrough) : undefined),
    ...optional('checkInterval', timeOf(read('check-interval'))),
    ...optional('connectionsPerServer', read('pod-concurrent-connections')),
    ...(isPassthrough || isSet('disable_cookies') ? {} : { cookie: readCookie(read) }),
    ...optional('transportSecurity', isTLS ? read('hsts_header') : undefined),
    ...optional('rewriteTarget', isPassthrough ? undefined : read('rewrite-target')),
    ...optional('forwardedHeaders', isPassthrough ? undefined : read('set-forwarded-headers')),
    adjustsHeaderCase: !isPassthrough && isSet('h1-adjust-case'),
  };
}

type Read = (name: AnnotationName) => string | undefined;

function readRateLimit(read: Read, isPassthrough: boolean): RateLimit {
  return {
    ...optional('connections', read('concurrent-tcp')),
    ...optional('connectionRate', read('rate-tcp')),
    ...optional('requestRate', isPassthrough ? undefined : read('rate-http')),
  };
}

function readCookie(read: Read): SessionCookie {
  const written = read('cookie-same-site');
  const sameSite = (['Lax', 'Strict'] as const).find((word) => word === written) ?? 'None';
  return { ...optional('name', read('cookie_name')), sameSite };
}

function timeOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readTime(text);
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  // A record with one key of the given type.
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Value>);
}
