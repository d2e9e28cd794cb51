import { type ItemQuery, createItemQuery } from '../../engine/item-query.js';
import type { Query } from '../../engine/query.js';
import type { Cluster, Service, ServicePort } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { ObjectName } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import type { ServiceForms } from '../../model/release.js';
import { type CanonicalAddress, compareAddressText } from '../../net/address.js';
import { type EndpointSlice, type ServiceSlice, readEndpointSlice, readEndpoints } from './endpoints.js';
import { objectsOfInventory, settings } from './inventory.js';
import { messages } from './messages.js';
import { type WrittenServiceAddress, readServiceAddresses } from './service-addresses.js';
import { messages as serviceMessages } from './service-messages.js';
import { portKey, readPortNumber, readServicePort } from './service-ports.js';
import { countBackends, findServiceTargets } from './service-targets.js';
import { type Json, type JsonObject, asObject, asList } from '../../std/json.js';
import { present } from '../../std/present.js';
import { sameItems } from '../../std/same-items.js';

/** A Service with its endpoints. They come from the slices, and from an Endpoints object only if there is no slice. */
interface WrittenService {
  readonly manifest: Manifest;
  readonly slices: readonly ServiceSlice[];
}

interface ServiceReaders {
  readonly service: ItemQuery<WrittenService, Service>;
  readonly slice: ItemQuery<Manifest, EndpointSlice | undefined>;
  readonly endpoints: ItemQuery<Manifest, readonly ServiceSlice[]>;
}

const serviceReaders: Query<undefined, ServiceReaders> = {
  name: 'readers of Services',
  run: (db) => {
    const { features, release } = settings.in(db);
    // Only load balancers use the ports.
    const ofPorts = features.has('services') ? (report: Reporter) => report : () => () => undefined;
    return {
      service: createItemQuery((written, report) => readService(written, release.services, ofPorts(report))),
      slice: createItemQuery((manifest, report) => readEndpointSlice(manifest, report, ofPorts(report))),
      endpoints: createItemQuery(readEndpoints),
    };
  },
};

type SlicesByService = ReadonlyMap<string, readonly ServiceSlice[]>;

/** `<namespace>/<name>` of a Service → its slices. */
const slicesByService: Query<undefined, SlicesByService> = {
  name: 'slices by Service',
  run: (db) => {
    const readers = db.get(serviceReaders, undefined);
    const named = new Set(db.get(objectsOfInventory, 'Service').map(keyOf));
    const slices = new Map<string, ServiceSlice[]>();
    for (const manifest of db.get(objectsOfInventory, 'EndpointSlice')) {
      const slice = readers.slice(db, manifest);
      if (!slice) continue;
      const key = keyOf({ namespace: manifest.namespace, name: slice.serviceName });
      const known = slices.get(key);
      if (known) known.push(slice);
      else slices.set(key, [slice]);
      if (named.size > 0 && !named.has(key)) reportAstray(manifest, key, db.report);
    }
    const all: Map<string, readonly ServiceSlice[]> = slices;
    for (const manifest of db.get(objectsOfInventory, 'Endpoints')) {
      const key = keyOf(manifest);
      if (!slices.has(key)) all.set(key, readers.endpoints(db, manifest));
    }
    return all;
  },
};

/** `<namespace>/<name>` → Service, in byte order. What has not changed stays the same object. */
const writtenServices: Query<undefined, ReadonlyMap<string, WrittenService>> = {
  name: 'written Services',
  hasOneReader: true,
  run: (db, _, before) => {
    const ofService = db.get(slicesByService, undefined);
    const all = db.get(objectsOfInventory, 'Service').map((manifest): [string, WrittenService] => {
      const key = keyOf(manifest);
      const slices = ofService.get(key) ?? [];
      const known = before?.get(key);
      const isSame = known?.manifest === manifest && sameItems(known.slices, slices);
      return [key, isSame ? known : { manifest, slices }];
    });
    return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  },
};

/** The Services of the inventory with their endpoints, in byte order of `<namespace>/<name>`, and the API servers. */
export const allServices: Query<undefined, Pick<Cluster, 'services' | 'apiServers'>> = {
  name: 'Services',
  run: (db) => {
    const readers = db.get(serviceReaders, undefined);
    const written = db.get(writtenServices, undefined);
    return {
      services: new Map(Array.from(written, ([key, one]) => [key, readers.service(db, one)])),
      apiServers: findAPIServers(db.get(slicesByService, undefined).get('default/kubernetes') ?? []),
    };
  },
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

function keyOf({ namespace, name }: ObjectName): string {
  return `${namespace}/${name}`;
}

const NONE: readonly undefined[] = [];

function readService({ manifest, slices }: WrittenService, forms: ServiceForms, reportPorts: Reporter): Service {
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
