import type { Query } from '../../engine/query.js';
import type { Cluster, Service, ServicePort } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import type { ServiceForms } from '../../model/release.js';
import { type CanonicalAddress, compareAddressText } from '../../net/address.js';
import { type ServiceSlice, readEndpointSlice, readEndpoints } from './endpoints.js';
import { type ObjectsByKind, objectsByKind, settings } from './inventory.js';
import { messages } from './messages.js';
import { type WrittenServiceAddress, readServiceAddresses } from './service-addresses.js';
import { messages as serviceMessages } from './service-messages.js';
import { portKey, readPortNumber, readServicePort } from './service-ports.js';
import { countBackends, findServiceTargets } from './service-targets.js';
import { type Json, type JsonObject, asObject, asList } from '../../std/json.js';
import { present } from '../../std/present.js';

/**
 * Returns the Services of the inventory with their endpoints, and the API servers. Endpoints come from the slices, and
 * from an Endpoints object only if a Service has no slice. `<namespace>/<name>` → Service, in byte order of the names.
 */
function collectServices(
  ofKind: ObjectsByKind,
  { features, release }: Configuration,
  report: Reporter,
): Pick<Cluster, 'services' | 'apiServers'> {
  const written = (ofKind.get('Service') ?? []).map((manifest) => ({ key: keyOf(manifest), manifest }));
  const named = new Set(written.map(({ key }) => key));
  const slices = new Map<string, ServiceSlice[]>();
  // Only load balancers use the ports.
  const reportPorts = features.has('services') ? report : () => undefined;
  for (const manifest of ofKind.get('EndpointSlice') ?? []) {
    const slice = readEndpointSlice(manifest, report, reportPorts);
    if (!slice) continue;
    const key = `${manifest.namespace}/${slice.serviceName}`;
    const known = slices.get(key);
    if (known) known.push(slice);
    else slices.set(key, [slice]);
    if (named.size > 0 && !named.has(key)) reportAstray(manifest, key, report);
  }
  for (const manifest of ofKind.get('Endpoints') ?? []) {
    const key = keyOf(manifest);
    if (!slices.has(key)) slices.set(key, readEndpoints(manifest, report));
  }
  const services = written.map(({ key, manifest }): [string, Service] => [
    key,
    readService(manifest, slices.get(key) ?? [], release.services, reportPorts),
  ]);
  return {
    services: new Map(services.sort(([a], [b]) => (a < b ? -1 : 1))),
    apiServers: findAPIServers(slices.get('default/kubernetes') ?? []),
  };
}

/** The Services of the inventory, and the API servers. */
export const allServices: Query<undefined, Pick<Cluster, 'services' | 'apiServers'>> = {
  name: 'Services',
  run: (db) => collectServices(objectsByKind(db), settings.in(db), db.report),
};

/** Returns the API servers. Kubernetes: they list themselves as the endpoints of the Service `default/kubernetes`. */
function findAPIServers(slices: readonly ServiceSlice[]): Cluster['apiServers'] {
  const found = slices.flatMap(({ ports, endpoints }) => {
    const numbers = ports.filter(({ key }) => key.startsWith(portKey('TCP', ''))).map(({ number }) => number);
    const addresses = endpoints.flatMap((endpoint) => endpoint.addresses);
    return addresses.flatMap((address) => numbers.map((port) => ({ address, port })));
  });
  return found.sort((a, b) => compareAddressText(a.address, b.address) || a.port - b.port);
}

function reportAstray({ kind, namespace, name, origin }: Manifest, key: string, report: Reporter): void {
  const location = { origin, pointer: '/metadata/labels/kubernetes.io~1service-name' };
  report({ ...messages.unknownService(key), location, resource: { kind, namespace, name } });
}

function keyOf({ namespace, name }: Manifest): string {
  return `${namespace}/${name}`;
}

const NONE: readonly undefined[] = [];

