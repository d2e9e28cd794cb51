import { isOn } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent } from '../model/intent/expose.js';
import { sortByBytes } from '../std/sort-by-bytes.js';
import { WORK, backendName, routeKey } from './names.js';

/** Maps of a router, by the names of their files without `.map`. */
export type Maps = Readonly<Record<MapName, string>>;

export type MapName =
  | 'os_http_be'
  | 'os_edge_reencrypt_be'
  | 'os_route_http_redirect'
  | 'os_tcp_be'
  | 'os_sni_passthrough'
  | 'os_wildcard_domain'
  | 'cert_config';

/** Returns the maps by which the proxy finds the backend of a request. See the OpenShift router. */
export function writeMaps(intents: readonly ExposeIntent[], controller: IngressController): Maps {
  const where = (holds: (intent: ExposeIntent) => boolean): ExposeIntent[] => intents.filter(holds);
  const toBackend = (intent: ExposeIntent): string => `${routePattern(intent)} ${backendName(intent)}`;
  const isEncrypted = ({ termination }: ExposeIntent): boolean => termination === 'edge' || termination === 'reencrypt';
  const isPassed = ({ termination, path }: ExposeIntent): boolean => termination === 'passthrough' && path === '';
  const takesHTTP = (intent: ExposeIntent): boolean =>
    intent.termination === 'none' || (isEncrypted(intent) && intent.insecure === 'allow');
  const takesTCP = (intent: ExposeIntent): boolean =>
    isPassed(intent) || (intent.termination === 'reencrypt' && intent.path === '');
  const wildcards = where(({ isWildcard }) => isWildcard);
  return {
    os_http_be: writeMap(where(takesHTTP).map(toBackend)),
    os_edge_reencrypt_be: writeMap(where(isEncrypted).map(toBackend)),
    os_route_http_redirect: writeMap(
      intents.map((intent) => `${routePattern(intent)} ${intent.insecure === 'redirect' ? 1 : 0}`),
    ),
    os_tcp_be: writeMap(where(takesTCP).map(toBackend)),
    os_sni_passthrough: writeMap(where(isPassed).map((intent) => `^${hostPattern(intent)}$ 1`)),
    // The template keeps its own indentation between the lines.
    os_wildcard_domain: sortLines(wildcards.map((intent) => `${routePattern({ ...intent, path: '' })} 1`))
      .map((line) => `${line}\n  `)
      .join(''),
    cert_config: listCertificates(intents, controller)
      .map(({ text }) => `${text}\n`)
      .join(''),
  };
}

function writeMap(lines: readonly string[]): string {
  return sortLines(lines)
    .map((line) => `${line}\n`)
    .join('');
}

/** Sorts lines in reverse byte order, so that longer paths usually match first. Wildcards come last. */
function sortLines(lines: readonly string[]): string[] {
  const sorted = sortByBytes(lines).reverse();
  const isWildcard = (line: string): boolean => line.startsWith('^[^\\.]*\\.');
  return [...sorted.filter((line) => !isWildcard(line)), ...sorted.filter(isWildcard)];
}

/** Returns a pattern for the host and path of a request, with any port, an optional final dot, and all paths below. */
export function routePattern(intent: Pick<ExposeIntent, 'host' | 'isWildcard' | 'path'>): string {
  const { path } = intent;
  const isRoot = /^\/*$/.test(path);
  const rest = !isRoot && path.endsWith('/') ? '(.*)?' : '(/.*)?';
  return `^${hostPattern(intent)}\\.?(:[0-9]+)?${isRoot ? '' : pathPattern(path)}${rest}$`;
}

function hostPattern({ host, isWildcard }: Pick<ExposeIntent, 'host' | 'isWildcard'>): string {
  return isWildcard ? `[^\\.]*${quotePattern(host.slice(Math.max(host.indexOf('.'), 0)))}` : quotePattern(host);
}

const BLANKS: Readonly<Record<string, string>> = { ' ': '\\x20', '\t': '\\t', '\r': '\\r', '\n': '\\n' };

/** Returns the pattern of a path. Blanks are escaped, because they would end the pattern. */
function pathPattern(path: string): string {
  return quotePattern(path).replace(/[ \t\r\n]/g, (blank) => BLANKS[blank] ?? blank);
}

/** Returns a text with the special characters escaped, as `regexp.QuoteMeta` of Go. */
function quotePattern(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

/** Returns the host of a Route in certificate notation, with a star for any label. */
export function hostNameOf({ host, isWildcard }: Pick<ExposeIntent, 'host' | 'isWildcard'>): string {
  return isWildcard ? `*${host.slice(Math.max(host.indexOf('.'), 0))}` : host;
}

/** A line of the list of certificates. */
export interface CertificateLine {
  readonly route: ExposeIntent;
  /** Name in handshakes that the certificate is for. A wildcard begins with `*.`. */
  readonly name: string;
  /** Protocols offered to clients. If empty, the line has no protocols. */
  readonly alpn: readonly string[];
  readonly text: string;
}

/**
 * Returns the certificates by host, in the order of the list. HTTP/2 is offered only if no other Route has the same
 * certificate.
 */
export function listCertificates(intents: readonly ExposeIntent[], controller: IngressController): CertificateLine[] {
  const own = intents.filter(({ certificate }) => certificate !== undefined);
  const counts = new Map<string, number>();
  for (const { certificate } of own) {
    const text = certificate?.pem.text ?? '';
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const hasHTTP2 = !isOn(controller, 'ROUTER_DISABLE_HTTP2');
  const lines = own.map((route): CertificateLine => {
    const { certificate } = route;
    const isOnly = counts.get(certificate?.pem.text ?? '') === 1;
    const name = hostNameOf(route);
    const alpn = hasHTTP2 && isOnly ? ['h2', 'http/1.1'] : [];
    const options = alpn.length > 0 ? `[alpn ${alpn.join()}] ` : '';
    return { route, name, alpn, text: `${WORK}/certs/${routeKey(route)}.pem ${options}${name}` };
  });
  const byText = new Map(lines.map((line) => [line.text, line]));
  return sortByBytes([...byText.keys()])
    .reverse()
    .flatMap((text) => byText.get(text) ?? []);
}
