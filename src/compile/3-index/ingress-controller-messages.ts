import { defineFinding } from '../../model/catalogue.js';

export const messages = {
  otherNamespace: defineFinding({
    code: 'ingress-controller/other-namespace',
    severity: 'warning',
    summary: 'An IngressController is in a namespace where its operator does not look.',
    why: 'The cluster has no routers for it, and Weir ignores it.',
    fix: 'move it to the namespace openshift-ingress-operator',
    message: (namespace: string, wanted: string) =>
      `the IngressController is in namespace '${namespace}', not in ${wanted}: it is ignored`,
  }),
  alsoWritten: defineFinding({
    code: 'ingress-controller/also-in-configuration',
    severity: 'warning',
    summary: 'weir.yaml has an ingress controller with the name of an IngressController.',
    why: 'Only what weir.yaml says of it counts, so selectors and settings of the object are missed.',
    fix: 'remove it from ingressControllers in weir.yaml, or write all of its variables there',
    message: (name: string) => `weir.yaml has an ingress controller ${name}: this object is ignored`,
  }),
};
