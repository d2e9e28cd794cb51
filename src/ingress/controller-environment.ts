import type { Family } from '../net/address.js';
import { type Json, type JsonObject, asList, asObject } from '../std/json.js';
import { textOf } from '../model/kubernetes-object.js';
import { parseDuration } from './duration.js';
import { loggingEnvironment } from './logging-environment.js';
import { writeSelector } from '../selectors/selector-text.js';

/** Properties of the cluster that the variables of a router depend on. */
export interface ControllerContext {
  readonly platform: string;
  readonly ipFamilies: readonly Family[];
}

type Variables = Readonly<Record<string, string>>;

/**
 * Returns the variables that the ingress operator of August 2026 derives from an IngressController
 * (operator.openshift.io/v1), without those that every router has. Values in the status take precedence over the spec.
 */
export function controllerEnvironment(object: JsonObject, surroundings: ControllerContext): Variables {
  const [spec, status] = [asObject(object.spec) ?? {}, asObject(object.status) ?? {}];
  const annotations = asObject(asObject(object.metadata)?.annotations) ?? {};
  const publishing = asObject(status.endpointPublishingStrategy) ?? asObject(spec.endpointPublishingStrategy) ?? {};
  return {
    ...selectorVariables(spec),
    ...admissionVariables(asObject(spec.routeAdmission) ?? {}),
    ...publishingVariables(publishing, surroundings),
    ...tuningVariables(asObject(spec.tuningOptions) ?? {}),
    ...headerVariables(asObject(spec.httpHeaders) ?? {}),
    ...loggingEnvironment(asObject(asObject(spec.logging)?.access) ?? {}),
    ...tlsVariables(asObject(status.tlsProfile) ?? {}),
    ...clientVariables(asObject(spec.clientTLS) ?? {}),
    ...compressionVariables(asObject(spec.httpCompression) ?? {}),
    ...when(spec.httpEmptyRequestsPolicy === 'Ignore', { ROUTER_HTTP_IGNORE_PROBES: 'true' }),
    ...when(spec.idleConnectionTerminationPolicy === 'Deferred', { ROUTER_IDLE_CLOSE_ON_RESPONSE: 'true' }),
    ...when(textOf(asObject(spec.httpErrorCodePages)?.name) !== '', {
      ROUTER_ERRORFILE_503: `${ERROR_PAGES}-503.http`,
      ROUTER_ERRORFILE_404: `${ERROR_PAGES}-404.http`,
    }),
    ...when(annotations[`${ANNOTATIONS}/default-enable-http2`] === 'true', { ROUTER_DISABLE_HTTP2: 'false' }),
    ...textVariable('ROUTER_HARD_STOP_AFTER', annotations[`${ANNOTATIONS}/hard-stop-after`]),
    ...familyVariables(surroundings),
  };
}

const ANNOTATIONS = 'ingress.operator.openshift.io';
const ERROR_PAGES = '/var/lib/haproxy/conf/error_code_pages/error-page';

function when(isSo: boolean, variables: Variables): Variables {
  return isSo ? variables : {};
}

function textVariable(name: string, value: Json | undefined): Variables {
  return when(textOf(value) !== '', { [name]: textOf(value) });
}

function selectorVariables({ routeSelector, namespaceSelector }: JsonObject): Variables {
  return {
    ...textVariable('ROUTE_LABELS', writeSelector(routeSelector)),
    ...textVariable('NAMESPACE_LABELS', writeSelector(namespaceSelector)),
  };
}

function admissionVariables({ namespaceOwnership, wildcardPolicy }: JsonObject): Variables {
  return {
    ROUTER_DISABLE_NAMESPACE_OWNERSHIP_CHECK: String(namespaceOwnership === 'InterNamespaceAllowed'),
    ROUTER_ALLOW_WILDCARD_ROUTES: String(wildcardPolicy === 'WildcardsAllowed'),
  };
}

