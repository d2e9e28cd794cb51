import { isOn } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent } from '../model/intent/expose.js';
import { sortByBytes } from '../std/sort-by-bytes.js';
import { WORK, backendName, routeKey } from './names.js';

/** The maps of a router, by the names of their files without `.map`. */
export type Maps = Readonly<Record<MapName, string>>;

export type MapName =
  | 'os_http_be'
  | 'os_edge_reencrypt_be'
  | 'os_route_http_redirect'
  | 'os_tcp_be'
  | 'os_sni_passthrough'
  | 'os_wildcard_domain'
  | 'cert_config';

/** Writes the maps by which the proxy finds the backend of a request (OpenShift router). */
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
    // The template leaves its own indentation between the lines.
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

/** Reverse byte order: the first line that matches counts, and a longer path mostly comes first. Wildcards come last. */
function sortLines(lines: readonly string[]): string[] {
  const sorted = sortByBytes(lines).reverse();
  const isWildcard = (line: string): boolean => line.startsWith('^[^\\.]*\\.');
  return [...sorted.filter((line) => !isWildcard(line)), ...sorted.filter(isWildcard)];
}

/** Matches host and path of a request: any port, a final dot, and all below the path. */
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

/** A blank would end the pattern. */
function pathPattern(path: string): string {
  return quotePattern(path).replace(/[ \t\r\n]/g, (blank) => BLANKS[blank] ?? blank);
}

/** Go's `regexp.QuoteMeta`. */
function quotePattern(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

/** The host of a Route as certificates name it: a star stands for any label. */
export function hostNameOf({ host, isWildcard }: Pick<ExposeIntent, 'host' | 'isWildcard'>): string {
  return isWildcard ? `*${host.slice(Math.max(host.indexOf('.'), 0))}` : host;
}

/** A line of the list of certificates. */
export interface CertificateLine {
  readonly route: ExposeIntent;
  /** The name of handshakes that the certificate is for; a wildcard begins with `*.`. */
  readonly name: string;
  /** The protocols that clients are offered; none: the line says nothing of them. */
  readonly alpn: readonly string[];
  readonly text: string;
}

/** Which certificate is shown for which host, in the order of the list; with HTTP/2 where nobody else has the same one. */
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
