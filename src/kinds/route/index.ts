import { exposureOf } from '../shared/exposure.js';
import type { Kind } from '../contract/kind.js';
import { findBackends } from './backends.js';
import { lowerRoutes } from './lower.js';
import { messages } from './messages.js';
import { reportIntents, reportRoutes } from './report.js';
import { routeSchema } from './schema.js';
import { lowerStatuses } from './status.js';

/** Route: a host and path that leads to Services from outside of the cluster (OpenShift router of August 2026). */
export const route: Kind = {
  apiVersion: 'route.openshift.io/v1',
  kind: 'Route',
  namespaced: true,
  definition: {
    schema: routeSchema,
    names: [
      { path: 'spec/to/name', kind: 'Service', namespace: 'own' },
      { path: 'spec/alternateBackends/*/name', kind: 'Service', namespace: 'own' },
      { path: 'spec/tls/externalCertificate/name', kind: 'Secret', namespace: 'own' },
    ],
  },
  needsSecrets: true,
  messages,
  backends: findBackends,
  resolve: (_manifests, context) => {
    const exposure = exposureOf(context);
    reportRoutes(exposure, context);
    const intents = lowerRoutes(exposure, context.cluster);
    reportIntents(exposure, intents, context);
    return { lower: () => [...intents, ...lowerStatuses(exposure)] };
  },
};
