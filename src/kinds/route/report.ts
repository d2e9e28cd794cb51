import type { Admission } from '../../ingress/admission.js';
import { type Exposure, ROUTE, keepsInvalid } from '../../ingress/exposure.js';
import type { Rejection } from '../../ingress/refusal.js';
import type { ExposeIntent } from '../../model/intent/expose.js';
import { pathOfName, titleOf } from '../../model/kubernetes-object.js';
import type { Finding } from '../../model/diagnostic.js';
import type { ApiError } from '../../ingress/api-rules.js';
import type { IngressController } from '../../model/ingress-controller.js';
import type { RouteResource } from '../../model/route.js';
import { groupBy } from '../../std/group-by.js';
import type { KindContext } from '../contract/kind-context.js';
import { createReportAt } from '../../model/report-at.js';
import { apiMessages } from './api-messages.js';
import { createHostTest, reportCertificateFiles } from './certificate-files.js';
import { daysLeft, textOfCertificate } from './certificate-end.js';
import { messages } from './messages.js';
import { reportServed, reportUnknownServices } from './report-served.js';
import { findShadows } from './shadows.js';

/** The IngressController that the ingress operator makes in every cluster. */
const DEFAULT_CONTROLLER = 'default';

/** Returns the errors of an object, with those of its host as one: all come of the same text. */
function joinHostErrors(errors: readonly ApiError[]): ApiError[] {
  const ofHost = errors.filter(isOfHost);
  const [first] = ofHost;
  if (!first || ofHost.length === 1) return [...errors];
  const text = [...new Set(ofHost.map((error) => error.text))].join(', ');
  return [{ ...first, text }, ...errors.filter((error) => !isOfHost(error))];
}

function isOfHost({ subject, pointer }: ApiError): boolean {
  return subject === 'host' && pointer === '/spec/host';
}

/** Reports what the API server and the routers refuse. */
export function reportRoutes(
  { routes, errors, controllers }: Exposure,
  { cluster, configuration, report }: Pick<KindContext, 'cluster' | 'configuration' | 'report'>,
): void {
  const isKept = keepsInvalid(cluster);
  for (const { route, errors: ofRoute } of errors) {
    const reportAt = createReportAt(route.manifest, report);
    for (const { subject, text, pointer } of joinHostErrors(ofRoute))
      reportAt(apiMessages[subject](text, isKept), pointer);
  }
  const knowsServices = cluster.services.size > 0 || controllers.length > 0;
  for (const route of routes) {
    const reportAt = createReportAt(route.manifest, report);
    if (route.host !== '' && route.subdomain !== '') reportAt(messages.subdomainIgnored(), '/spec/subdomain');
    if (knowsServices && route.manifest.kind === ROUTE.kind) reportUnknownServices(route, cluster, reportAt);
  }
  const own = new Set(routes.map(({ key }) => key));
  const seen = new Set(controllers.flatMap(({ admissions }) => admissions.map(({ route }) => route.key)));
  for (const route of knowsAllControllers(controllers, configuration) ? routes : []) {
    if (!seen.has(route.key)) createReportAt(route.manifest, report)(messages.noController(), '/metadata/labels');
  }
  for (const { controller, admissions } of controllers) {
    const byKey = new Map(admissions.map((admission) => [admission.route.key, admission]));
    for (const { route, refusal } of admissions) {
      if (!refusal || !own.has(route.key)) continue;
      const owner = refusal.owner && byKey.get(refusal.owner.key);
      const related = owner && [{ message: 'this Route has the host', location: placeOf(owner.route) }];
      createReportAt(route.manifest, report)(describe(route, refusal, owner, controller), refusal.pointer, related);
    }
  }
}

/**
 * Returns true if all controllers are known. weir.yaml lists all of them. Without such a list, a cluster has at least
 * the one of the ingress operator.
 */
function knowsAllControllers(
  controllers: Exposure['controllers'],
  { ingressControllers }: KindContext['configuration'],
): boolean {
  return ingressControllers.length > 0 || controllers.some(({ controller }) => controller.name === DEFAULT_CONTROLLER);
}

/** Reports what is suspicious about Routes of the input that are served. */
export function reportIntents(
  { routes, controllers }: Exposure,
  intents: readonly ExposeIntent[],
  { cluster, configuration, report }: Pick<KindContext, 'cluster' | 'configuration' | 'report'>,
): void {
  const own = new Map(routes.map((route) => [route.key, route]));
  const byController = groupBy(intents, ({ controller }) => controller);
  const said = new Set<string>();
  for (const { controller } of controllers) {
    reportCertificateFiles(controller, configuration, report);
    const namesHost = createHostTest(controller);
    const served = byController.get(controller.name) ?? [];
    for (const intent of served) {
      const key = pathOfName(intent.route);
      const route = own.get(key);
      if (!route) continue;
      const reportAt = createReportAt(route.manifest, report);
      if (said.size !== said.add(key).size) {
        reportServed(route, intent, cluster, reportAt);
        const days = daysLeft(textOfCertificate(intent), configuration);
        if (days)
          reportAt(messages.certificateExpires('the certificate', days.date, days.count), '/spec/tls/certificate');
      }
      const isShown = intent.termination === 'edge' || intent.termination === 'reencrypt';
      if (isShown && !intent.certificate && !namesHost(intent)) {
        reportAt(messages.defaultCertificate(intent.host, controller.name), '/spec/host');
      }
    }
    for (const { hidden, by } of findShadows(served)) {
      const route = own.get(pathOfName(hidden.route));
      if (!route) continue;
      const related = [{ message: 'matches first', location: { origin: by.cause.origin, pointer: '/spec/path' } }];
      const finding = messages.shadowedPath(titleOf(ROUTE.kind, by.route), controller.name);
      createReportAt(route.manifest, report)(finding, '/spec/path', related);
    }
  }
}

function placeOf({ manifest: { origin } }: RouteResource): { origin: typeof origin; pointer: string } {
  return { origin, pointer: '/spec/host' };
}

function describe(
  route: RouteResource,
  { reason, message }: Rejection,
  owner: Admission | undefined,
  { name }: IngressController,
): Finding {
  if (reason === 'ExtendedValidationFailed' || reason === 'ExternalCertificateValidationFailed') {
    return messages.badCertificate(name, message);
  }
  if (!owner) return messages.notAdmitted(name, reason, message);
  const title = titleOf(ROUTE.kind, owner.route);
  if (!route.birth && !owner.route.birth) return messages.claimUndecided(name, title);
  return owner.refusal ? messages.hostHeldByInvalidRoute(name, title) : messages.claimLost(name, message);
}
