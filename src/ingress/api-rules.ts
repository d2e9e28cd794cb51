import type { RouteResource, RouteBackend } from '../model/route.js';
import { asObject } from '../std/json.js';
import { labelProblems } from './dns.js';
import { type Secrets, checkExternalCertificate } from './external-certificate.js';
import { type FieldError, invalid, required, unsupported } from './field-error.js';
import { checkHeaders } from './header-rules.js';
import { hostErrors } from './host-rules.js';
import { checkTLSFields } from './tls-rules.js';

/** Subject of an error of the API server. */
export type ApiSubject = 'host' | 'path' | 'wildcard-policy' | 'backend' | 'port' | 'tls' | 'header' | 'certificate';

/** An error for which the API server rejects the object. */
export interface ApiError extends FieldError {
  readonly subject: ApiSubject;
}

const ANY_HOST = 'route.openshift.io/allow-non-dns-compliant-host';
const WILDCARD_POLICIES = ['None', 'Subdomain'];
const LONGEST_NAME = 253;
const MAX_ALTERNATES = 3;
const MAX_WEIGHT = 256;

/**
 * Returns the errors of a Route with its defaults, in the order of the OpenShift API server. The types of fields are
 * not checked.
 */
export function checkRoute(route: RouteResource, secrets: Secrets, deniedSecrets: ReadonlySet<string>): ApiError[] {
  const found: ApiError[] = [];
  const add = (subject: ApiSubject, errors: readonly FieldError[]): void => {
    for (const error of errors) found.push({ ...error, subject });
  };
  add('path', checkPathText(route));
  add('host', checkHost(route));
  add('wildcard-policy', checkWildcardPolicy(route));
  add('header', checkHeaders(route));
  add('path', checkPath(route));
  add('backend', checkBackends(route));
  add('port', checkPort(route));
  if (route.tls) {
    add('tls', checkTLSFields(route.tls));
    add('tls', checkCertificateFields(route));
  }
  if (isServedHere(route)) add('certificate', checkExternalCertificate(route, secrets, deniedSecrets));
  return found;
}

function checkHost({ host, subdomain, annotations }: RouteResource): FieldError[] {
  const ofHost = host === '' ? [] : hostErrors(host, annotations[ANY_HOST] !== 'true');
  const isLong = subdomain.length > LONGEST_NAME;
  const below = subdomain === '' ? [] : subdomain.split('.').filter((label) => labelProblems(label).length > 0);
  if (ofHost.length === 0 && !isLong && below.length === 0) return ofHost;
  return [
    ...ofHost,
    ...(isLong ? [invalid('spec.subdomain', subdomain, `must be no more than ${LONGEST_NAME} characters`)] : []),
    ...below.map((label) => invalid('spec.subdomain', label, labelProblems(label).join(', '))),
  ];
}

function checkWildcardPolicy({ host, wildcardPolicy }: RouteResource): FieldError[] {
  const field = 'spec.wildcardPolicy';
  if (!WILDCARD_POLICIES.includes(wildcardPolicy)) return [unsupported(field, wildcardPolicy, WILDCARD_POLICIES)];
  if (wildcardPolicy !== 'Subdomain' || host !== '') return [];
  return [invalid(field, wildcardPolicy, 'host name not specified for wildcard policy')];
}

function checkPathText({ path }: RouteResource): FieldError[] {
  return /[# ]/.test(path) ? [invalid('spec.path', path, 'cannot contain # or spaces')] : [];
}

function checkPath({ path, tls }: RouteResource): FieldError[] {
  if (path === '') return [];
  const problems = [
    ...(path.startsWith('/') ? [] : ['path must begin with /']),
    ...(tls?.termination === 'passthrough' ? ['passthrough termination does not support paths'] : []),
  ];
  return problems.map((problem) => invalid('spec.path', path, problem));
}

function checkBackends({ to, alternateBackends }: RouteResource): FieldError[] {
  const tooMany = alternateBackends.length > MAX_ALTERNATES;
  const limit = `cannot specify more than ${MAX_ALTERNATES} alternate backends`;
  return [
    ...checkBackend('spec.to', to),
    ...(tooMany ? [required('spec.alternateBackends', limit)] : []),
    ...alternateBackends.flatMap((backend, index) => checkBackend(`spec.alternateBackends[${index}]`, backend)),
  ];
}

function checkBackend(field: string, { kind, name, weight }: RouteBackend): FieldError[] {
  const isWeight = weight >= 0 && weight <= MAX_WEIGHT;
  return [
    ...(name === '' ? [required(`${field}.name`)] : []),
    ...(kind === 'Service' ? [] : [invalid(`${field}.kind`, kind, 'must reference a Service')]),
    ...(isWeight ? [] : [invalid(`${field}.weight`, weight, `weight must be an integer between 0 and ${MAX_WEIGHT}`)]),
  ];
}

/** Returns an error if the port has no target. The number 0 means a missing port, the text "0" is a name. */
function checkPort({ manifest }: RouteResource): FieldError[] {
  const port = asObject(asObject(manifest.object.spec)?.port);
  const { targetPort = 0 } = port ?? {};
  return port && (targetPort === '' || targetPort === 0) ? [required('spec.port.targetPort')] : [];
}

function checkCertificateFields({ tls }: RouteResource): FieldError[] {
  const field = 'spec.tls.externalCertificate';
  const name = tls?.externalCertificate ?? '';
  if (name === '') return [];
  if (tls?.termination === 'passthrough') {
    return [invalid(field, name, 'passthrough termination does not support certificates')];
  }
  const isDouble = tls?.certificate !== '';
  return isDouble ? [invalid(field, name, 'cannot specify both tls.certificate and tls.externalCertificate')] : [];
}

/** Returns true if the router would present the certificate of the Route. */
function isServedHere({ tls }: RouteResource): boolean {
  return (tls?.termination === 'edge' || tls?.termination === 'reencrypt') && tls.certificate === '';
}
