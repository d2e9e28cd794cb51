import type { Finding } from '../model/diagnostic.js';

/** What is said of effects that meet on the same traffic. */
export const messages = {
  reroutedBeforeRoute: (pods: string, other: string, policy: string): Finding => ({
    code: 'traffic/rerouted-before-route',
    severity: 'warning',
    message: `${pods}: selected by ${other} and by external gateways of ${policy}, which are not supported together`,
    help: 'let only one of them select each pod: which gateway or source address the traffic gets is left open',
  }),
};
