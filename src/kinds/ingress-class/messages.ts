import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  badController: defineFinding({
    code: 'ingress-class/bad-controller',
    severity: 'error',
    summary: 'The controller of an IngressClass is not a domain-prefixed path.',
    why: 'The API server rejects the object.',
    fix: 'use the name in the documentation of the controller, for example openshift.io/ingress-to-route',
    message: (controller: string) =>
      `spec.controller is ${JSON.stringify(controller)}, expected a domain-prefixed path`,
  }),
  badParameters: defineFinding({
    code: 'ingress-class/bad-parameters',
    severity: 'error',
    summary: 'The parameters of an IngressClass are not a valid reference to an object.',
    why: 'The API server rejects the object.',
    fix: 'set the kind and the name of an object, and its namespace if scope is Namespace',
    message: (problem: string) => problem,
  }),
};
