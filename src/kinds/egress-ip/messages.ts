import type { Messages } from '../kind.js';

/** All that is said only of this kind. */
export const messages = {
  markSet: (annotation: string) => ({
    code: 'egress-ip/mark-set',
    severity: 'warning' as const,
    message: `the annotation ${annotation} belongs to OVN-Kubernetes`,
    help: 'remove it: where its admission policy is installed, a new EgressIP that carries it is refused',
  }),
} satisfies Messages;
