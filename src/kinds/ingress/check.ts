import {
  CLASS_ANNOTATION,
  type Ingress,
  type IngressPath,
  type IngressTLS,
  readIngress,
} from '../../ingress/read-ingress.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { isSubdomain, isWildcardName } from '../../net/dns-name.js';
import { parsePrefix, withoutLeadingZeros } from '../../net/prefix.js';
import { type Json, asList, asObject } from '../../std/json.js';
import { annotationPointer } from '../../yaml/locate.js';
import { checkBackend } from './check-backend.js';
import { messages } from './messages.js';

/** Reports what the API server refuses in an Ingress besides its schema (Kubernetes, `ValidateIngressCreate`). */
export function checkIngress(manifest: Manifest, report: Reporter): void {
  const ingress = readIngress(manifest);
  const spec = asObject(manifest.object.spec) ?? {};
  const reportAt = createReportAt(manifest, report);
  if (ingress.rules.length === 0 && !ingress.hasDefaultBackend) reportAt(messages.noRules(), '/spec');
  if (ingress.hasDefaultBackend) checkBackend(spec.defaultBackend, '/spec/defaultBackend', reportAt);
  const written = asList(spec.rules);
  for (const [index, { host, paths }] of ingress.rules.entries()) {
    const pointer = `/spec/rules/${index}`;
    if (host !== '' && !isRuleHost(host)) reportAt(messages.badHost(host), `${pointer}/host`);
    if (paths) checkPaths(paths, asObject(written[index])?.http, `${pointer}/http`, reportAt);
  }
  for (const [index, tls] of ingress.tls.entries()) checkTLS(tls, `/spec/tls/${index}`, reportAt);
  checkClass(ingress, spec.ingressClassName, reportAt);
}

/** Labels may be of any length here, though no Route can be made of one that is longer than 63 characters. */
function isHost(host: string): boolean {
  return host.includes('*') ? isWildcardName(host) : isSubdomain(host);
}

/**
 * Returns true for a valid host of a rule. It must not be an address, also not one with leading zeros
 * (`ParseIPSloppy`).
 */
function isRuleHost(host: string): boolean {
  return isHost(host) && parsePrefix(withoutLeadingZeros(`${host}/32`)) === undefined;
}

function checkPaths(paths: readonly IngressPath[], http: Json | undefined, pointer: string, reportAt: ReportAt): void {
  const written = asList(asObject(http)?.paths);
  for (const [index, path] of paths.entries()) {
    checkPath(path, `${pointer}/paths/${index}/path`, reportAt);
    checkBackend(asObject(written[index])?.backend, `${pointer}/paths/${index}/backend`, reportAt);
  }
}

/** Forbidden parts of a path, plain or encoded. */
const FORBIDDEN = /\/\/|\/\.\/|\/\.\.\/|%2f|\/\.\.$|\/\.$/i;

function checkPath({ path, pathType }: IngressPath, pointer: string, reportAt: ReportAt): void {
  const isLoose = pathType === 'ImplementationSpecific';
  if (!path.startsWith('/') && !(isLoose && path === '')) {
    reportAt(messages.badPath(path, 'it must start with /'), pointer);
  } else if (!isLoose && FORBIDDEN.test(path)) {
    reportAt(messages.badPath(path, 'it must not contain //, /./, /../ or %2f'), pointer);
  }
}

/** Checks the certificates. Unlike rules, they may be for addresses. */
function checkTLS({ hosts, secretName }: IngressTLS, pointer: string, reportAt: ReportAt): void {
  for (const [index, host] of hosts.entries()) {
    if (!isHost(host)) reportAt(messages.badHost(host), `${pointer}/hosts/${index}`);
  }
  if (secretName !== '' && !isSubdomain(secretName)) {
    reportAt(messages.badName(secretName, 'a Secret'), `${pointer}/secretName`);
  }
}

/**
 * Checks that the class and the old annotation agree, for new objects only. An object with a UID may have got either
 * later.
 */
function checkClass({ annotations, uid }: Ingress, className: Json | undefined, reportAt: ReportAt): void {
  if (typeof className !== 'string') return;
  if (!isSubdomain(className)) reportAt(messages.badName(className, 'an IngressClass'), '/spec/ingressClassName');
  const annotated = annotations[CLASS_ANNOTATION];
  if (uid !== '' || annotated === undefined || annotated === className) return;
  reportAt(messages.twoClasses(annotated, className), annotationPointer(CLASS_ANNOTATION));
}
