import { listNames } from '../kinds/list-text.js';
import type { Finding } from '../model/diagnostic.js';

export const messages = {
  winsOverEgressIP: (pods: readonly string[], egressIP: string, service: string): Finding => ({
    code: 'egress-service/wins-over-egress-ip',
    severity: 'warning',
    message: `${pods.length === 1 ? 'pod' : 'pods'} ${listNames(pods)} ${pods.length === 1 ? 'is' : 'are'} selected by EgressIP ${egressIP} and EgressService ${service}; the EgressService is used`,
    help: 'leave the endpoints of the service out of the EgressIP, or the other way round',
  }),
};
