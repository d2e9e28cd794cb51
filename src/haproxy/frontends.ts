import { isOn, variable } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { HeaderAction } from '../model/route.js';
import { captureLines } from './captures.js';
import { hasMetrics, timeOf, valueOf } from './global.js';
import { headerActionLines } from './header-actions.js';
import { STATE, WORK } from './names.js';
import { section, when } from './sections.js';

/**
 * Returns the frontends, and the backends between them. Connections with TLS are selected by the name in the handshake,
 * then TLS is terminated.
 */
export function writeFrontends(controller: IngressController): string {
  return [
    publicFrontend(controller),
    publicTLSFrontend(controller),
    section('backend be_sni', [`server fe_sni unix@${SOCKETS}/haproxy-sni.sock weight 1 send-proxy`]),
    endOfTLS('sni', controller),
    section('backend be_no_sni', [`server fe_no_sni unix@${SOCKETS}/haproxy-no-sni.sock weight 1 send-proxy`]),
    endOfTLS('no_sni', controller),
    section('backend openshift_default', [
      'mode http',
      'option forwardfor',
      'option http-pretend-keepalive',
      when(variable(controller, 'ROUTER_ERRORFILE_404') !== '', 'http-request deny deny_status 404'),
    ]),
  ].join('');
}

const SOCKETS = `${STATE}/run`;
const MAPS = `${STATE}/conf`;

function publicFrontend(controller: IngressController): string {
  return section('frontend public', [
    bindLines(valueOf(controller, 'ROUTER_SERVICE_HTTP_PORT', '80'), controller),
    'mode http',
    idleClose(controller),
    `tcp-request inspect-delay ${timeOf(controller, 'ROUTER_INSPECT_DELAY', '5s')}`,
    'tcp-request content accept if HTTP',
    when(hasMetrics(controller), 'monitor-uri /_______internal_router_healthz'),
    commonLines(controller),
    `acl secure_redirect base,map_reg_int(${MAPS}/os_route_http_redirect.map) -m bool`,
    'http-request redirect location https://%[req.hdr(host),regsub(:[0-9]+$,,)]%[url] code 302 if secure_redirect',
    actionLines(controller),
    `use_backend %[base,map_reg(${MAPS}/os_http_be.map)]`,
    'default_backend openshift_default',
  ]);
}

function publicTLSFrontend(controller: IngressController): string {
  return section('frontend public_ssl', [
    when(variable(controller, 'ROUTER_SYSLOG_ADDRESS') !== '', 'option tcplog'),
    bindLines(valueOf(controller, 'ROUTER_SERVICE_HTTPS_PORT', '443'), controller),
    `tcp-request inspect-delay ${timeOf(controller, 'ROUTER_INSPECT_DELAY', '5s')}`,
    'tcp-request content accept if { req_ssl_hello_type 1 }',
    'acl sni req.ssl_sni -m found',
    `acl sni_passthrough req.ssl_sni,lower,map_reg(${MAPS}/os_sni_passthrough.map) -m found`,
    `use_backend %[req.ssl_sni,lower,map_reg(${MAPS}/os_tcp_be.map)] if sni sni_passthrough`,
    'use_backend be_sni if sni',
    'default_backend be_no_sni',
  ]);
}

/**
 * Returns the frontend that terminates TLS. `sni` selects the certificate by the name of the handshake, `no_sni` uses
 * the default certificate.
 */
function endOfTLS(name: 'sni' | 'no_sni', controller: IngressController): string {
  const isNamed = name === 'sni';
  const socket = `unix@${SOCKETS}/haproxy-${isNamed ? 'sni' : 'no-sni'}.sock`;
  const strict = isNamed && isOn(controller, 'ROUTER_STRICT_SNI') ? ' strict-sni' : '';
  const list = isNamed ? ` crt-list ${MAPS}/cert_config.map` : '';
  const certificates = `crt ${WORK}/certs/default.pem${list}`;
  return section(`frontend fe_${name}`, [
    `bind ${socket} ssl${strict} ${certificates} accept-proxy${clientCertificates(controller)} no-alpn`,
    'mode http',
    idleClose(controller),
    commonLines(controller),
    mutualTLSLines(controller),
    actionLines(controller),
    `use_backend %[base,map_reg(${MAPS}/os_edge_reencrypt_be.map)]`,
    'default_backend openshift_default',
  ]);
}

function bindLines(port: string, controller: IngressController): string[] {
  const mode = variable(controller, 'ROUTER_IP_V4_V6_MODE');
  const proxy = isOn(controller, 'ROUTER_USE_PROXY_PROTOCOL') ? ' accept-proxy' : '';
  const [ipv4, ipv6] = [`bind :${port}${proxy}`, `bind :::${port} v6only${proxy}`];
  return mode === 'v4v6' ? [ipv4, ipv6] : mode === 'v6' ? [ipv6] : [ipv4];
}

