import { isDecimal, isTrue } from '../../ingress/environment.js';
import { isTime, readCookieName } from '../../ingress/values.js';
import type { Labels } from '../../model/cluster.js';
import type { Termination } from '../../model/intent/expose.js';

/** An annotation that routers read. */
interface Annotation {
  readonly name: string;
  /** Returns true if the router accepts a value. It silently ignores any other. */
  readonly accepts: (text: string) => boolean;
  readonly expected: string;
  /** The Routes that it has an effect on. */
  readonly terminations: readonly Termination[];
}

const ALL: readonly Termination[] = ['none', 'edge', 'reencrypt', 'passthrough'];
const HTTP: readonly Termination[] = ['none', 'edge', 'reencrypt'];
const TLS: readonly Termination[] = ['edge', 'reencrypt'];

const BOOLEANS = ['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False'];
const TOKEN = '(?:includeSubDomains|preload)';
const BLANK = '[\\t\\n\\f\\r ]*';
const TRANSPORT_SECURITY = new RegExp(
  `^(?:${TOKEN}${BLANK};${BLANK})*max-age${BLANK}=${BLANK}(?:[0-9]+|"[0-9]+")(?:${BLANK};${BLANK}${TOKEN})*$`,
  'i',
);

const PREFIX = 'haproxy.router.openshift.io/';
const annotation =
  (terminations: readonly Termination[]) =>
  (name: string, expected: string, accepts: Annotation['accepts']): Annotation => ({
    name: name.includes('/') ? name : `${PREFIX}${name}`,
    accepts,
    expected,
    terminations,
  });
const [ofAll, ofHTTP, ofTLS] = [annotation(ALL), annotation(HTTP), annotation(TLS)];
const isBoolean = (text: string): boolean => BOOLEANS.includes(text);
const among =
  (...words: readonly string[]) =>
  (text: string): boolean =>
    words.includes(text);

/** OpenShift router: every annotation that it reads, except the allow lists. */
export const ANNOTATIONS = {
  balance: ofAll(
    'balance',
    'roundrobin, leastconn, source or random',
    among('roundrobin', 'leastconn', 'source', 'random'),
  ),
  timeout: ofAll('timeout', 'a time, for example 30s', isTime),
  'timeout-tunnel': ofAll('timeout-tunnel', 'a time, for example 1h', isTime),
  'rate-limit-connections': ofAll('rate-limit-connections', 'true or false', isBoolean),
  'concurrent-tcp': ofAll('rate-limit-connections.concurrent-tcp', 'a number', isDecimal),
  'rate-tcp': ofAll('rate-limit-connections.rate-tcp', 'a number', isDecimal),
  'rate-http': ofHTTP('rate-limit-connections.rate-http', 'a number', isDecimal),
  'pod-concurrent-connections': ofAll('pod-concurrent-connections', 'a number', isDecimal),
  disable_cookies: ofHTTP('disable_cookies', 'true or false', isBoolean),
  cookie_name: ofHTTP(
    'router.openshift.io/cookie_name',
    'letters, digits, _ and -',
    (text) => readCookieName(text) !== undefined,
  ),
  'cookie-same-site': ofTLS(
    'router.openshift.io/cookie-same-site',
    'Lax, Strict or None',
    among('Lax', 'Strict', 'None'),
  ),
  'check-interval': ofAll('router.openshift.io/haproxy.health.check.interval', 'a time, for example 5s', isTime),
  hsts_header: ofTLS('hsts_header', 'a max-age, for example max-age=31536000;includeSubDomains', (text) =>
    TRANSPORT_SECURITY.test(text),
  ),
  'rewrite-target': ofHTTP('rewrite-target', 'a path without line breaks', (text) => /^\/[^\n]*$/.test(text)),
  'set-forwarded-headers': ofHTTP(
    'set-forwarded-headers',
    'append, replace, if-none or never',
    among('append', 'replace', 'if-none', 'never'),
  ),
  'h1-adjust-case': ofHTTP('h1-adjust-case', 'true or false', isBoolean),
} as const satisfies Readonly<Record<string, Annotation>>;

const KNOWN = Object.values<Annotation>(ANNOTATIONS);

export type AnnotationName = keyof typeof ANNOTATIONS;

/** Returns the value of an annotation, or undefined if the router ignores it. */
export function readAnnotation(annotations: Labels, key: AnnotationName): string | undefined {
  const { name, accepts } = ANNOTATIONS[key];
  const text = annotations[name];
  return text !== undefined && accepts(text) ? text : undefined;
}

/** Annotations of a Route that have no effect: the value is invalid, or they are for another termination. */
export function findIgnored(
  annotations: Labels,
  termination: Termination,
): readonly { readonly name: string; readonly text: string; readonly expected: string; readonly fits: boolean }[] {
  return Object.keys(annotations).length === 0
    ? []
    : KNOWN.flatMap(({ name, accepts, expected, terminations }) => {
        const text = annotations[name];
        if (text === undefined) return [];
        const fits = accepts(text);
        return fits && terminations.includes(termination) ? [] : [{ name, text, expected, fits }];
      });
}

/** Returns true if the annotations turn on the rate limit. */
export function limitsRate(annotations: Labels): boolean {
  return isTrue(annotations[ANNOTATIONS['rate-limit-connections'].name] ?? '');
}
