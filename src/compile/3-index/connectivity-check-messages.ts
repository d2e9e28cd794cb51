import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

/** Findings about PodNetworkConnectivityChecks. */
export const messages = {
  badSourcePod: defineFinding({
    code: 'connectivity-check/bad-source-pod',
    severity: 'warning',
    summary: 'The source of a connectivity check is not the name of a pod.',
    why: 'The check is not compared with the filters.',
    fix: 'write a pod of the same namespace as spec.sourcePod',
    message: (text: string) => `${quote(text)} is not a valid pod name`,
  }),
  badEndpoint: defineFinding({
    code: 'connectivity-check/bad-target-endpoint',
    severity: 'warning',
    summary: 'The target of a connectivity check is not an endpoint.',
    why: 'The check is not compared with the filters.',
    fix: 'write a host and a port, for example 10.128.0.7:8080 or [fd01::7]:8080',
    message: (text: string) => `${quote(text)} is not an endpoint`,
  }),
  missingPod: defineFinding({
    code: 'connectivity-check/missing-source-pod',
    severity: 'warning',
    summary: 'The source pod of a connectivity check is not in the inventory.',
    why: 'The check is not compared with the filters.',
    fix: 'delete the check if its pod is gone, or export the pods of all namespaces',
    message: (pod: string) => `source pod ${pod} is not in the inventory`,
  }),
};