function idleClose(controller: IngressController): readonly string[] {
  return when(isOn(controller, 'ROUTER_IDLE_CLOSE_ON_RESPONSE'), 'option idle-close-on-response');
}

/** Headers that clients must not send to servers, because only the router sets them. */
const PROTECTED_HEADERS = [
  'X-SSL',
  ...['CN', 'DER', 'DN', 'NotAfter', 'NotBefore', 'SHA1', 'Serial', 'Subject', 'Verify', 'Version'].map(
    (part) => `X-SSL-Client-${part}`,
  ),
  'X-SSL-Issuer',
];

function commonLines(controller: IngressController): string[] {
  const [format, header] = [
    variable(controller, 'ROUTER_UNIQUE_ID_FORMAT'),
    variable(controller, 'ROUTER_UNIQUE_ID_HEADER_NAME'),
  ];
  return [
    ...captureLines(controller),
    'http-request deny if { hdr_len(content-length) 0 }',
    'http-request del-header Proxy',
    ...when(
      isOn(controller, 'ROUTER_MUTUAL_TLS_HEADER_FILTER', true),
      ...PROTECTED_HEADERS.map((name) => `http-request del-header ${name}`),
    ),
    'http-request set-header Host %[req.hdr(Host),lower]',
    ...when(format !== '' && header !== '', `unique-id-format ${format}`, `unique-id-header ${header}`),
  ];
}

/** Returns the options for client certificates. */
function clientCertificates(controller: IngressController): string {
  const mode = variable(controller, 'ROUTER_MUTUAL_TLS_AUTH');
  if (mode === '') return '';
  const authorities = valueOf(controller, 'ROUTER_MUTUAL_TLS_AUTH_CA', '/etc/ssl/certs/ca-bundle.trust.crt');
  const revoked = variable(controller, 'ROUTER_MUTUAL_TLS_AUTH_CRL');
  return ` verify ${mode} ca-file ${authorities}${revoked === '' ? '' : ` crl-file ${revoked}`}`;
}

function mutualTLSLines(controller: IngressController): string[] {
  if (['', 'none'].includes(variable(controller, 'ROUTER_MUTUAL_TLS_AUTH'))) return [];
  const filter = variable(controller, 'ROUTER_MUTUAL_TLS_AUTH_FILTER');
  return [
    ...when(
      filter !== '',
      `acl cert_cn_matches ssl_c_s_dn -m reg ${filter}`,
      'http-request deny unless cert_cn_matches',
    ),
    ...CLIENT_HEADERS.map(([name, value]) => `http-request set-header ${name} ${value}`),
  ];
}

/** Headers that describe a client certificate to servers. */
const CLIENT_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['X-SSL', '%[ssl_fc]'],
  ['X-SSL-Client-Verify', '%[ssl_c_verify]'],
  ['X-SSL-Client-Serial', '%{+Q}[ssl_c_serial,hex]'],
  ['X-SSL-Client-Version', '%{+Q}[ssl_c_version]'],
  ['X-SSL-Client-SHA1', '%{+Q}[ssl_c_sha1,hex]'],
  ['X-SSL-Client-DN', '%{+Q}[ssl_c_s_dn]'],
  ['X-SSL-Client-CN', '%{+Q}[ssl_c_s_dn(cn)]'],
  ['X-SSL-Issuer', '%{+Q}[ssl_c_i_dn]'],
  ['X-SSL-Client-NotBefore', '%{+Q}[ssl_c_notbefore]'],
  ['X-SSL-Client-NotAfter', '%{+Q}[ssl_c_notafter]'],
  ['X-SSL-Client-DER', '%{+Q}[ssl_c_der,base64]'],
];

/** Returns the actions on headers of all requests and responses of the controller. */
function actionLines(controller: IngressController): string[] {
  return [
    ...headerActionLines('http-request', readActions(variable(controller, 'ROUTER_HTTP_REQUEST_HEADERS'))),
    ...headerActionLines('http-response', readActions(variable(controller, 'ROUTER_HTTP_RESPONSE_HEADERS'))),
  ];
}

/** Parses `<name>:<value>:Set` and `<name>:Delete`, separated by commas and percent-encoded. */
function readActions(text: string): HeaderAction[] {
  return text.split(',').flatMap((item): HeaderAction[] => {
    const [name = '', ...rest] = item.split(':').map(decode);
    const type = rest.pop() ?? '';
    return name === '' ? [] : [{ name, type, value: rest.join(':') }];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim();
  } catch {
    return text;
  }
}
