import type { Endpoint, Service } from '../model/cluster.js';
import type { Reporter } from '../model/diagnostic.js';
import type { Json, Manifest } from '../model/manifest.js';
import { formatAddress, parseLenientAddress } from '../net/address.js';
import { readEndpointSlice, readEndpoints } from './endpoints.js';
import { asList, asObject, asString } from './fields.js';
import { messages } from './messages.js';

/**
 * The Services of the inventory with their endpoints: those of their slices, and of an Endpoints object only where a
 * Service has no slice. `<namespace>/<name>` → Service, in byte order of the names.
 */
export function collectServices(
  ofKind: ReadonlyMap<string, readonly Manifest[]>,
  report: Reporter,
): ReadonlyMap<string, Service> {
  const named = new Set((ofKind.get('Service') ?? []).map(keyOf));
  const endpoints = new Map<string, Endpoint[]>();
  const add = (key: string, found: readonly Endpoint[]): void => {
    const known = endpoints.get(key);
    if (known) known.push(...found);
    else endpoints.set(key, [...found]);
  };
  for (const manifest of ofKind.get('EndpointSlice') ?? []) {
    const slice = readEndpointSlice(manifest, report);
    if (!slice) continue;
    const key = `${manifest.namespace}/${slice.serviceName}`;
    add(key, slice.endpoints);
    if (named.size > 0 && !named.has(key)) reportAstray(manifest, key, report);
  }
  for (const manifest of ofKind.get('Endpoints') ?? []) {
    const key = keyOf(manifest);
    if (!endpoints.has(key)) add(key, readEndpoints(manifest, report));
  }
  const services = (ofKind.get('Service') ?? []).map((manifest): [string, Service] => [
    keyOf(manifest),
    readService(manifest, endpoints.get(keyOf(manifest)) ?? []),
  ]);
  return new Map(services.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function reportAstray({ kind, namespace, name, origin }: Manifest, key: string, report: Reporter): void {
  const target = { origin, pointer: '/metadata/labels/kubernetes.io~1service-name' };
  report({ ...messages.unknownService(key), target, resource: { kind, namespace, name } });
}

function keyOf({ namespace, name }: Manifest): string {
  return `${namespace}/${name}`;
}

function readService(manifest: Manifest, endpoints: readonly Endpoint[]): Service {
  const { namespace, name, object } = manifest;
  const spec = asObject(object.spec) ?? {};
  const balancer = asObject(asObject(object.status)?.loadBalancer) ?? {};
  const clusterIPs = asList(spec.clusterIPs);
  return {
    namespace,
    name,
    isLoadBalancer: spec.type === 'LoadBalancer',
    keepsTrafficLocal: spec.externalTrafficPolicy === 'Local',
    clusterIPs: (clusterIPs.length > 0 ? clusterIPs : [spec.clusterIP]).map(addressOf).filter((text) => text !== ''),
    nodePorts: [...new Set(asList(spec.ports).map((item) => portOf(asObject(item)?.nodePort)))],
    ingress: asList(balancer.ingress).map((item) => addressOf(asObject(item)?.ip)),
    endpoints: mergeEndpoints(endpoints),
    manifest,
  };
}

/** Canonical text, or '' for what is no address (`None`, nothing). */
function addressOf(value: Json | undefined): string {
  const address = parseLenientAddress(asString(value) ?? '');
  return address ? formatAddress(address) : '';
}

function portOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 65535 ? value : 0;
}

/**
 * Slices may overlap while they are rewritten. An address may be on two nodes: that of a virtual machine while it moves
 * from the one to the other.
 */
function mergeEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  const merged = new Map(endpoints.map((endpoint) => [`${endpoint.address} ${endpoint.nodeName}`, endpoint]));
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, endpoint]) => endpoint);
}
