import { type Conversion, copiesLabels } from '../../ingress/convert.js';
import { CLASS_ANNOTATION } from '../../ingress/read-ingress.js';
import { TERMINATION } from '../../ingress/route-of-rule.js';
import type { Ingresses } from '../../ingress/ingresses.js';
import type { Reporter } from '../../model/diagnostic.js';
import { createReportAt } from '../../model/report-at.js';
import { escapePointer } from '../../yaml/locate.js';
import { messages } from './messages.js';

/** Reports the parts of Ingresses that do not become Routes. */
export function reportIngresses({ conversions, others }: Ingresses, report: Reporter): void {
  for (const { ingress, name, controller } of others) {
    const finding = controller === undefined ? messages.unknownClass(name) : messages.otherController(name, controller);
    const isAnnotated = ingress.annotations[CLASS_ANNOTATION] !== undefined;
    const pointer = isAnnotated ? pointerOf(CLASS_ANNOTATION) : '/spec/ingressClassName';
    createReportAt(ingress.manifest, report)(finding, pointer);
  }
  for (const conversion of conversions) reportConversion(conversion, report);
}

function reportConversion({ ingress, owned, leftOut, refused }: Conversion, report: Reporter): void {
  const { manifest, annotations, hasDefaultBackend } = ingress;
  const reportAt = createReportAt(manifest, report);
  for (const { text, pointer } of leftOut) reportAt(messages.leftOut(text), pointer);
  for (const { error, pointer } of refused) reportAt(messages.refusedRoute(error.text), pointer);
  if (hasDefaultBackend) reportAt(messages.defaultBackend(), '/spec/defaultBackend');
  const word = annotations[TERMINATION] ?? '';
  if (!['', 'edge', 'reencrypt', 'passthrough'].includes(word)) {
    reportAt(messages.unknownTermination(word), pointerOf(TERMINATION));
  }
  if (copiesLabels(ingress) === undefined) {
    const name = 'route.openshift.io/reconcile-labels';
    reportAt(messages.badReconcileLabels(annotations[name] ?? ''), pointerOf(name));
  }
  for (const { route, counts, isUnchanged } of owned) {
    if (!counts && !isUnchanged) reportAt(messages.noAddress(route.host), '/spec/rules');
  }
}

function pointerOf(annotation: string): string {
  return `/metadata/annotations/${escapePointer(annotation)}`;
}
