import type { Cluster } from '../model/cluster.js';
import type { RouteResource, RouteTLS } from '../model/route.js';
import { type Secrets, TLS_SECRET } from './external-certificate.js';
import type { Ingress, IngressPath, IngressRule } from './read-ingress.js';

/** Annotations of an Ingress that the controller reads. */
export const TERMINATION = 'route.openshift.io/termination';
const DESTINATION_AUTHORITY = 'route.openshift.io/destination-ca-certificate-secret';

/** Fields of a Route that an Ingress decides. */
export interface WantedRoute {
  readonly host: string;
  readonly path: string;
  readonly service: string;
  readonly wildcardPolicy: 'None' | 'Subdomain';
  /** If unset, the port of the Service has no name. */
  readonly targetPort?: string;
  readonly tls?: RouteTLS;
  /** True if the Ingress names the CA of the servers' certificates. */
  readonly namesAuthority: boolean;
}

/** Further objects that the controller reads. */
export interface ConversionInput {
  readonly services: Cluster['services'];
  readonly secrets: Secrets;
}

/** Returns the host of a rule in Route notation. */
export function routeHost({ host }: IngressRule): string {
  return host.startsWith('*.') ? `wildcard${host.slice(1)}` : host;
}

/** Returns the Route that a path requires, or the reason why there is none. See the ingress-to-route controller. */
export function wantRoute(
  ingress: Ingress,
  rule: IngressRule,
  { path, service }: IngressPath,
  input: ConversionInput,
): WantedRoute | { readonly problem: string } {
  const name = service?.name ?? '';
  const port = findPort(ingress, service, input.services);
  if (port === 'no-service') return { problem: `Backend service "${name}" not found` };
  if (port === 'no-port') return { problem: `No valid target port for backend service "${name}"` };
  const tls = tlsOf(ingress, rule, input.secrets);
  if (tls === 'bad-secret') return { problem: `Invalid or missing TLS secret for rule host "${rule.host}"` };
  return {
    host: routeHost(rule),
    path,
    service: name,
    wildcardPolicy: rule.host.startsWith('*.') ? 'Subdomain' : 'None',
    ...(port.name === '' ? {} : { targetPort: port.name }),
    ...(tls === 'none' ? {} : { tls }),
    namesAuthority: DESTINATION_AUTHORITY in ingress.annotations,
  };
}

function findPort(
  { namespace }: Ingress,
  service: IngressPath['service'],
  services: Cluster['services'],
): { readonly name: string } | 'no-service' | 'no-port' {
  const found = services.get(`${namespace}/${service?.name ?? ''}`);
  if (!found || !service) return 'no-service';
  const { portName, portNumber } = service;
  const port = found.ports.find(({ name, port: number }) =>
    portName === '' ? number === portNumber : name === portName,
  );
  return port ?? 'no-port';
}

const NO_TLS: RouteTLS = {
  termination: 'edge',
  insecurePolicy: 'Redirect',
  certificate: '',
  key: '',
  isKeyWithheld: false,
  caCertificate: '',
  destinationCACertificate: '',
  externalCertificate: '',
};

function tlsOf(ingress: Ingress, { host }: IngressRule, secrets: Secrets): RouteTLS | 'none' | 'bad-secret' {
  const { namespace, annotations, tls } = ingress;
  const named = tls.find(({ hosts }) => hosts.includes(host));
  // If the input has no Secrets of a namespace, all of them are assumed to be valid.
  const isUnknown = named !== undefined && named.secretName !== '' && !secrets.namespaces.has(namespace);
  const secret = named && secrets.byName.get(`${namespace}/${named.secretName}`);
  const isValid = secret?.type === TLS_SECRET && secret.certificate !== undefined && secret.key !== undefined;
  if (named && !isValid && !isUnknown) return 'bad-secret';
  const word = annotations[TERMINATION] ?? '';
  const isWord = ['edge', 'passthrough', 'reencrypt'].includes(word);
  const isEmpty = tls.some(({ hosts, secretName }) => hosts.length === 0 && secretName === '');
  if (!isWord && !named && !isEmpty) return 'none';
  const termination = isWord ? word : 'edge';
  const isShown = termination !== 'passthrough' && secret !== undefined;
  const authority = secrets.byName.get(`${namespace}/${annotations[DESTINATION_AUTHORITY] ?? ''}`);
  const isAuthority = authority?.type === TLS_SECRET || authority?.type === 'Opaque';
  return {
    ...NO_TLS,
    termination,
    ...(isShown ? { certificate: secret.certificate ?? '', key: secret.key ?? '' } : {}),
    ...(termination === 'reencrypt' && isAuthority ? { destinationCACertificate: authority.certificate ?? '' } : {}),
  };
}

/**
 * Returns true if an existing Route needs no change. A Route with a wildcard or a manually added CA certificate always
 * does.
 */
export function isAsWanted(
  route: RouteResource,
  ingress: Ingress,
  wanted: WantedRoute,
  facts: { readonly hasCurrentOwner: boolean; readonly copiesLabels: boolean },
): boolean {
  const { tls } = route;
  const kept: RouteTLS | undefined = wanted.tls && {
    ...wanted.tls,
    insecurePolicy: tls?.insecurePolicy ?? wanted.tls.insecurePolicy,
    ...(wanted.namesAuthority || !tls ? {} : { destinationCACertificate: tls.destinationCACertificate }),
  };
  return (
    route.to.name === wanted.service &&
    route.wildcardPolicy === 'None' &&
    wanted.wildcardPolicy === 'None' &&
    route.alternateBackends.length === 0 &&
    sameRecord(route.annotations, ingress.annotations) &&
    facts.hasCurrentOwner &&
    (!facts.copiesLabels || sameRecord(route.labels, ingress.labels)) &&
    route.targetPort === wanted.targetPort &&
    sameRecord(tls, kept)
  );
}

/** Returns true if two records of texts are equal, or both undefined. */
function sameRecord(a: object | undefined, b: object | undefined): boolean {
  if (!a || !b) return a === b;
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  return left.size === right.size && [...left].every(([key, value]) => right.get(key) === value);
}
