import { defineFinding } from '../../model/catalogue.js';

/** What the API server refuses; it is there all the same where weir.yaml says that it is older than the rule. */
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
    mend: 'write labels of lower case letters, digits and - with dots between them, each of at most 63 characters',
    message: (text: string) => text,
  }),
  path: defineFinding({
    code: 'route/bad-path',
    severity: refused,
    summary: 'The path of a Route is invalid.',
    why: WHY,
    mend: 'begin the path with /, without blanks and #, and leave it out with passthrough',
    message: (text: string) => text,
  }),
  'wildcard-policy': defineFinding({
    code: 'route/bad-wildcard-policy',
    severity: refused,
    summary: 'The wildcard policy of a Route is invalid.',
    why: WHY,
    mend: 'write None or Subdomain, and a host with Subdomain',
    message: (text: string) => text,
  }),
  backend: defineFinding({
    code: 'route/bad-backend',
    severity: refused,
    summary: 'A target of a Route is invalid.',
    why: WHY,
    mend: 'name a Service with a weight from 0 to 256, and at most three more as alternateBackends',
    message: (text: string) => text,
  }),
  port: defineFinding({
    code: 'route/bad-port',
    severity: refused,
    summary: 'The target port of a Route is empty.',
    why: WHY,
    mend: 'write the number or the name of a port of the endpoints, or leave `port` out',
    message: (text: string) => text,
  }),
  tls: defineFinding({
    code: 'route/bad-tls',
    severity: refused,
    summary: 'The TLS fields of a Route do not go together.',
    why: WHY,
    mend: 'write edge, reencrypt or passthrough, and only the certificates that belong to it',
    message: (text: string) => text,
  }),
  header: defineFinding({
    code: 'route/bad-header',
    severity: refused,
    summary: 'An action on a header is invalid.',
    why: WHY,
    mend: 'name each header once, and write a value of printable characters',
    message: (text: string) => text,
  }),
  certificate: defineFinding({
    code: 'route/bad-external-certificate',
    severity: refused,
    summary: 'The Secret with the certificate of a Route cannot be used.',
    why: WHY,
    mend: 'name a Secret of type kubernetes.io/tls that the routers may get, watch and list',
    message: (text: string) => text,
  }),
};
