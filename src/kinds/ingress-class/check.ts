import type { Reporter } from '../../model/diagnostic.js';
import { textOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { type ReportAt, createReportAt } from '../../model/report-at.js';
import { isLabel, isSubdomain } from '../../net/dns-name.js';
import { type JsonObject, asObject } from '../../std/json.js';
import { findReferenceProblems } from '../shared/object-reference.js';
import { messages } from './messages.js';

const LONGEST_CONTROLLER = 250;
/** The characters of a path in RFC 3986. */
const PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** Reports what the API server refuses in an IngressClass besides its schema (Kubernetes, `ValidateIngressClass`). */
export function checkIngressClass(manifest: Manifest, report: Reporter): void {
  const reportAt = createReportAt(manifest, report);
  const { controller, parameters } = asObject(manifest.object.spec) ?? {};
  if (!isController(textOf(controller))) reportAt(messages.badController(textOf(controller)), '/spec/controller');
  const reference = asObject(parameters);
  if (reference) checkParameters(reference, '/spec/parameters', reportAt);
}

/** Returns true for a domain, a slash and a path (apimachinery `IsDomainPrefixedPath`). */
function isController(text: string): boolean {
  const slash = text.indexOf('/');
  return (
    text.length <= LONGEST_CONTROLLER &&
    isSubdomain(text.slice(0, Math.max(0, slash))) &&
    PATH.test(text.slice(slash + 1))
  );
}

function checkParameters(parameters: JsonObject, pointer: string, reportAt: ReportAt): void {
  for (const { field, text } of findReferenceProblems(parameters)) {
    reportAt(messages.badParameters(text), `${pointer}/${field}`);
  }
  // The API server completes a missing scope.
  const { scope = 'Cluster', namespace } = parameters;
  if (scope === 'Cluster') {
    if (namespace !== undefined) {
      reportAt(messages.badParameters("'namespace' is not supported if scope is Cluster"), `${pointer}/namespace`);
    }
  } else if (scope !== 'Namespace') {
    reportAt(
      messages.badParameters(`scope is ${JSON.stringify(scope)}, expected Cluster or Namespace`),
      `${pointer}/scope`,
    );
  } else if (namespace === undefined) {
    reportAt(messages.badParameters("missing field 'namespace', which scope Namespace requires"), pointer);
  } else if (!isLabel(textOf(namespace))) {
    const text = `${JSON.stringify(namespace)} cannot be the name of a namespace`;
    reportAt(messages.badParameters(text), `${pointer}/namespace`);
  }
}
