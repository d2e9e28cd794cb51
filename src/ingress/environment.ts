import type { IngressController } from '../model/ingress-controller.js';

/**
 * Returns the variables that the ingress operator sets for an IngressController with only a name and a domain. See the
 * OpenShift router of August 2026.
 */
export function operatorEnvironment(name: string, domain: string): Readonly<Record<string, string>> {
  return {
    ROUTER_SERVICE_NAME: name,
    ROUTER_SERVICE_NAMESPACE: 'openshift-ingress',
    DEFAULT_DESTINATION_CA_PATH: '/var/run/configmaps/service-ca/service-ca.crt',
    ROUTER_METRICS_TYPE: 'haproxy',
    STATS_PORT: '1936',
    ROUTER_LOAD_BALANCE_ALGORITHM: 'random',
    ROUTER_TCP_BALANCE_SCHEME: 'source',
    ROUTER_DOMAIN: domain,
    ROUTER_CANONICAL_HOSTNAME: `router-${name}.${domain}`,
    ROUTER_THREADS: '4',
    RELOAD_INTERVAL: '5s',
    ROUTER_CIPHERS: [
      'ECDHE-ECDSA-AES128-GCM-SHA256',
      'ECDHE-RSA-AES128-GCM-SHA256',
      'ECDHE-ECDSA-AES256-GCM-SHA384',
      'ECDHE-RSA-AES256-GCM-SHA384',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
      'ECDHE-RSA-CHACHA20-POLY1305',
    ].join(':'),
    ROUTER_CIPHERSUITES: 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256',
    ROUTER_CURVES: 'X25519MLKEM768:X25519:secp256r1:secp384r1:secp521r1',
    SSL_MIN_VERSION: 'TLSv1.2',
    ROUTER_DISABLE_NAMESPACE_OWNERSHIP_CHECK: 'false',
    ROUTER_ALLOW_WILDCARD_ROUTES: 'false',
    ROUTER_SET_FORWARDED_HEADERS: 'append',
    ROUTER_DISABLE_HTTP2: 'true',
    ROUTER_ENABLE_EXTERNAL_CERTIFICATE: 'true',
  };
}

/** Returns the value of a variable. Returns '' if it is empty or unset, which a router does not distinguish. */
export function variable({ environment }: IngressController, name: string): string {
  return environment.get(name) ?? '';
}

/** Returns true if a variable is true. An empty variable has the default. */
export function isOn(controller: IngressController, name: string, byDefault = false): boolean {
  const text = variable(controller, name);
  return text === '' ? byDefault : isTrue(text);
}

/** Returns the result of Go's `strconv.ParseBool`, or false for an invalid boolean. */
export function isTrue(text: string): boolean {
  return ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text);
}

/** Returns true if Go's `strconv.Atoi` accepts the text: an optional sign, and digits that fit into 64 bits. */
export function isDecimal(text: string): boolean {
  if (!/^[-+]?[0-9]+$/.test(text)) return false;
  const digits = text.replace(/^[-+]?0*/, '');
  if (digits.length > 19) return false;
  const value = BigInt(digits === '' ? '0' : digits);
  return text.startsWith('-') ? value <= 2n ** 63n : value < 2n ** 63n;
}

/** Returns the name of a controller in the status of Routes. */
export function routerNameOf(controller: IngressController): string {
  const name = variable(controller, 'ROUTER_SERVICE_NAME');
  return name === '' ? controller.name : name;
}
