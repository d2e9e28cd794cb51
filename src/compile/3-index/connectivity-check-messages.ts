import { defineFinding } from '../../model/catalogue.js';
import { quote } from '../../std/quote.js';

/** Findings about PodNetworkConnectivityChecks. */
export const messages = {
  badSourcePod: defineFinding({
    code: 'connectivity-check/bad-source-pod',
    severity: 'warning',
    summary: 'The source of a connectivity check is not the name of a pod.',
    why: 'Weir does not verify the connection of the check.',
    fix: 'set spec.sourcePod to a pod of the same namespace',
    message: (text: string) => `spec.sourcePod is ${quote(text)}, expected a pod name`,
  }),
  badEndpoint: defineFinding({
    code: 'connectivity-check/bad-target-endpoint',
    severity: 'warning',
    summary: 'The target of a connectivity check is not an endpoint.',
    why: 'Weir does not verify the connection of the check.',
    fix: 'use a host and a port, for example 10.128.0.7:8080 or [fd01::7]:8080',
    message: (text: string) => `spec.targetEndpoint is ${quote(text)}, expected a host and a port`,
  }),
  missingPod: defineFinding({
    code: 'connectivity-check/missing-source-pod',
    severity: 'warning',
    summary: 'The source pod of a connectivity check is not in the inventory.',
    why: 'Weir does not verify the connection of the check.',
    fix: 'delete the check if its pod no longer exists, or export the pods of all namespaces',
    message: (pod: string) => `source pod ${pod} is not in the inventory`,
  }),
};
