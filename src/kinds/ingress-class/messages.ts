import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  badController: defineFinding({
    code: 'ingress-class/bad-controller',
    severity: 'error',
    summary: 'The controller of an IngressClass is not a domain-prefixed path.',
    why: 'The API server rejects the object.',
    fix: 'write the name that the controller documents, for example openshift.io/ingress-to-route',
    message: (controller: string) => `${JSON.stringify(controller)} is not a domain-prefixed path`,
  }),
  badParameters: defineFinding({
    code: 'ingress-class/bad-parameters',
    severity: 'error',
    summary: 'The parameters of an IngressClass are not a valid reference to an object.',
    why: 'The API server rejects the object.',
    fix: 'write the kind and the name of an object, and its namespace where scope is Namespace',
    message: (problem: string) => problem,
  }),
};
