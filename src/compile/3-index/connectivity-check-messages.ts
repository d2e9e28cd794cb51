import type { Finding } from '../../model/diagnostic.js';
import { quote } from '../../std/quote.js';

const warning = (fact: string, message: string, help: string): Finding => ({
  code: `connectivity-check/${fact}`,
  severity: 'warning',
  message,
  help,
});

/** What is said of PodNetworkConnectivityChecks. */
export const messages = {
  badSourcePod: (text: string): Finding =>
    warning(
      'bad-source-pod',
      `${quote(text)} cannot be the name of a pod`,
      'spec.sourcePod names a pod of the same namespace',
    ),
  badEndpoint: (text: string): Finding =>
    warning(
      'bad-target-endpoint',
      `${quote(text)} is not an endpoint`,
      'write a host and a port, for example 10.128.0.7:8080 or [fd01::7]:8080',
    ),
  missingPod: (pod: string): Finding =>
    warning(
      'missing-source-pod',
      `the pod ${pod} that shall reach the endpoint is not in the inventory`,
      'delete the check if its pod is gone, or export the pods of all namespaces',
    ),
};
