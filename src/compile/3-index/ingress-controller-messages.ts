import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  otherNamespace: defineFinding({
    code: 'ingress-controller/other-namespace',
    severity: 'warning',
    summary: 'An IngressController is in a namespace that its operator does not watch.',
    why: 'The cluster runs no routers for it, and Weir ignores it.',
    fix: 'move it to the namespace openshift-ingress-operator',
    message: (namespace: string, wanted: string) =>
      `namespace of the IngressController is '${namespace}', expected ${wanted}, so it is ignored`,
  }),
  alsoWritten: defineFinding({
    code: 'ingress-controller/also-in-configuration',
    severity: 'warning',
    summary: 'weir.yaml has an ingress controller with the name of an IngressController.',
    why: 'Weir uses only the settings in weir.yaml, and ignores the selectors and settings of the object.',
    fix: 'remove it from ingressControllers in weir.yaml, or set all of its variables there',
    message: (name: string) => `weir.yaml also has an ingress controller ${name}, so this object is ignored`,
  }),
};
