import { defineFinding } from '../../model/catalogue.js';

const REFUSED = 'The API server refuses the object.';
const LOST = 'OpenShift creates a Route for each path, and a Route cannot express this.';

export const messages = {
  noRules: defineFinding({
    code: 'ingress/no-rules',
    severity: 'error',
    summary: 'An Ingress has neither rules nor a default backend.',
    why: REFUSED,
    fix: 'write at least one rule',
    message: () => 'the Ingress has neither rules nor a default backend',
  }),
  badHost: defineFinding({
    code: 'ingress/bad-host',
    severity: 'error',
    summary: 'A host of an Ingress is not a host name.',
    why: REFUSED,
    fix: 'write labels of lowercase letters, digits and hyphens, separated by dots, with *. in front for a wildcard',
    message: (host: string) => `${JSON.stringify(host)} is not a host name`,
    help: (host) =>
      host.includes('${')
        ? 'with ${ the host is a variable that another tool replaces, for example Flux: name the result of that tool in `manifests` or `sources` of weir.yaml'
        : 'write labels of lowercase letters, digits and hyphens, separated by dots, with *. in front for a wildcard',
  }),
  badPath: defineFinding({
    code: 'ingress/bad-path',
    severity: 'error',
    summary: 'A path of an Ingress is invalid.',
    why: REFUSED,
    fix: 'write a path that starts with /, without empty, . and .. segments',
    message: (path: string, problem: string) => `${JSON.stringify(path)} is not a valid path: ${problem}`,
  }),
  badBackend: defineFinding({
    code: 'ingress/bad-backend',
    severity: 'error',
    summary: 'A backend of an Ingress is invalid.',
    why: REFUSED,
    fix: 'name a Service and either the name or the number of one of its ports',
    message: (problem: string) => problem,
  }),
  badName: defineFinding({
    code: 'ingress/bad-name',
    severity: 'error',
    summary: 'An Ingress refers to a Secret or an IngressClass by a text that cannot be its name.',
    why: REFUSED,
    fix: 'write labels of lowercase letters, digits and hyphens, separated by dots',
    message: (name: string, what: string) => `${JSON.stringify(name)} cannot be the name of ${what}`,
  }),
  twoClasses: defineFinding({
    code: 'ingress/two-classes',
    severity: 'error',
    summary: 'The class of an Ingress and its annotation differ.',
    why: REFUSED,
    fix: 'remove the annotation kubernetes.io/ingress.class',
    message: (annotated: string, className: string) =>
      `the annotation says class ${JSON.stringify(annotated)}, but ingressClassName says ${JSON.stringify(className)}`,
  }),
  skippedRule: defineFinding({
    code: 'ingress/skipped-rule',
    severity: 'rejected',
    summary: 'OpenShift creates no Route for a rule or path of an Ingress.',
    why: 'Requests for it are not served.',
    fix: 'write a host, a path of type Prefix, an existing Service with one of its ports, and a valid Secret',
    message: (text: string) => `no Route is created: ${text}`,
  }),
  rejectedRoute: defineFinding({
    code: 'ingress/rejected-route',
    severity: 'rejected',
    summary: 'The API server rejects the Route that OpenShift creates for a path of an Ingress.',
    why: 'The controller keeps retrying, and the path is not served.',
    fix: 'change the rule or the annotation route.openshift.io/termination so that the Route is valid',
    message: (text: string) => `the API server rejects the Route: ${text}`,
  }),
  defaultBackend: defineFinding({
    code: 'ingress/default-backend',
    severity: 'warning',
    summary: 'The default backend of an Ingress has no effect.',
    why: LOST,
    fix: 'write a rule with a host and the path /',
    message: () => 'OpenShift ignores the default backend',
  }),
  otherController: defineFinding({
    code: 'ingress/other-controller',
    severity: 'warning',
    summary: 'The class of an Ingress belongs to another controller.',
    why: 'OpenShift creates no Route, and its routers do not serve the Ingress.',
    fix: 'if OpenShift is to serve the Ingress, name a class with the controller openshift.io/ingress-to-route',
    message: (name: string, controller: string) => `IngressClass ${name} belongs to ${controller}: no Route is created`,
  }),
  unknownClass: defineFinding({
    code: 'ingress/unknown-class',
    severity: 'warning',
    summary: 'The class of an Ingress is not in the input.',
    why: 'OpenShift creates no Route for an Ingress of an unknown class.',
    fix: 'check the name, or add the IngressClass to the input',
    message: (name: string) => `IngressClass ${name} is not in the input: no Route is created`,
  }),
  unknownService: defineFinding({
    code: 'ingress/unknown-service',
    severity: 'warning',
    summary: 'A Service of an Ingress is not in the input.',
    why: 'The ingress controller has no server for the path and answers 503.',
    fix: 'check the name, or add the Service to the inventory',
    message: (service: string) => `Service ${service} is not in the input, so requests for it fail`,
  }),
  unknownTermination: defineFinding({
    code: 'ingress/unknown-termination',
    severity: 'warning',
    summary: 'The annotation for TLS termination has an unknown value.',
    why: 'OpenShift ignores it: hosts without a Secret are served over plain HTTP.',
    fix: 'write edge, reencrypt or passthrough, in lowercase',
    message: (word: string) =>
      `the annotation route.openshift.io/termination has the unknown value ${JSON.stringify(word)}`,
  }),
  badReconcileLabels: defineFinding({
    code: 'ingress/bad-reconcile-labels',
    severity: 'warning',
    summary: 'The annotation that copies labels to Routes is neither true nor false.',
    why: 'The labels of existing Routes are not updated.',
    fix: 'write "true" or "false"',
    message: (text: string) =>
      `the annotation route.openshift.io/reconcile-labels is neither true nor false: ${JSON.stringify(text)}`,
  }),
  noAddress: defineFinding({
    code: 'ingress/no-address',
    severity: 'warning',
    summary: 'A Route of an Ingress never reaches the state that its controller wants.',
    why: 'The controller keeps rewriting the Route, and the Ingress gets no address for it.',
    fix: 'write a Route yourself where you need a wildcard host or a caCertificate',
    message: (host: string) => `the Ingress gets no address for ${host}, although its Route may work`,
  }),
};
