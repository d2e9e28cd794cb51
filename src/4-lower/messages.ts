import type { Finding } from '../model/diagnostic.js';

/** Pods that a message names. */
const MOST = 5;

export const messages = {
  winsOverEgressIP: (pods: readonly string[], egressIP: string, service: string): Finding => {
    const shown = pods.slice(0, MOST).join(', ');
    const more = pods.length > MOST ? ` and ${pods.length - MOST} more` : '';
    return {
      code: 'egress-service/wins-over-egress-ip',
      severity: 'warning',
      message: `${pods.length === 1 ? 'pod' : 'pods'} ${shown}${more} ${pods.length === 1 ? 'is' : 'are'} selected by EgressIP ${egressIP} and EgressService ${service}; the EgressService is used`,
      help: 'leave the endpoints of the service out of the EgressIP, or the other way round',
    };
  },
};
