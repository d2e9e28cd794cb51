import { defineFinding } from '../../model/catalogue.js';
import { apiMessages } from './api-messages.js';
import { servedMessages } from './served-messages.js';

export const messages = {
  ...apiMessages,
  ...servedMessages,
  subdomainIgnored: defineFinding({
    code: 'route/subdomain-ignored',
    severity: 'warning',
    summary: 'A Route has a host and a subdomain.',
    why: 'The routers use the host and may ignore the subdomain.',
    fix: 'remove one of the two',
    message: () => 'spec.host is set; spec.subdomain may be ignored',
  }),
  notAdmitted: defineFinding({
    code: 'route/not-admitted',
    severity: 'rejected',
    summary: 'An ingress controller does not admit a Route.',
    why: 'Its routers do not serve the Route.',
    fix: 'use a host that the ingress controller accepts, or change its settings',
    message: (controller: string, reason: string, message: string) =>
      `ingress controller ${controller} does not admit the Route (${reason}): ${message}`,
  }),
  claimLost: defineFinding({
    code: 'route/claim-lost',
    severity: 'rejected',
    summary: 'An older Route already has the host or path of a Route.',
    why: 'Requests go to the older Route, and this one serves nothing.',
    fix: 'choose a different host or path, or delete the older Route',
    message: (controller: string, message: string) =>
      `ingress controller ${controller} does not admit the Route: ${message}`,
  }),
  claimUndecided: defineFinding({
    code: 'route/claim-undecided',
    severity: 'rejected',
    summary: 'Two new Routes have the same host.',
    why: 'Routers admit the Route that is created first, and the input does not determine which one.',
    fix: 'remove one of the two, or use different hosts',
    message: (controller: string, owner: string) =>
      `this Route and ${owner} are both new and have the same host, so ingress controller ${controller} admits only the one that is created first`,
    help: (_controller, owner) => `remove one of the two, because Weir assumes that ${owner} is created first`,
  }),
  hostHeldByInvalidRoute: defineFinding({
    code: 'route/host-held-by-invalid-route',
    severity: 'rejected',
    summary: 'An older Route with rejected certificates still owns the host.',
    why: 'The router assigns the host before it checks certificates, so it serves neither Route.',
    fix: 'correct the certificates of the older Route, or delete it',
    message: (controller: string, owner: string) =>
      `ingress controller ${controller} does not admit the Route, because the older ${owner} still owns the host, although its certificates are rejected`,
  }),
  badCertificate: defineFinding({
    code: 'route/bad-certificate',
    severity: 'rejected',
    summary: 'The routers reject the certificates of a Route.',
    why: 'The Route is not served, and newer Routes still cannot have its host.',
    fix: 'use a certificate with its key, and a caCertificate that signed it if that field is set',
    message: (controller: string, message: string) =>
      `ingress controller ${controller} rejects the certificates: ${message}`,
  }),
};
