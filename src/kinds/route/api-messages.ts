import { defineFinding } from '../../model/catalogue.js';

/** What the API server refuses. Where weir.yaml says that such an object is older than the rule, the cluster still has it. */
const refused = {
  oneOf: ['error', 'warning'] as const,
  choose: (_text: string, isKept: boolean): 'error' | 'warning' => (isKept ? 'warning' : 'error'),
};
const WHY = 'The API server refuses the object.';

export const apiMessages = {
  host: defineFinding({
    code: 'route/bad-host',
    severity: refused,
    summary: 'The host of a Route is not a host name.',
    why: WHY,
    fix: 'write labels of at most 63 lowercase letters, digits and hyphens, separated by dots',
    message: (text: string) => text,
  }),
  path: defineFinding({
    code: 'route/bad-path',
    severity: refused,
    summary: 'The path of a Route is invalid.',
    why: WHY,
    fix: 'start the path with /, without spaces and #; with passthrough termination write no path',
    message: (text: string) => text,
  }),
  'wildcard-policy': defineFinding({
    code: 'route/bad-wildcard-policy',
    severity: refused,
    summary: 'The wildcard policy of a Route is invalid.',
    why: WHY,
    fix: 'write None or Subdomain; Subdomain needs a host',
    message: (text: string) => text,
  }),
  backend: defineFinding({
    code: 'route/bad-backend',
    severity: refused,
    summary: 'A backend of a Route is invalid.',
    why: WHY,
    fix: 'name a Service with a weight from 0 to 256, and at most three more in alternateBackends',
    message: (text: string) => text,
  }),
  port: defineFinding({
    code: 'route/bad-port',
    severity: refused,
    summary: 'The target port of a Route is empty.',
    why: WHY,
    fix: 'write the number or the name of a port of the endpoints, or leave `port` out',
    message: (text: string) => text,
  }),
  tls: defineFinding({
    code: 'route/bad-tls',
    severity: refused,
    summary: 'The TLS settings of a Route are invalid.',
    why: WHY,
    fix: 'set termination to edge, reencrypt or passthrough, with only the certificates that it uses',
    message: (text: string) => text,
  }),
  header: defineFinding({
    code: 'route/bad-header',
    severity: refused,
    summary: 'An action on a header of a Route is invalid.',
    why: WHY,
    fix: 'list each header once, with a value of printable characters',
    message: (text: string) => text,
  }),
  certificate: defineFinding({
    code: 'route/bad-external-certificate',
    severity: refused,
    summary: 'The Secret with the certificate of a Route cannot be used.',
    why: WHY,
    fix: 'name a Secret of type kubernetes.io/tls that the routers may get, list and watch',
    message: (text: string) => text,
  }),
};
