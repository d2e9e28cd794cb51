import type { SliceEndpoint } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, type Family, readLenientAddress } from '../../net/address.js';
import { type Fields, fieldsOf } from './fields.js';
import { messages } from './messages.js';
import { messages as serviceMessages } from './service-messages.js';
import { portKey } from './service-ports.js';
import { type Json, asObject, asList, asString } from '../../std/json.js';
import { present } from '../../std/present.js';

const SERVICE_NAME = 'kubernetes.io/service-name';

/** Endpoints that listen on the same ports. */
export interface ServiceSlice {
  /** Name of the slice, or '' if it is part of an Endpoints object. */
  readonly name: string;
  readonly endpoints: readonly SliceEndpoint[];
  /** `key`: key of the Service's port. `number`: port that the endpoints listen on. */
  readonly ports: readonly { readonly key: string; readonly number: number }[];
}

/** EndpointSlice of a Service in its namespace. */
export interface EndpointSlice extends ServiceSlice {
  readonly serviceName: string;
}

/**
 * Reads an EndpointSlice. Returns undefined for a slice of host names and for one that belongs to no Service of the
 * default network. Addresses that are not of the slice's type are reported and skipped. Ports without a number, which
 * OVN-Kubernetes skips, are reported to `reportPort`.
 */
export function readEndpointSlice(
  manifest: Manifest,
  report: Reporter,
  reportPort: Reporter,
): EndpointSlice | undefined {
  const fields = fieldsOf(manifest, report);
  const serviceName = Object.hasOwn(fields.labels, SERVICE_NAME) ? fields.labels[SERVICE_NAME] : undefined;
  const { addressType, endpoints } = manifest.object;
  if (serviceName === undefined || (addressType !== 'IPv4' && addressType !== 'IPv6')) return undefined;
  return {
    name: manifest.name,
    serviceName,
    endpoints: asList(endpoints).map((item, index) => {
      const { addresses, nodeName, conditions } = asObject(item) ?? {};
      const read = asList(addresses).map((value, place) =>
        readAddress(value, addressType, fields, () => `/endpoints/${index}/addresses/${place}`),
      );
      return endpointOf(present(read), asString(nodeName) ?? '', conditions);
    }),
    ports: readSlicePorts(manifest, reportPort),
  };
}

function readSlicePorts({ kind, namespace, name, object, origin }: Manifest, report: Reporter): ServiceSlice['ports'] {
  const ports = asList(object.ports).map((item, index) => {
    const port = readEndpointPort(item);
    if (port) return port;
    report({
      ...serviceMessages.incompletePort(),
      location: { origin, pointer: `/ports/${index}` },
      resource: { kind, namespace, name },
    });
    return undefined;
  });
  return present(ports);
}

/**
 * Returns a port that endpoints listen on, or undefined without a number. The API server defaults the name and the
 * protocol.
 */
function readEndpointPort(item: Json): ServiceSlice['ports'][number] | undefined {
  const { name, protocol, port } = asObject(item) ?? {};
  if (typeof port !== 'number') return undefined;
  return { key: portKey(asString(protocol) ?? 'TCP', asString(name) ?? ''), number: port };
}

/** Returns an endpoint with its conditions. Kubernetes API: `ready` defaults to true, and `serving` to `ready`. */
function endpointOf(
  addresses: SliceEndpoint['addresses'],
  nodeName: string,
  conditions: Json | undefined,
): SliceEndpoint {
  const { ready, serving, terminating } = asObject(conditions) ?? {};
  const isReady = ready !== false;
  return {
    addresses,
    nodeName,
    isReady,
    isServing: typeof serving === 'boolean' ? serving : isReady,
    isTerminating: terminating === true,
  };
}

/**
 * Reads an Endpoints object as Kubernetes mirrors it into slices. Texts that are not addresses are reported and
 * skipped.
 */
export function readEndpoints(manifest: Manifest, report: Reporter): ServiceSlice[] {
  const fields = fieldsOf(manifest, report);
  return asList(manifest.object.subsets).map((item, index) => {
    const subset = asObject(item) ?? {};
    const endpoints = (['addresses', 'notReadyAddresses'] as const).flatMap((field) =>
      asList(subset[field]).map((item, place): SliceEndpoint => {
        const { ip, nodeName } = asObject(item) ?? {};
        const address = readAddress(ip, 'IP', fields, () => `/subsets/${index}/${field}/${place}/ip`);
        const isReady = field === 'addresses';
        const conditions = { isReady, isServing: isReady, isTerminating: false };
        return { addresses: address ? [address] : [], nodeName: asString(nodeName) ?? '', ...conditions };
      }),
    );
    return { name: '', endpoints, ports: asList(subset.ports).flatMap((item) => readEndpointPort(item) ?? []) };
  });
}

function readAddress(
  value: Json | undefined,
  family: Family | 'IP',
  fields: Fields,
  pointerOf: () => string,
): CanonicalAddress | undefined {
  const text = asString(value) ?? '';
  const address = readLenientAddress(text);
  if (address && (family === 'IP' || address.family === family)) return address;
  fields.reportAt(messages.badEndpoint(text, family), pointerOf());
  return undefined;
}
