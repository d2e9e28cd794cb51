import { exposureOf } from '../shared/exposure.js';
import type { Kind } from '../contract/kind.js';
import { findBackends } from './backends.js';
import { checkIngress } from './check.js';
import { lowerIngresses } from './lower.js';
import { messages } from './messages.js';
import { reportIngresses, reportUnknownServices } from './report.js';
import { ingressSchema } from './schema.js';

/** Ingress: hosts and paths that OpenShift turns into Routes (ingress-to-route controller of May 2026). */
export const ingress: Kind = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  namespaced: true,
  definition: {
    schema: ingressSchema,
    names: [
      { path: 'spec/ingressClassName', kind: 'IngressClass', namespace: 'none' },
      { path: 'spec/tls/*/secretName', kind: 'Secret', namespace: 'own' },
      { path: 'spec/defaultBackend/service/name', kind: 'Service', namespace: 'own' },
      { path: 'spec/rules/*/http/paths/*/backend/service/name', kind: 'Service', namespace: 'own' },
    ],
  },
  needsSecrets: true,
  messages,
  check: checkIngress,
  backends: findBackends,
  resolve: (manifests, context) => {
    const exposure = exposureOf(context);
    reportIngresses(exposure.ingresses, context.report);
    reportUnknownServices(manifests, exposure.ingresses, context.cluster, context.report);
    return { lower: () => lowerIngresses(exposure) };
  },
};
