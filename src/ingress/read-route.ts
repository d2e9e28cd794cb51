import type { Labels } from '../model/cluster.js';
import { textOf } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import type { Birth, HeaderAction, RouteResource, RouteTLS, RouteBackend } from '../model/route.js';
import { type Json, asObject, isObject, asList } from '../std/json.js';

/** Weight that the API server sets for a Service reference. */
const DEFAULT_WEIGHT = 100;

/**
 * Reads a Route with the defaults of the API server. Values of a wrong type are ignored, which only occur in the
 * inventory. `ingressDomain` is the domain of generated hosts. If it is undefined, no host is generated. `live` is the
 * same Route in the inventory.
 */
export function readRoute(manifest: Manifest, ingressDomain: string | undefined, live?: Manifest): RouteResource {
  const { namespace, name, object } = manifest;
  const spec = asObject(object.spec) ?? {};
  const metadata = asObject(object.metadata) ?? {};
  const actions = asObject(asObject(spec.httpHeaders)?.actions) ?? {};
  const port = asObject(spec.port)?.targetPort;
  const isPort = typeof port === 'string' || typeof port === 'number';
  const tls = readTLS(spec.tls, manifest.origin.file.role === 'inventory');
  const birth = readBirth(manifest) ?? (live && readBirth(live));
  const policy = textOf(spec.wildcardPolicy);
  const subdomain = textOf(spec.subdomain);
  const written = textOf(spec.host);
  const isGenerated = ingressDomain !== undefined && written === '' && subdomain === '' && policy !== 'Subdomain';
  return {
    manifest,
    key: `${namespace}/${name}`,
    namespace,
    name,
    labels: readTexts(metadata.labels),
    annotations: readTexts(metadata.annotations),
    // OpenShift: a name may contain dots, a label of a host must not.
    host: isGenerated ? `${name.replaceAll('.', '-')}-${namespace}.${ingressDomain}` : written,
    subdomain,
    path: textOf(spec.path),
    to: readBackend(spec.to),
    alternateBackends: asList(spec.alternateBackends).map(readBackend),
    wildcardPolicy: policy === '' ? 'None' : policy,
    requestHeaders: asList(actions.request).map(readHeaderAction),
    responseHeaders: asList(actions.response).map(readHeaderAction),
    statuses: asList(asObject((live ?? manifest).object.status)?.ingress).filter(isObject),
    // Last, so that the object is allocated with the necessary size.
    ...(isPort ? { targetPort: String(port) } : {}),
    ...(birth ? { birth } : {}),
    ...(tls ? { tls } : {}),
  };
}

/**
 * Returns the creation of an object. Returns undefined if its uid and its time are both unknown, as for an object that
 * is only in files.
 */
function readBirth({ object }: Manifest): Birth | undefined {
  const { uid, creationTimestamp } = asObject(object.metadata) ?? {};
  const time = Date.parse(textOf(creationTimestamp));
  if (textOf(uid) === '' && Number.isNaN(time)) return undefined;
  return { time: Number.isNaN(time) ? -Infinity : Math.floor(time / 1000), uid: textOf(uid) };
}

function readBackend(value: Json | undefined): RouteBackend {
  const { kind, name, weight } = asObject(value) ?? {};
  return {
    kind: textOf(kind) === '' ? 'Service' : textOf(kind),
    name: textOf(name),
    weight: typeof weight === 'number' ? weight : DEFAULT_WEIGHT,
  };
}

/** The three terminations in lower case, as the API server stores them. */
const TERMINATIONS: Readonly<Record<string, string>> = {
  Edge: 'edge',
  Reencrypt: 'reencrypt',
  Passthrough: 'passthrough',
};

function readTLS(value: Json | undefined, isObserved: boolean): RouteTLS | undefined {
  const tls = asObject(value);
  if (!tls) return undefined;
  const written = textOf(tls.termination);
  const destinationCACertificate = textOf(tls.destinationCACertificate);
  const byDefault = destinationCACertificate === '' ? 'edge' : '';
  return {
    termination: written === '' ? byDefault : (TERMINATIONS[written] ?? written),
    insecurePolicy: textOf(tls.insecureEdgeTerminationPolicy),
    certificate: textOf(tls.certificate),
    key: textOf(tls.key),
    isKeyWithheld: isObserved && textOf(tls.certificate) !== '' && textOf(tls.key) === '',
    caCertificate: textOf(tls.caCertificate),
    destinationCACertificate,
    externalCertificate: textOf(asObject(tls.externalCertificate)?.name),
  };
}

function readHeaderAction(value: Json): HeaderAction {
  const { name, action } = asObject(value) ?? {};
  const { type, set } = asObject(action) ?? {};
  return { name: textOf(name), type: textOf(type), ...(isObject(set) ? { value: textOf(set.value) } : {}) };
}

/** Labels or annotations of an object without any. */
export const NO_TEXTS: Labels = {};

/** Returns the labels or annotations of an object that are strings. */
export function readTexts(value: Json | undefined): Labels {
  const texts = asObject(value);
  if (!texts) return NO_TEXTS;
  const entries = Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[key, text]] : [],
  );
  return Object.fromEntries(entries);
}