function publishingVariables(strategy: JsonObject, { platform }: ControllerContext): Variables {
  const network = asObject(strategy.hostNetwork) ?? {};
  const portOf = (value: Json | undefined, usual: number): string => String(typeof value === 'number' ? value : usual);
  return {
    ...when(strategy.type === 'HostNetwork', {
      ROUTER_SERVICE_HTTP_PORT: portOf(network.httpPort, 80),
      ROUTER_SERVICE_HTTPS_PORT: portOf(network.httpsPort, 443),
      STATS_PORT: portOf(network.statsPort, 1936),
    }),
    ...when(needsProxyProtocol(strategy, platform), { ROUTER_USE_PROXY_PROTOCOL: 'true' }),
  };
}

/**
 * Returns true if the load balancer uses the PROXY protocol: a classic one of AWS always, others if they are configured
 * to.
 */
function needsProxyProtocol(strategy: JsonObject, platform: string): boolean {
  const balancer = asObject(asObject(strategy.loadBalancer)?.providerParameters) ?? {};
  switch (strategy.type) {
    case 'LoadBalancerService':
      if (platform === 'AWS') return (asObject(balancer.aws)?.type ?? 'Classic') === 'Classic';
      return asObject(balancer.ibm)?.protocol === 'PROXY';
    case 'HostNetwork':
      return asObject(strategy.hostNetwork)?.protocol === 'PROXY';
    case 'NodePortService':
      return asObject(strategy.nodePort)?.protocol === 'PROXY';
    case 'Private':
      return asObject(strategy.private)?.protocol === 'PROXY';
    default:
      return false;
  }
}

/** Durations of `tuningOptions`, with their variables. */
const DURATIONS: readonly (readonly [field: string, name: string])[] = [
  ['clientTimeout', 'ROUTER_DEFAULT_CLIENT_TIMEOUT'],
  ['clientFinTimeout', 'ROUTER_CLIENT_FIN_TIMEOUT'],
  ['serverTimeout', 'ROUTER_DEFAULT_SERVER_TIMEOUT'],
  ['serverFinTimeout', 'ROUTER_DEFAULT_SERVER_FIN_TIMEOUT'],
  ['tunnelTimeout', 'ROUTER_DEFAULT_TUNNEL_TIMEOUT'],
  ['connectTimeout', 'ROUTER_DEFAULT_CONNECT_TIMEOUT'],
  ['tlsInspectDelay', 'ROUTER_INSPECT_DELAY'],
  ['httpKeepAliveTimeout', 'ROUTER_SLOWLORIS_HTTP_KEEPALIVE'],
];
const SECOND = 1000;

function tuningVariables(options: JsonObject): Variables {
  const interval = parseDuration(textOf(options.healthCheckInterval)) ?? 0;
  const times = DURATIONS.flatMap(([field, name]): [string, string][] => {
    const duration = parseDuration(textOf(options[field])) ?? 0;
    return duration > 0 ? [[name, writeTime(duration)]] : [];
  });
  const { maxConnections, threadCount, headerBufferBytes, headerBufferMaxRewriteBytes } = options;
  return {
    ...Object.fromEntries(times),
    ...when(interval >= SECOND, { ROUTER_BACKEND_CHECK_INTERVAL: writeTime(interval) }),
    ...(maxConnections === -1
      ? { ROUTER_MAX_CONNECTIONS: 'auto' }
      : numberVariable('ROUTER_MAX_CONNECTIONS', maxConnections)),
    ...numberVariable('ROUTER_THREADS', threadCount),
    ...numberVariable('ROUTER_BUF_SIZE', headerBufferBytes),
    ...numberVariable('ROUTER_MAX_REWRITE_SIZE', headerBufferMaxRewriteBytes),
  };
}

function numberVariable(name: string, value: Json | undefined): Variables {
  return typeof value === 'number' && value > 0 ? { [name]: String(value) } : {};
}

/** Maximum time that HAProxy accepts, in milliseconds. */
const LONGEST = 2147483647;

function writeTime(milliseconds: number): string {
  if (milliseconds > LONGEST) return `${LONGEST}ms`;
  return milliseconds % SECOND === 0 ? `${milliseconds / SECOND}s` : `${Math.floor(milliseconds)}ms`;
}