function readService(
  manifest: Manifest,
  slices: readonly ServiceSlice[],
  forms: ServiceForms,
  reportPorts: Reporter,
): Service {
  const { namespace, name, object } = manifest;
  const spec = asObject(object.spec) ?? {};
  const addresses = readServiceAddresses(manifest);
  const inField = (field: string): readonly (CanonicalAddress | undefined)[] =>
    addresses.some((one) => one.field === field)
      ? addresses.filter((one) => one.field === field).map(({ address }) => address)
      : NONE;
  const ports = asList(spec.ports);
  const affinityTimeout = readAffinityTimeout(spec);
  return {
    namespace,
    name,
    hasClusterIP: hasClusterIP(spec.type, addresses),
    isLoadBalancer: spec.type === 'LoadBalancer',
    keepsTrafficLocal: spec.externalTrafficPolicy === 'Local',
    keepsInternalTrafficLocal: spec.internalTrafficPolicy === 'Local',
    publishesNotReadyAddresses: spec.publishNotReadyAddresses === true,
    clusterIPs: present(addresses.map(({ scope, address }) => (scope === 'cluster' ? address : undefined))),
    externalIPs: present(inField('spec.externalIPs')),
    ports: limitPorts(
      manifest,
      findServiceTargets(present(ports.map(readServicePort)), slices, forms),
      countAnswering(addresses),
      reportPorts,
    ),
    nodePorts: nodePortsOf(ports),
    ingress: inField('status.loadBalancer.ingress'),
    slices: slices.map(({ endpoints }) => endpoints),
    manifest,
    ...(affinityTimeout === undefined ? {} : { affinityTimeout }),
  };
}

function nodePortsOf(items: readonly Json[]): readonly number[] {
  const ports = items.map((item) => readPortNumber(asObject(item)?.nodePort));
  return ports.length === 1 ? ports : [...new Set(ports)];
}

/**
 * Maximum backends of a load balancer, which lists each endpoint for each port and each address. No real Service has so
 * many.
 */
const MAX_BACKENDS = 1_000_000;

/** Returns the ports, or none if they have too many endpoints, which is reported. */
function limitPorts(
  { kind, namespace, name, origin }: Manifest,
  ports: readonly ServicePort[],
  addresses: number,
  report: Reporter,
): readonly ServicePort[] {
  const backends = countBackends(ports) * addresses;
  if (backends <= MAX_BACKENDS) return ports;
  const finding = serviceMessages.tooManyBackends(backends, MAX_BACKENDS);
  report({ ...finding, location: { origin, pointer: '/spec/ports' }, resource: { kind, namespace, name } });
  return [];
}

/**
 * Returns the number of addresses that a load balancer answers for, at least 1. `spec.loadBalancerIP` is only a request
 * and does not count.
 */
function countAnswering(addresses: readonly WrittenServiceAddress[]): number {
  const answering = addresses.filter(({ address, field }) => address !== undefined && field !== 'spec.loadBalancerIP');
  return Math.max(1, answering.length);
}

/**
 * Returns true if a Service has a cluster IP. A headless Service and an ExternalName have none. The API server defaults
 * the type to ClusterIP.
 */
function hasClusterIP(type: Json | undefined, addresses: readonly WrittenServiceAddress[]): boolean {
  const text = addresses.find(({ scope }) => scope === 'cluster')?.text ?? '';
  const isServed = [undefined, null, 'ClusterIP', 'NodePort', 'LoadBalancer'].some((one) => one === type);
  return isServed && text !== '' && text !== 'None';
}

/** Default timeout of session affinity in the API server, in seconds. */
const DEFAULT_AFFINITY_TIMEOUT = 10_800;

function readAffinityTimeout({ sessionAffinity, sessionAffinityConfig }: JsonObject): number | undefined {
  if (sessionAffinity !== 'ClientIP') return undefined;
  const seconds = asObject(asObject(sessionAffinityConfig)?.clientIP)?.timeoutSeconds;
  return typeof seconds === 'number' && Number.isInteger(seconds) ? seconds : DEFAULT_AFFINITY_TIMEOUT;
}
