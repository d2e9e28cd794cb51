import { textOf } from '../../model/kubernetes-object.js';
import { createReportAt } from '../../model/report-at.js';
import { asObject } from '../../std/json.js';
import type { Kind } from '../kind.js';
import { messages } from './messages.js';
import { ingressClassSchema } from './schema.js';

const LONGEST = 250;
/** Kubernetes, `ValidateIngressClass`: a domain, a slash and a path. */
const CONTROLLER = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9/_.:-]+$/;

/** IngressClass: which controller serves which Ingresses (networking.k8s.io/v1). */
export const ingressClass: Kind = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  namespaced: false,
  schema: ingressClassSchema,
  messages,
  check: (manifest, report) => {
    const controller = textOf(asObject(manifest.object.spec)?.controller);
    if (controller.length <= LONGEST && CONTROLLER.test(controller)) return;
    createReportAt(manifest, report)(messages.badController(controller), '/spec/controller');
  },
};