const FORWARDED: Readonly<Record<string, string>> = { Replace: 'replace', IfNone: 'if-none', Never: 'never' };

function headerVariables({
  forwardedHeaderPolicy,
  uniqueId,
  headerNameCaseAdjustments,
  actions,
}: JsonObject): Variables {
  const { name, format } = asObject(uniqueId) ?? {};
  const written = textOf(format) === '' ? '%{+X}o %ci:%cp_%fi:%fp_%Ts_%rt:%pid' : textOf(format);
  const { request, response } = asObject(actions) ?? {};
  return {
    ROUTER_SET_FORWARDED_HEADERS: FORWARDED[textOf(forwardedHeaderPolicy)] ?? 'append',
    ...when(textOf(name) !== '', {
      ROUTER_UNIQUE_ID_HEADER_NAME: textOf(name),
      ROUTER_UNIQUE_ID_FORMAT: JSON.stringify(written),
    }),
    ...textVariable('ROUTER_H1_CASE_ADJUST', asList(headerNameCaseAdjustments).map(textOf).join(',')),
    ...textVariable('ROUTER_HTTP_REQUEST_HEADERS', writeActions(request)),
    ...textVariable('ROUTER_HTTP_RESPONSE_HEADERS', writeActions(response)),
  };
}

/** Returns actions as `<name>:<value>:Set` and `<name>:Delete`, each part percent-encoded. */
function writeActions(list: Json | undefined): string {
  return asList(list)
    .map((one) => {
      const { name, action } = asObject(one) ?? {};
      const { type, set } = asObject(action) ?? {};
      const value = type === 'Set' ? [encodeURIComponent(textOf(asObject(set)?.value))] : [];
      return [encodeURIComponent(textOf(name)), ...value, textOf(type)].join(':');
    })
    .join(',');
}

const TLS_13 = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];
const VERSIONS: Readonly<Record<string, string>> = {
  VersionTLS10: 'TLSv1.1',
  VersionTLS11: 'TLSv1.1',
  VersionTLS13: 'TLSv1.3',
};

/** Returns the variables of the TLS profile. The operator writes the effective profile into the status. */
function tlsVariables({ ciphers, minTLSVersion }: JsonObject): Variables {
  if (!Array.isArray(ciphers)) return {};
  const names = ciphers.map(textOf);
  return {
    ROUTER_CIPHERS: names.filter((name) => !TLS_13.includes(name)).join(':'),
    ROUTER_CIPHERSUITES: names.filter((name) => TLS_13.includes(name)).join(':'),
    SSL_MIN_VERSION: VERSIONS[textOf(minTLSVersion)] ?? 'TLSv1.2',
  };
}

function clientVariables({ clientCertificatePolicy, clientCA, allowedSubjectPatterns }: JsonObject): Variables {
  const policy = textOf(clientCertificatePolicy).toLowerCase();
  if (policy === '') return {};
  const patterns = asList(allowedSubjectPatterns).map(textOf);
  const hasAuthority = textOf(asObject(clientCA)?.name) !== '';
  return {
    ROUTER_MUTUAL_TLS_AUTH: policy,
    ...when(hasAuthority, { ROUTER_MUTUAL_TLS_AUTH_CA: '/etc/pki/tls/client-ca/ca-bundle.pem' }),
    ...when(hasAuthority && patterns.length > 0, { ROUTER_MUTUAL_TLS_AUTH_FILTER: `(?:${patterns.join('|')})` }),
  };
}

function compressionVariables({ mimeTypes }: JsonObject): Variables {
  const types = asList(mimeTypes).map(textOf);
  if (types.length === 0) return {};
  const quoted = types.map((type) => (/[ "\\]/.test(type) ? JSON.stringify(type) : type));
  return { ROUTER_ENABLE_COMPRESSION: 'true', ROUTER_COMPRESSION_MIME: quoted.join(' ') };
}

function familyVariables({ ipFamilies }: ControllerContext): Variables {
  if (!ipFamilies.includes('IPv6')) return {};
  return { ROUTER_IP_V4_V6_MODE: ipFamilies.includes('IPv4') ? 'v4v6' : 'v6' };
}
