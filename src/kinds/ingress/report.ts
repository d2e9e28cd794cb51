import { type Conversion, copiesLabels } from '../../ingress/convert.js';
import { CLASS_ANNOTATION, type Ingress, readIngress } from '../../ingress/read-ingress.js';
import { TERMINATION } from '../../ingress/route-of-rule.js';
import type { Ingresses } from '../../ingress/ingresses.js';
import type { Cluster } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { createReportAt } from '../../model/report-at.js';
import { annotationPointer } from '../../yaml/locate.js';
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

/** Reports unknown Services of Ingresses that OpenShift does not convert. A conversion reports its own. */
export function reportUnknownServices(
  manifests: readonly Manifest[],
  { conversions }: Ingresses,
  { services }: Cluster,
  report: Reporter,
): void {
  if (services.size === 0) return;
  const converted = new Set(conversions.map(({ ingress }) => ingress.manifest));
  for (const manifest of manifests) {
    if (converted.has(manifest)) continue;
    const reportAt = createReportAt(manifest, report);
    for (const { name, pointer } of servicesOf(readIngress(manifest))) {
      const key = `${manifest.namespace}/${name}`;
      if (name !== '' && !services.has(key)) reportAt(messages.unknownService(key), `${pointer}/service/name`);
    }
  }
}

/** Returns the Services that an Ingress names, each with the place of its backend. */
function servicesOf({ rules, defaultService }: Ingress): { readonly name: string; readonly pointer: string }[] {
  const ofPaths = rules.flatMap(({ paths = [] }, rule) =>
    paths.flatMap(({ service }, path) =>
      service ? [{ name: service.name, pointer: `/spec/rules/${rule}/http/paths/${path}/backend` }] : [],
    ),
  );
  return [...(defaultService ? [{ name: defaultService.name, pointer: '/spec/defaultBackend' }] : []), ...ofPaths];
}

function reportConversion({ ingress, owned, leftOut, rejected }: Conversion, report: Reporter): void {
  const { manifest, annotations, hasDefaultBackend } = ingress;
  const reportAt = createReportAt(manifest, report);
  for (const { text, pointer } of leftOut) reportAt(messages.skippedRule(text), pointer);
  for (const { text, pointer } of rejected) reportAt(messages.rejectedRoute(text), pointer);
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
  return annotationPointer(annotation);
}
