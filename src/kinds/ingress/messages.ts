import { defineFinding } from '../../model/catalogue.js';

const REFUSED = 'The API server refuses the object.';
const LOST = 'OpenShift makes a Route of each path, and a Route cannot say it.';

export const messages = {
  noRules: defineFinding({
    code: 'ingress/no-rules',
    severity: 'error',
    summary: 'An Ingress has neither rules nor a default backend.',
    why: REFUSED,
    mend: 'write at least one rule',
    message: () => 'the Ingress has neither rules nor a default backend',
  }),
  badHost: defineFinding({
    code: 'ingress/bad-host',
    severity: 'error',
    summary: 'A host of an Ingress is not a host name.',
    why: REFUSED,
    mend: 'write labels of lower case letters, digits and - with dots between them, perhaps with *. before them',
    message: (host: string) => `${JSON.stringify(host)} is not a host name`,
  }),
  badPath: defineFinding({
    code: 'ingress/bad-path',
    severity: 'error',
    summary: 'A path of an Ingress is invalid.',
    why: REFUSED,
    mend: 'write a path that begins with /, without empty parts and dots alone',
    message: (path: string, problem: string) => `${JSON.stringify(path)} is not a path: ${problem}`,
  }),
  badBackend: defineFinding({
    code: 'ingress/bad-backend',
    severity: 'error',
    summary: 'A backend of an Ingress does not name one port.',
    why: REFUSED,
    mend: 'write the name or the number of the port of the Service, and only one of the two',
    message: (service: string) =>
      `the backend ${service} needs the name or the number of a port, and only one of the two`,
  }),
  leftOut: defineFinding({
    code: 'ingress/left-out',
    severity: 'rejected',
    summary: 'A rule or path of an Ingress becomes no Route.',
    why: LOST,
    mend: 'write the rule with a host, a path of type Prefix, a Service that is there with a port that it has, and a sound Secret',
    message: (text: string) => `no Route is made: ${text}`,
  }),
  refusedRoute: defineFinding({
    code: 'ingress/refused-route',
    severity: 'rejected',
    summary: 'The API server refuses the Route of a path of an Ingress.',
    why: 'The controller tries again and again, and the path is not served.',
    mend: 'change the rule or the annotation route.openshift.io/termination so that the Route is valid',
    message: (text: string) => `the API server refuses the Route: ${text}`,
  }),
  defaultBackend: defineFinding({
    code: 'ingress/default-backend',
    severity: 'warning',
    summary: 'The default backend of an Ingress has no effect.',
    why: LOST,
    mend: 'write a rule with a host and the path /',
    message: () => 'OpenShift ignores the default backend',
  }),
  otherController: defineFinding({
    code: 'ingress/other-controller',
    severity: 'warning',
    summary: 'An Ingress is of a class that another controller serves.',
    why: 'No Route is made, and no router of OpenShift serves it.',
    mend: 'name a class with the controller openshift.io/ingress-to-route, if OpenShift is to serve it',
    message: (name: string, controller: string) => `IngressClass ${name} belongs to ${controller}: no Route is made`,
  }),
  unknownClass: defineFinding({
    code: 'ingress/unknown-class',
    severity: 'warning',
    summary: 'The class of an Ingress is not there.',
    why: 'No controller of OpenShift looks at the Ingress, and no Route is made.',
    mend: 'name a class that is there, or add the IngressClass to the input',
    message: (name: string) => `there is no IngressClass ${name}: no Route is made`,
  }),
  unknownTermination: defineFinding({
    code: 'ingress/unknown-termination',
    severity: 'warning',
    summary: 'The annotation for the termination of TLS has a word that means nothing.',
    why: 'It is ignored: without a Secret the hosts are served over plain HTTP.',
    mend: 'write edge, reencrypt or passthrough, in lower case',
    message: (word: string) => `the annotation route.openshift.io/termination does not know ${JSON.stringify(word)}`,
  }),
  badReconcileLabels: defineFinding({
    code: 'ingress/bad-reconcile-labels',
    severity: 'warning',
    summary: 'The annotation for the labels of Routes is neither true nor false.',
    why: 'Labels of Routes that are there stay as they are.',
    mend: 'write "true" or "false"',
    message: (text: string) =>
      `the annotation route.openshift.io/reconcile-labels is neither true nor false: ${JSON.stringify(text)}`,
  }),
  noAddress: defineFinding({
    code: 'ingress/no-address',
    severity: 'warning',
    summary: 'A Route of an Ingress is never what its controller wants.',
    why: 'The controller writes the Route again and again, and the Ingress gets no address for it.',
    mend: 'write a Route instead of a wildcard host, and leave caCertificate out of Routes of Ingresses',
    message: (host: string) => `the Ingress gets no address for ${host}, though its Route may work`,
  }),
};
