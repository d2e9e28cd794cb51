import { isDecimal, isOn, variable } from '../ingress/environment.js';
import { isTime, readTime } from '../ingress/values.js';
import type { IngressController } from '../model/ingress-controller.js';
import { ciphersOf } from './ciphers.js';
import { capturedCookie } from './captures.js';
import { section, when } from './sections.js';

/** Returns a variable, or the default if it is empty. */
export function valueOf(controller: IngressController, name: string, byDefault = ''): string {
  const value = variable(controller, name);
  return value === '' ? byDefault : value;
}

/**
 * Returns the sections `global`, `defaults` and `resolvers`. See the configuration template of the OpenShift router.
 */
export function writeGlobal(controller: IngressController): string {
  return [globalSection(controller), defaultsSection(controller), RESOLVERS, ...statsSection(controller)].join('');
}

/** Returns true if an additional process serves the metrics of the proxy. */
export function hasMetrics(controller: IngressController): boolean {
  return variable(controller, 'ROUTER_METRICS_TYPE') === 'haproxy' && variable(controller, 'STATS_PORT') !== '';
}

/** Returns the names of headers whose case is restored for clients and servers that need it. */
function caseAdjustments(controller: IngressController): string[] {
  return variable(controller, 'ROUTER_H1_CASE_ADJUST')
    .split(',')
    .filter((name) => name !== '');
}

/** Maximum length of logged cookies by default. */
const USUAL_COOKIE = 63;

function globalSection(controller: IngressController): string {
  const value = (name: string, byDefault = ''): string => valueOf(controller, name, byDefault);
  const stop = readTime(value('ROUTER_HARD_STOP_AFTER'));
  const threads = value('ROUTER_THREADS');
  const log = value('ROUTER_SYSLOG_ADDRESS');
  const target = `${log} len ${value('ROUTER_LOG_MAX_LENGTH', '1024')}`;
  const [suites, curves, newest] = [value('ROUTER_CIPHERSUITES'), value('ROUTER_CURVES'), value('SSL_MAX_VERSION')];
  const cookie = capturedCookie(controller);
  const { list, parameter } = ciphersOf(value('ROUTER_CIPHERS', 'intermediate'));
  const versions = `ssl-min-ver ${value('SSL_MIN_VERSION', 'TLSv1.2')}${newest === '' ? '' : ` ssl-max-ver ${newest}`}`;
  return section('global', [
    'no strict-limits',
    when(stop !== undefined, `hard-stop-after ${stop ?? ''}`),
    connectionLimit(controller),
    when(/^[1-9][0-9]*$/.test(threads), `nbthread ${threads}`),
    'daemon',
    when(
      log !== '',
      `log ${target} ${value('ROUTER_LOG_FACILITY', 'local1')} ${value('ROUTER_LOG_LEVEL', 'warning')}`,
      'log-send-hostname',
    ),
    'ca-base /etc/ssl',
    'crt-base /etc/ssl',
    'stats socket /var/lib/haproxy/run/haproxy.sock mode 600 level admin expose-fd listeners',
    'stats timeout 2m',
    `tune.maxrewrite ${value('ROUTER_MAX_REWRITE_SIZE', '8192')}`,
    `tune.bufsize ${value('ROUTER_BUF_SIZE', '32768')}`,
    caseAdjustments(controller).map((name) => `h1-case-adjust ${name.toLowerCase()} ${name}`),
    `ssl-default-bind-options ${versions}`,
    `tune.ssl.default-dh-param ${parameter}`,
    `ssl-default-bind-ciphers ${list}`,
    when(suites !== '', `ssl-default-bind-ciphersuites ${suites}`),
    when(cookie !== undefined && cookie.length > USUAL_COOKIE, `tune.http.cookielen ${cookie?.length ?? 0}`),
    when(curves !== '', `ssl-default-bind-curves ${curves}`),
  ]);
}

/** Returns the connection limit. With a word instead of a number, the proxy determines its own limit. */
function connectionLimit(controller: IngressController): readonly string[] {
  const limit = valueOf(controller, 'ROUTER_MAX_CONNECTIONS', '50000');
  return when(isDecimal(limit), `maxconn ${limit}`);
}

/** Timeouts, with their variables and their defaults. */
const TIMEOUTS: readonly (readonly [name: string, variable: string, byDefault: string])[] = [
  ['connect', 'ROUTER_DEFAULT_CONNECT_TIMEOUT', '5s'],
  ['client', 'ROUTER_DEFAULT_CLIENT_TIMEOUT', '30s'],
  ['client-fin', 'ROUTER_CLIENT_FIN_TIMEOUT', '1s'],
  ['server', 'ROUTER_DEFAULT_SERVER_TIMEOUT', '30s'],
  ['server-fin', 'ROUTER_DEFAULT_SERVER_FIN_TIMEOUT', '1s'],
  ['http-request', 'ROUTER_SLOWLORIS_TIMEOUT', '10s'],
  ['http-keep-alive', 'ROUTER_SLOWLORIS_HTTP_KEEPALIVE', '300s'],
  ['tunnel', 'ROUTER_DEFAULT_TUNNEL_TIMEOUT', '1h'],
];

/** Returns the time in a variable, or the default if it is invalid. */
export function timeOf(controller: IngressController, name: string, byDefault: string): string {
  const text = variable(controller, name);
  return isTime(text) ? (readTime(text) ?? byDefault) : byDefault;
}

function defaultsSection(controller: IngressController): string {
  const value = (name: string, byDefault = ''): string => valueOf(controller, name, byDefault);
  const format = value('ROUTER_SYSLOG_FORMAT');
  const page = (code: number): string =>
    `errorfile ${code} ${value(`ROUTER_ERRORFILE_${code}`, `/var/lib/haproxy/conf/error-page-${code}.http`)}`;
  return section('defaults', [
    connectionLimit(controller),
    when(
      value('ROUTER_SYSLOG_ADDRESS') !== '',
      format === '' ? 'option httplog' : `log-format ${format}`,
      'log global',
    ),
    page(503),
    page(404),
    TIMEOUTS.map(([name, source, byDefault]) => `timeout ${name} ${timeOf(controller, source, byDefault)}`),
    when(
      isOn(controller, 'ROUTER_ENABLE_COMPRESSION'),
      'compression algo gzip',
      `compression type ${value('ROUTER_COMPRESSION_MIME', 'text/html text/plain text/css')}`,
    ),
    when(isOn(controller, 'ROUTER_DONT_LOG_NULL'), 'option dontlognull'),
    when(isOn(controller, 'ROUTER_HTTP_IGNORE_PROBES'), 'option http-ignore-probes'),
    when(caseAdjustments(controller).length > 0, 'option h1-case-adjust-bogus-client'),
    when(isOn(controller, 'ROUTER_HAPROXY_CONTSTATS'), 'option contstats'),
    when(isOn(controller, 'ROUTER_ABORT_ON_CLOSE'), 'option abortonclose'),
    'default-server init-addr last,none resolvers ingress_dns',
  ]);
}

const RESOLVERS = section('resolvers ingress_dns', [
  'parse-resolv-conf',
  'resolve_retries 1',
  'timeout retry 5s',
  'timeout resolve 10s',
]);

function statsSection(controller: IngressController): string[] {
  if (hasMetrics(controller)) return [];
  const port = valueOf(controller, 'STATS_PORT', '1936');
  return [section('listen stats', [`bind :${port}`, 'mode http', 'monitor-uri /healthz'])];
}
