import type { Kind } from '../contract/kind.js';
import { checkIngressClass } from './check.js';
import { messages } from './messages.js';
import { ingressClassSchema } from './schema.js';

/** IngressClass: which controller serves which Ingresses (networking.k8s.io/v1). */
export const ingressClass: Kind = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  namespaced: false,
  definition: { schema: ingressClassSchema },
  needsSecrets: true,
  messages,
  check: checkIngressClass,
};
