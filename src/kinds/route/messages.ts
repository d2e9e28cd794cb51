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
    why: 'The host counts, and the subdomain may be ignored.',
    mend: 'remove one of the two',
    message: () => 'spec.host is set; spec.subdomain may be ignored',
  }),
  notAdmitted: defineFinding({
    code: 'route/not-admitted',
    severity: 'rejected',
    summary: 'The routers of an ingress controller do not serve the host of a Route.',
    why: 'Nobody reaches the Route through them.',
    mend: 'write a host that the ingress controller is for, or change its settings',
    message: (controller: string, reason: string, message: string) =>
      `ingress controller ${controller} does not admit the Route (${reason}): ${message}`,
  }),
  claimLost: defineFinding({
    code: 'route/claim-lost',
    severity: 'rejected',
    summary: 'An older Route holds the host or path that a Route asks for.',
    why: 'Requests go to the older Route, and this one serves nothing.',
    mend: 'choose another host or path, or delete the older Route',
    message: (controller: string, message: string) =>
      `ingress controller ${controller} does not admit the Route: ${message}`,
  }),
  claimUndecided: defineFinding({
    code: 'route/claim-undecided',
    severity: 'rejected',
    summary: 'Two new Routes ask for the same host and path.',
    why: 'The one that is created first wins, and nothing says which one that is.',
    mend: 'keep one of the two, or give them different paths',
    message: (controller: string, owner: string) =>
      `this Route and ${owner} are both new and ask for the same: which of them ingress controller ${controller} admits is left to chance`,
    help: (_controller, owner) => `Weir goes on as if ${owner} were the older one; keep one of the two`,
  }),
  claimHeldInVain: defineFinding({
    code: 'route/claim-held-in-vain',
    severity: 'rejected',
    summary: 'A Route that serves nothing holds a host that another Route asks for.',
    why: 'A claim is taken before certificates are checked: neither of the two Routes is served.',
    mend: 'mend the certificates of the older Route, or delete it',
    message: (controller: string, owner: string) =>
      `ingress controller ${controller} does not admit the Route: ${owner} is older and holds the host, though its certificates are refused and it serves nothing`,
  }),
  badCertificate: defineFinding({
    code: 'route/bad-certificate',
    severity: 'rejected',
    summary: 'The routers refuse the certificates of a Route.',
    why: 'The Route serves nothing, and keeps its host from others all the same.',
    mend: 'give a certificate with its key and, where caCertificate is set, the authority that signed it',
    message: (controller: string, message: string) =>
      `ingress controller ${controller} refuses the certificates: ${message}`,
  }),
};
