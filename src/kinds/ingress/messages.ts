import { defineFinding } from '../../model/catalogue.js';

const REJECTED = 'The API server rejects the object.';
const NOT_SERVED = 'Routers do not serve it, because OpenShift creates a Route for each path only.';

export const messages = {
  noRules: defineFinding({
    code: 'ingress/no-rules',
    severity: 'error',
    summary: 'An Ingress has neither rules nor a default backend.',
    why: REJECTED,
    fix: 'add a rule or a default backend',
    message: () => 'the Ingress has neither rules nor a default backend',
  }),
  badHost: defineFinding({
    code: 'ingress/bad-host',
    severity: 'error',
    summary: 'A host of an Ingress is not a valid host name.',
    why: REJECTED,
    fix: 'use labels of lowercase letters, digits and hyphens, separated by dots, with the prefix *. for a wildcard',
    message: (host: string) => `host is ${JSON.stringify(host)}, expected a host name`,
    help: (host) =>
      host.includes('${')
        ? 'add the result of the tool that replaces the variable, for example Flux, to `manifests` or `sources` in weir.yaml'
        : 'use labels of lowercase letters, digits and hyphens, separated by dots, with the prefix *. for a wildcard',
  }),
  badPath: defineFinding({
    code: 'ingress/bad-path',
    severity: 'error',
    summary: 'A path of an Ingress is invalid.',
    why: REJECTED,
    fix: 'use a path that starts with /, without empty, . and .. segments',
    message: (path: string, problem: string) => `path ${JSON.stringify(path)} is invalid: ${problem}`,
  }),
  badBackend: defineFinding({
    code: 'ingress/bad-backend',
    severity: 'error',
    summary: 'A backend of an Ingress is invalid.',
    why: REJECTED,
    fix: 'set a Service and either the name or the number of one of its ports',
    message: (problem: string) => problem,
  }),
  badName: defineFinding({
    code: 'ingress/bad-name',
    severity: 'error',
    summary: 'The name of a Secret or an IngressClass in an Ingress is invalid.',
    why: REJECTED,
    fix: 'use labels of lowercase letters, digits and hyphens, separated by dots',
    message: (name: string, what: string) => `expected the name of ${what}, found ${JSON.stringify(name)}`,
  }),
  twoClasses: defineFinding({
    code: 'ingress/two-classes',
    severity: 'error',
    summary: 'The class of an Ingress and its annotation differ.',
    why: REJECTED,
    fix: 'remove the annotation kubernetes.io/ingress.class',
    message: (annotated: string, className: string) =>
      `ingressClassName is ${JSON.stringify(className)}, but the annotation has class ${JSON.stringify(annotated)}`,
  }),
  skippedRule: defineFinding({
    code: 'ingress/skipped-rule',
    severity: 'rejected',
    summary: 'OpenShift creates no Route for a rule or path of an Ingress.',
    why: 'Routers do not serve requests for it.',
    fix: 'use a host, a path of type Prefix, an existing Service with one of its ports, and a valid Secret',
    message: (text: string) => `no Route is created: ${text}`,
  }),
  rejectedRoute: defineFinding({
    code: 'ingress/rejected-route',
    severity: 'rejected',
    summary: 'The API server rejects the Route that OpenShift creates for a path of an Ingress.',
    why: 'Routers do not serve the path, and the controller keeps retrying.',
    fix: 'change the rule or the annotation route.openshift.io/termination so that the Route is valid',
    message: (text: string) => `the API server rejects the Route: ${text}`,
  }),
  defaultBackend: defineFinding({
    code: 'ingress/default-backend',
    severity: 'warning',
    summary: 'The default backend of an Ingress has no effect.',
    why: NOT_SERVED,
    fix: 'add a rule with a host and the path /',
    message: () => 'OpenShift ignores the default backend',
  }),
  otherController: defineFinding({
    code: 'ingress/other-controller',
    severity: 'warning',
    summary: 'The class of an Ingress belongs to another controller.',
    why: 'OpenShift creates no Route, and its routers do not serve the Ingress.',
    fix: 'use a class with the controller openshift.io/ingress-to-route if OpenShift must serve the Ingress',
    message: (name: string, controller: string) =>
      `IngressClass ${name} belongs to ${controller}, so no Route is created`,
  }),
  unknownClass: defineFinding({
    code: 'ingress/unknown-class',
    severity: 'warning',
    summary: 'The class of an Ingress is not in the input.',
    why: 'OpenShift creates no Route for an Ingress of an unknown class.',
    fix: 'correct the name, or add the IngressClass to the input',
    message: (name: string) => `IngressClass ${name} is not in the input, so no Route is created`,
  }),
  unknownService: defineFinding({
    code: 'ingress/unknown-service',
    severity: 'warning',
    summary: 'A Service of an Ingress is not in the input.',
    why: 'The ingress controller has no server for the path, so it responds with 503.',
    fix: 'correct the name, or add the Service to the inventory',
    message: (service: string) => `Service ${service} is not in the input, so requests for it fail`,
  }),
  unknownTermination: defineFinding({
    code: 'ingress/unknown-termination',
    severity: 'warning',
    summary: 'The annotation for TLS termination has an unknown value.',
    why: 'OpenShift ignores it, so routers serve hosts without a Secret over plain HTTP.',
    fix: 'use edge, reencrypt or passthrough, in lowercase',
    message: (word: string) =>
      `the annotation route.openshift.io/termination is ${JSON.stringify(word)}, expected edge, reencrypt or passthrough`,
  }),
  badReconcileLabels: defineFinding({
    code: 'ingress/bad-reconcile-labels',
    severity: 'warning',
    summary: 'The annotation that copies labels to Routes is neither true nor false.',
    why: 'OpenShift does not update the labels of existing Routes.',
    fix: 'use "true" or "false"',
    message: (text: string) =>
      `the annotation route.openshift.io/reconcile-labels is ${JSON.stringify(text)}, expected true or false`,
  }),
  noAddress: defineFinding({
    code: 'ingress/no-address',
    severity: 'warning',
    summary: 'A Route of an Ingress always differs from the state that its controller desires.',
    why: 'The controller updates the Route repeatedly, and the Ingress gets no address for it.',
    fix: 'create a Route instead of the Ingress for a wildcard host or a caCertificate',
    message: (host: string) => `the Ingress gets no address for ${host}, although its Route may work`,
  }),
};
