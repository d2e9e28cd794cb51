import { defineFinding } from '../../model/catalogue.js';
import { plural } from '../../std/plural.js';
import { listNames } from '../../std/list-text.js';

const DEAD = 'Requests that should go there are answered with 503.';

/** What is suspicious about Routes that are served. */
export const servedMessages = {
  noController: defineFinding({
    code: 'route/no-controller',
    severity: 'warning',
    summary: 'No ingress controller looks at a Route.',
    why: 'Nobody serves it, and its status says nothing.',
    mend: 'give the Route or its namespace the labels that an ingress controller selects',
    message: () => 'no ingress controller looks at the Route: their selectors leave it out',
  }),
  badAnnotation: defineFinding<[name: string, text: string, expected: string]>({
    code: 'route/bad-annotation',
    severity: 'warning',
    summary: 'The router ignores the value of an annotation.',
    why: 'Everything goes on as if the annotation were not there, and nobody says so.',
    mend: 'write a value that the router takes, or remove the annotation',
    message: (name, text) => `the router ignores the annotation ${name}: ${JSON.stringify(text)} is no value of it`,
    help: (_name, _text, expected) => `write ${expected}`,
  }),
  uselessAnnotation: defineFinding({
    code: 'route/useless-annotation',
    severity: 'warning',
    summary: 'An annotation has no effect on Routes of this termination.',
    why: 'The router reads it only for others.',
    mend: 'remove the annotation, or change the termination',
    message: (name: string, termination: string) =>
      `the annotation ${name} has no effect on a Route ${termination === 'none' ? 'without TLS' : `with ${termination}`}`,
  }),
  rateLimitOff: defineFinding({
    code: 'route/rate-limit-off',
    severity: 'warning',
    summary: 'A rate limit has numbers and is not turned on.',
    why: 'No connection is refused.',
    mend: 'set haproxy.router.openshift.io/rate-limit-connections to "true"',
    message: () => 'the rate limit is off: rate-limit-connections is not true',
  }),
  openAllowList: defineFinding({
    code: 'route/open-allow-list',
    severity: 'warning',
    summary: 'An allow list has no entry that the router takes.',
    why: 'The router drops the list, and everybody may connect.',
    mend: 'write addresses and networks with single blanks between them, in one line, without commas and surrounding blanks',
    message: () => 'the router takes nothing of the allow list: everybody may connect',
  }),
  droppedEntries: defineFinding({
    code: 'route/dropped-allow-list-entry',
    severity: 'warning',
    summary: 'An entry of an allow list is not an address and not a network.',
    why: 'The router drops the entry, and who it was for cannot connect.',
    mend: 'write addresses and networks with single blanks between them',
    message: (entries: readonly string[]) => `the router drops ${listNames(entries)} from the allow list`,
  }),
  hiddenAllowList: defineFinding({
    code: 'route/hidden-allow-list',
    severity: 'warning',
    summary: 'A Route has an allow list under both names of the annotation.',
    why: 'Only ip_allowlist counts.',
    mend: 'remove haproxy.router.openshift.io/ip_whitelist',
    message: () => 'ip_whitelist does not count beside ip_allowlist',
  }),
  unknownService: defineFinding({
    code: 'route/unknown-service',
    severity: 'warning',
    summary: 'A Service that a Route leads to is not part of the input.',
    why: DEAD,
    mend: 'check the name, or add the Service to the inventory',
    message: (service: string) => `Service ${service} is not in the input: the router has no server for it`,
  }),
  certificateEnds: defineFinding({
    code: 'route/certificate-ends',
    severity: 'warning',
    summary: 'A certificate that routers show ends soon, or has ended.',
    why: 'The router goes on to show it, and clients refuse it.',
    mend: 'renew the certificate',
    message: (what: string, date: string, days: number) =>
      days < 0
        ? `${what} ended ${plural(-days, 'day')} before ${date}`
        : `${what} ends ${plural(days, 'day')} after ${date}`,
  }),
  noServer: defineFinding({
    code: 'route/no-server',
    severity: 'warning',
    summary: 'A Service that a Route leads to has no ready endpoint.',
    why: DEAD,
    mend: 'check the selector of the Service and its pods, and export its EndpointSlices',
    message: (service: string) => `Service ${service} has no ready endpoint: the router has no server for it`,
  }),
  unknownPort: defineFinding({
    code: 'route/unknown-port',
    severity: 'warning',
    summary: 'No endpoint listens on the target port of a Route.',
    why: DEAD,
    mend: 'write the number or name of a port of the endpoints; the port number of the Service does not count',
    message: (port: string, service: string, ports: readonly string[]) =>
      `no endpoint of Service ${service} has the port ${port}: they have ${listNames(ports)}`,
  }),
  everyPort: defineFinding({
    code: 'route/every-port',
    severity: 'warning',
    summary: 'A Route names no port of a Service that has several.',
    why: 'Requests go to every port, also to one that is for metrics.',
    mend: 'name the port in spec.port.targetPort',
    message: (service: string, ports: readonly number[]) =>
      `requests go to all ports of Service ${service}: ${listNames(ports.map(String))}`,
  }),
  certificateOfOtherHost: defineFinding({
    code: 'route/certificate-of-another-host',
    severity: 'warning',
    summary: 'The certificate of a Route does not name its host.',
    why: 'The router shows it all the same, and clients refuse it.',
    mend: 'give a certificate with the host among its alternative names',
    message: (host: string) => `the certificate does not name ${host}: clients will refuse it`,
  }),
  defaultCertificate: defineFinding({
    code: 'route/default-certificate-of-another-host',
    severity: 'warning',
    summary: 'A Route without a certificate has a host that the certificate of the ingress controller does not name.',
    why: 'The router shows that certificate, and clients refuse it.',
    mend: 'give the Route a certificate, or a host that the ingress controller has one for',
    message: (host: string, controller: string) =>
      `the Route has no certificate, and that of ingress controller ${controller} does not name ${host}`,
  }),
  plainHTTPAllowed: defineFinding({
    code: 'route/plain-http-allowed',
    severity: 'warning',
    summary: 'A Route with TLS is reachable over plain HTTP too.',
    why: 'Whoever listens on the way reads and changes what is sent.',
    mend: 'write insecureEdgeTerminationPolicy: Redirect',
    message: () => 'the Route answers plain HTTP too',
  }),
  shadowedPath: defineFinding({
    code: 'route/shadowed-path',
    severity: 'warning',
    summary: 'The proxy never finds the path of a Route, because that of another Route matches first.',
    why: 'Patterns are tried in reverse byte order, which is not always the order of their lengths.',
    mend: 'let the shorter path end without a slash, and keep only one of no path and /',
    message: (owner: string, controller: string) =>
      `in ingress controller ${controller} the path of ${owner} matches first`,
  }),
  noCertificate: defineFinding({
    code: 'route/no-default-certificate',
    severity: 'warning',
    summary: 'The file of the certificate of an ingress controller holds none.',
    why: 'Nothing can be said of what clients are shown.',
    mend: 'name a file with a certificate in PEM',
    message: (path: string) => `${path} holds no certificate`,
  }),
  noAuthority: defineFinding({
    code: 'route/no-service-authority',
    severity: 'warning',
    summary: 'The file of the authority of Services holds no certificate of one.',
    why: 'The router does not trust servers whose certificates are signed by it.',
    mend: 'name a file with the certificate of an authority in PEM',
    message: (path: string) => `${path} holds no certificate of an authority`,
  }),
};
