import { defineFinding } from '../../model/catalogue.js';
import { plural } from '../../std/plural.js';
import { listNames } from '../../std/list-text.js';

const DEAD = 'The Service gets no requests. If the Route has no other Service, the router answers 503.';

/** What is suspicious about Routes that are served. */
export const servedMessages = {
  noController: defineFinding({
    code: 'route/no-controller',
    severity: 'warning',
    summary: 'No ingress controller selects a Route.',
    why: 'No router serves the Route, and its status does not say so.',
    fix: 'give the Route and its namespace the labels that an ingress controller selects',
    message: () => 'no ingress controller selects the Route by its labels and those of its namespace',
  }),
  badAnnotation: defineFinding<[name: string, text: string, expected: string]>({
    code: 'route/bad-annotation',
    severity: 'warning',
    summary: 'The router ignores the value of an annotation.',
    why: 'The router works as if the annotation were absent, and does not report it.',
    fix: 'write a value that the router accepts, or remove the annotation',
    message: (name, text) => `the router ignores the annotation ${name}: ${JSON.stringify(text)} is not a valid value`,
    help: (_name, _text, expected) => `write ${expected}`,
  }),
  ineffectiveAnnotation: defineFinding({
    code: 'route/ineffective-annotation',
    severity: 'warning',
    summary: 'An annotation has no effect with the TLS termination of a Route.',
    why: 'The router reads it only for Routes with another termination.',
    fix: 'remove the annotation, or change the termination',
    message: (name: string, termination: string) =>
      `the annotation ${name} has no effect on a Route ${termination === 'none' ? 'without TLS' : `with ${termination}`}`,
  }),
  rateLimitOff: defineFinding({
    code: 'route/rate-limit-off',
    severity: 'warning',
    summary: 'A rate limit is configured but not turned on.',
    why: 'Connections are not limited.',
    fix: 'set haproxy.router.openshift.io/rate-limit-connections to "true"',
    message: () => 'the rate limit is off: rate-limit-connections is not "true"',
  }),
  openAllowList: defineFinding({
    code: 'route/open-allow-list',
    severity: 'warning',
    summary: 'The router ignores the whole allow list of a Route.',
    why: 'Every client may connect.',
    fix: 'write addresses and networks in one line, separated by spaces, without commas and without spaces at either end',
    message: () => 'the router ignores the allow list: every client may connect',
  }),
  droppedEntries: defineFinding({
    code: 'route/dropped-allow-list-entry',
    severity: 'warning',
    summary: 'An entry of an allow list is neither an address nor a network.',
    why: 'The router ignores the entry, and the clients that it is meant for cannot connect.',
    fix: 'write addresses and networks, separated by spaces',
    message: (entries: readonly string[]) => `the router ignores ${listNames(entries)} in the allow list`,
  }),
  hiddenAllowList: defineFinding({
    code: 'route/hidden-allow-list',
    severity: 'warning',
    summary: 'A Route has an allow list under both names of the annotation.',
    why: 'The router reads only ip_allowlist.',
    fix: 'remove haproxy.router.openshift.io/ip_whitelist',
    message: () => 'the router ignores ip_whitelist where ip_allowlist is set',
  }),
  unknownService: defineFinding({
    code: 'route/unknown-service',
    severity: 'warning',
    summary: 'A Service of a Route is not in the input.',
    why: DEAD,
    fix: 'check the name, or add the Service to the inventory',
    message: (service: string) => `Service ${service} is not in the input: the router has no server for it`,
  }),
  certificateExpires: defineFinding({
    code: 'route/certificate-expires',
    severity: 'warning',
    summary: 'A certificate that routers present expires soon or has expired.',
    why: 'The router still presents it, and clients reject it.',
    fix: 'renew the certificate',
    message: (what: string, date: string, days: number) =>
      days < 0
        ? `${what} expired ${plural(-days, 'day')} before ${date}`
        : `${what} expires ${plural(days, 'day')} after ${date}`,
  }),
  noServer: defineFinding({
    code: 'route/no-server',
    severity: 'warning',
    summary: 'A Service of a Route has no ready endpoint.',
    why: DEAD,
    fix: 'check the selector of the Service and its pods, and add its EndpointSlices to the inventory',
    message: (service: string) => `Service ${service} has no ready endpoint: the router has no server for it`,
  }),
  unknownPort: defineFinding({
    code: 'route/unknown-port',
    severity: 'warning',
    summary: 'No endpoint listens on the target port of a Route.',
    why: DEAD,
    fix: 'write the number or name of a port of the endpoints, not the port number of the Service',
    message: (port: string, service: string, ports: readonly string[]) =>
      `no endpoint of Service ${service} has the port ${port}: they have ${listNames(ports)}`,
  }),
  everyPort: defineFinding({
    code: 'route/every-port',
    severity: 'warning',
    summary: 'A Route names no port of a Service that has several.',
    why: 'The router sends requests to every port, even to one for metrics.',
    fix: 'name the port in spec.port.targetPort',
    message: (service: string, ports: readonly number[]) =>
      `the Route names no port: requests go to all ports of Service ${service} (${listNames(ports.map(String))})`,
  }),
  certificateOfOtherHost: defineFinding({
    code: 'route/certificate-of-another-host',
    severity: 'warning',
    summary: 'The certificate of a Route is not valid for its host.',
    why: 'The router presents it anyway, and clients reject it.',
    fix: 'provide a certificate with the host among its subject alternative names',
    message: (host: string) => `the certificate is not valid for ${host}: clients will reject it`,
  }),
  defaultCertificate: defineFinding({
    code: 'route/default-certificate-of-another-host',
    severity: 'warning',
    summary:
      'The default certificate of an ingress controller is not valid for the host of a Route without a certificate.',
    why: 'The router presents the default certificate, and clients reject it.',
    fix: 'give the Route a certificate, or a host that the default certificate is valid for',
    message: (host: string, controller: string) =>
      `the Route has no certificate, and the default one of ingress controller ${controller} is not valid for ${host}`,
  }),
  plainHTTPAllowed: defineFinding({
    code: 'route/plain-http-allowed',
    severity: 'warning',
    summary: 'A Route with TLS is also served over plain HTTP.',
    why: 'Anyone on the network path can read and change the traffic.',
    fix: 'set insecureEdgeTerminationPolicy to Redirect',
    message: () => 'the Route is also served over plain HTTP',
  }),
  shadowedPath: defineFinding({
    code: 'route/shadowed-path',
    severity: 'warning',
    summary: 'Requests for the path of a Route go to another Route, whose path matches first.',
    why: 'HAProxy tries the patterns in reverse byte order, which is not always the longest first.',
    fix: 'write the shorter path without a slash at its end; of a Route without a path and one with / keep only one',
    message: (owner: string, controller: string) =>
      `in ingress controller ${controller} the path of ${owner} matches first and takes the requests`,
  }),
  noCertificate: defineFinding({
    code: 'route/no-default-certificate',
    severity: 'warning',
    summary: 'The certificate file of an ingress controller contains no certificate.',
    why: 'Weir cannot check the certificate that clients get.',
    fix: 'name a PEM file with a certificate',
    message: (path: string) => `${path} contains no certificate`,
  }),
  noAuthority: defineFinding({
    code: 'route/no-service-authority',
    severity: 'warning',
    summary: 'The CA file for Services contains no CA certificate.',
    why: 'The router trusts no server whose certificate this CA signed.',
    fix: 'name a PEM file with a CA certificate',
    message: (path: string) => `${path} contains no CA certificate`,
  }),
};
