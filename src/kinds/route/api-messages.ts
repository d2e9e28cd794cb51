import { defineFinding } from '../../model/catalogue.js';

/** Severity of what the API server rejects: a warning if weir.yaml states that the object is older than the rule. */
const rejected = {
  oneOf: ['error', 'warning'] as const,
  choose: (_text: string, isKept: boolean): 'error' | 'warning' => (isKept ? 'warning' : 'error'),
};
const WHY = 'The API server rejects the object.';

export const apiMessages = {
  host: defineFinding({
    code: 'route/bad-host',
    severity: rejected,
    summary: 'The host of a Route is not a valid host name.',
    why: WHY,
    fix: 'use labels of at most 63 lowercase letters, digits and hyphens, separated by dots',
    message: (text: string) => text,
  }),
  path: defineFinding({
    code: 'route/bad-path',
    severity: rejected,
    summary: 'The path of a Route is invalid.',
    why: WHY,
    fix: 'use a path that starts with /, without spaces and #, and no path with passthrough termination',
    message: (text: string) => text,
  }),
  'wildcard-policy': defineFinding({
    code: 'route/bad-wildcard-policy',
    severity: rejected,
    summary: 'The wildcard policy of a Route is invalid.',
    why: WHY,
    fix: 'use None, or Subdomain with a host',
    message: (text: string) => text,
  }),
  backend: defineFinding({
    code: 'route/bad-backend',
    severity: rejected,
    summary: 'A backend of a Route is invalid.',
    why: WHY,
    fix: 'use a Service with a weight from 0 to 256, and at most three more in alternateBackends',
    message: (text: string) => text,
  }),
  port: defineFinding({
    code: 'route/bad-port',
    severity: rejected,
    summary: 'The target port of a Route is empty.',
    why: WHY,
    fix: 'use the number or the name of a port of the endpoints, or remove `port`',
    message: (text: string) => text,
  }),
  tls: defineFinding({
    code: 'route/bad-tls',
    severity: rejected,
    summary: 'The TLS settings of a Route are invalid.',
    why: WHY,
    fix: 'set termination to edge, reencrypt or passthrough, with only the certificates that it uses',
    message: (text: string) => text,
  }),
  header: defineFinding({
    code: 'route/bad-header',
    severity: rejected,
    summary: 'An action on a header of a Route is invalid.',
    why: WHY,
    fix: 'list each header once, with a value of printable characters',
    message: (text: string) => text,
  }),
  certificate: defineFinding({
    code: 'route/bad-external-certificate',
    severity: rejected,
    summary: 'The Secret with the certificate of a Route cannot be used.',
    why: WHY,
    fix: 'use a Secret of type kubernetes.io/tls that the routers may get, list and watch',
    message: (text: string) => text,
  }),
};
