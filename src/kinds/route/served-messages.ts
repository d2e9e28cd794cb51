import { defineFinding } from '../../model/catalogue.js';
import { plural } from '../../std/plural.js';
import { listNames } from '../../std/list-text.js';

const NO_SERVER = 'The Service gets no requests. If the Route has no other Service, the router responds with 503.';

/** What is suspicious about Routes that are served. */
export const servedMessages = {
  noController: defineFinding({
    code: 'route/no-controller',
    severity: 'warning',
    summary: 'No ingress controller selects a Route.',
    why: 'No router serves the Route, and its status does not show this.',
    fix: 'add labels that an ingress controller selects to the Route or its namespace',
    message: () => 'no ingress controller selects the Route by its labels and those of its namespace',
  }),
  badAnnotation: defineFinding<[name: string, text: string, expected: string]>({
    code: 'route/bad-annotation',
    severity: 'warning',
    summary: 'The router ignores the value of an annotation.',
    why: 'The annotation has no effect, and the router does not report it.',
    fix: 'use a value that the router accepts, or remove the annotation',
    message: (name, text) =>
      `the annotation ${name} has the invalid value ${JSON.stringify(text)}, so the router ignores it`,
    help: (_name, _text, expected) => `use ${expected}`,
  }),
  ineffectiveAnnotation: defineFinding({
    code: 'route/ineffective-annotation',
    severity: 'warning',
    summary: 'An annotation has no effect with the TLS termination of a Route.',
    why: 'The router reads it only for Routes with a different termination.',
    fix: 'remove the annotation, or change the termination',
    message: (name: string, termination: string) =>
      `the annotation ${name} has no effect on a Route ${termination === 'none' ? 'without TLS' : `with ${termination}`}`,
  }),
  rateLimitOff: defineFinding({
    code: 'route/rate-limit-off',
    severity: 'warning',
    summary: 'A rate limit is set, but not enabled.',
    why: 'The router does not limit connections.',
    fix: 'set haproxy.router.openshift.io/rate-limit-connections to "true"',
    message: () => 'rate-limit-connections is not "true", so the rate limit has no effect',
  }),
  openAllowList: defineFinding({
    code: 'route/open-allow-list',
    severity: 'warning',
    summary: 'The router ignores the whole allow list of a Route.',
    why: 'All clients can connect.',
    fix: 'use addresses and networks in one line, separated by single spaces, without commas',
    message: () => 'the router ignores the allow list, so all clients can connect',
  }),
  droppedEntries: defineFinding({
    code: 'route/dropped-allow-list-entry',
    severity: 'warning',
    summary: 'An entry of an allow list is neither an address nor a network.',
    why: 'The router ignores the entry, so its clients cannot connect.',
    fix: 'use addresses and networks, separated by spaces',
    message: (entries: readonly string[]) => `the router ignores ${listNames(entries)} in the allow list`,
  }),
  hiddenAllowList: defineFinding({
    code: 'route/hidden-allow-list',
    severity: 'warning',
    summary: 'A Route has an allow list under both names of the annotation.',
    why: 'The router reads only ip_allowlist.',
    fix: 'remove haproxy.router.openshift.io/ip_whitelist',
    message: () => 'ip_allowlist is also set, so the router ignores ip_whitelist',
  }),
  unknownService: defineFinding({
    code: 'route/unknown-service',
    severity: 'warning',
    summary: 'A Service of a Route is not in the input.',
    why: NO_SERVER,
    fix: 'correct the name, or add the Service to the inventory',
    message: (service: string) => `Service ${service} is not in the input, so the router has no server for it`,
  }),
  certificateExpires: defineFinding({
    code: 'route/certificate-expires',
    severity: 'warning',
    summary: 'A certificate that routers present expires soon or has expired.',
    why: 'The router still presents the certificate, and clients reject it.',
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
    why: NO_SERVER,
    fix: 'correct the selector of the Service or its pods, or add its EndpointSlices to the inventory',
    message: (service: string) => `Service ${service} has no ready endpoint, so the router has no server for it`,
  }),
  unknownPort: defineFinding({
    code: 'route/unknown-port',
    severity: 'warning',
    summary: 'No endpoint listens on the target port of a Route.',
    why: NO_SERVER,
    fix: 'use the number or name of a port of the endpoints, not the port number of the Service',
    message: (port: string, service: string, ports: readonly string[]) =>
      `targetPort is ${port}, expected a port of the endpoints of Service ${service} (${listNames(ports)})`,
  }),
  everyPort: defineFinding({
    code: 'route/every-port',
    severity: 'warning',
    summary: 'A Route has no port, but its Service has several.',
    why: 'The router sends requests to all ports, including ports for metrics.',
    fix: 'set spec.port.targetPort',
    message: (service: string, ports: readonly number[]) =>
      `missing field 'port', so requests go to all ports of Service ${service} (${listNames(ports.map(String))})`,
  }),
  certificateOfOtherHost: defineFinding({
    code: 'route/certificate-of-another-host',
    severity: 'warning',
    summary: 'The certificate of a Route is not valid for its host.',
    why: 'The router presents the certificate, and clients reject it.',
    fix: 'use a certificate that has the host as a subject alternative name',
    message: (host: string) => `the certificate is not valid for ${host}, so clients reject it`,
  }),
  defaultCertificate: defineFinding({
    code: 'route/default-certificate-of-another-host',
    severity: 'warning',
    summary:
      'The default certificate of an ingress controller is not valid for the host of a Route without a certificate.',
    why: 'The router presents the default certificate, and clients reject it.',
    fix: 'add a certificate to the Route, or use a host of the default certificate',
    message: (host: string, controller: string) =>
      `the Route has no certificate, and the default certificate of ingress controller ${controller} is not valid for ${host}, so clients reject it`,
  }),
  plainHTTPAllowed: defineFinding({
    code: 'route/plain-http-allowed',
    severity: 'warning',
    summary: 'A Route with TLS is also served over plain HTTP.',
    why: 'Attackers on the network path can read and change the traffic.',
    fix: 'set insecureEdgeTerminationPolicy to Redirect',
    message: () => 'the Route is also served over plain HTTP',
  }),
  shadowedPath: defineFinding({
    code: 'route/shadowed-path',
    severity: 'warning',
    summary: 'The path of a different Route matches requests for the path of a Route first.',
    why: 'Requests go to the other Route, because HAProxy matches paths in reverse byte order.',
    fix: 'remove the slash at the end of the shorter path, or remove one of two Routes with no path and /',
    message: (owner: string, controller: string) =>
      `the path of ${owner} matches first in ingress controller ${controller}, so requests go there`,
  }),
  noCertificate: defineFinding({
    code: 'route/no-default-certificate',
    severity: 'warning',
    summary: 'The certificate file of an ingress controller contains no certificate.',
    why: 'Weir cannot validate the certificate that routers present.',
    fix: 'use a PEM file with a certificate',
    message: (path: string) => `${path} contains no certificate`,
  }),
  noAuthority: defineFinding({
    code: 'route/no-service-authority',
    severity: 'warning',
    summary: 'The CA file for Services contains no CA certificate.',
    why: 'Routers reject servers with certificates of this CA.',
    fix: 'use a PEM file with a CA certificate',
    message: (path: string) => `${path} contains no CA certificate`,
  }),
};
