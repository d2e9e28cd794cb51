import { readCertificates, coversHost } from '../../certificates/certificate.js';
import { NO_TEXTS } from '../../ingress/read-route.js';
import type { Cluster } from '../../model/cluster.js';
import type { ExposeIntent } from '../../model/intent/expose.js';
import type { RouteResource } from '../../model/route.js';
import { annotationPointer } from '../../yaml/locate.js';
import type { ReportAt } from '../../model/report-at.js';
import { readAllowList } from './allow-list.js';
import { findIgnored, limitsRate } from './annotations.js';
import { messages } from './messages.js';

/** Reports what is suspicious about a Route that is served, whichever controller serves it. */
export function reportServed(route: RouteResource, intent: ExposeIntent, cluster: Cluster, reportAt: ReportAt): void {
  if (route.annotations !== NO_TEXTS) {
    reportAnnotations(route, intent, reportAt);
    reportAllowList(route, reportAt);
  }
  reportServices(route, intent, cluster, reportAt);
  const { certificate, host, insecure, termination } = intent;
  const [shown] = certificate ? readCertificates(certificate.pem.text).certificates : [];
  if (shown && !coversHost(shown, host)) reportAt(messages.certificateOfOtherHost(host), '/spec/tls');
  if (termination !== 'none' && insecure === 'allow') {
    reportAt(messages.plainHTTPAllowed(), '/spec/tls/insecureEdgeTerminationPolicy');
  }
}

function pointerOf(annotation: string): string {
  return annotationPointer(annotation);
}

function reportAnnotations({ annotations }: RouteResource, { termination }: ExposeIntent, reportAt: ReportAt): void {
  for (const { name, text, expected, fits } of findIgnored(annotations, termination)) {
    const finding = fits
      ? messages.ineffectiveAnnotation(name, termination)
      : messages.badAnnotation(name, text, expected);
    reportAt(finding, pointerOf(name));
  }
  const first = Object.keys(annotations).find((name) => name.includes('/rate-limit-connections.'));
  if (first !== undefined && !limitsRate(annotations)) reportAt(messages.rateLimitOff(), pointerOf(first));
}

function reportAllowList({ annotations }: RouteResource, reportAt: ReportAt): void {
  const { name, list, dropped, hidesOlder } = readAllowList(annotations);
  if (name === undefined) return;
  if (!list) reportAt(messages.openAllowList(), pointerOf(name));
  else if (dropped.length > 0) reportAt(messages.droppedEntries(dropped), pointerOf(name));
  if (hidesOlder) reportAt(messages.hiddenAllowList(), pointerOf(name));
}

/** Reports the Services of a Route that the input lacks, whether or not a controller serves it. */
export function reportUnknownServices(route: RouteResource, { services }: Cluster, reportAt: ReportAt): void {
  const weights = new Map([route.to, ...route.alternateBackends].map(({ name, weight }) => [name, weight]));
  for (const [name, weight] of weights) {
    const key = `${route.namespace}/${name}`;
    if (weight > 0 && name !== '' && !services.has(key)) {
      reportAt(messages.unknownService(key), pointerOfBackend(route, name));
    }
  }
}

function reportServices(
  route: RouteResource,
  { services }: ExposeIntent,
  { services: known, slices }: Cluster,
  reportAt: ReportAt,
): void {
  const { targetPort, namespace } = route;
  for (const { name, weight, servers } of services) {
    const key = `${namespace}/${name}`;
    if (weight > 0 && known.has(key) && servers.length === 0) {
      const ports = (slices.get(key) ?? []).flatMap((slice) => slice.ports);
      const isOther = targetPort !== undefined && ports.length > 0;
      const names = ports.map((port) => `${port.number}${port.name === '' ? '' : ` (${port.name})`}`);
      if (isOther && !ports.some((port) => String(port.number) === targetPort || port.name === targetPort)) {
        reportAt(messages.unknownPort(targetPort, key, [...new Set(names)]), '/spec/port/targetPort');
      } else reportAt(messages.noServer(key), pointerOfBackend(route, name));
    }
    if (targetPort !== undefined) continue;
    const numbers = [...new Set(servers.map(({ port }) => port))].sort((a, b) => a - b);
    if (numbers.length > 1) reportAt(messages.everyPort(key, numbers), pointerOfBackend(route, name));
  }
}

/** Returns the pointer of a backend. If a Service is named twice, the last counts. */
function pointerOfBackend({ alternateBackends }: RouteResource, name: string): string {
  const index = alternateBackends.findLastIndex((backend) => backend.name === name);
  return index < 0 ? '/spec/to/name' : `/spec/alternateBackends/${index}/name`;
}
