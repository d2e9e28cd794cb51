import type { Endpoint } from '../model/cluster.js';
import type { Reporter } from '../model/diagnostic.js';
import type { Json, Manifest } from '../model/manifest.js';
import { type Family, formatAddress, parseLenientAddress } from '../net/address.js';
import { type Fields, asList, asObject, asString, fieldsOf } from './fields.js';
import { messages } from './messages.js';

const SERVICE_NAME = 'kubernetes.io/service-name';

/** The endpoints that a slice gives to a Service of its namespace. */
export interface EndpointSlice {
  readonly serviceName: string;
  readonly endpoints: readonly Endpoint[];
}

/**
 * Reads an EndpointSlice. Conditions do not count (OVN-Kubernetes v1.3 serves endpoints that are not ready too).
 * Undefined for a slice of host names and for one that belongs to no Service of the default network; addresses that
 * are not of the slice's type are reported and left out.
 */
export function readEndpointSlice(manifest: Manifest, report: Reporter): EndpointSlice | undefined {
  const fields = fieldsOf(manifest, report);
  const serviceName = Object.hasOwn(fields.labels, SERVICE_NAME) ? fields.labels[SERVICE_NAME] : undefined;
  const { addressType, endpoints } = manifest.object;
  if (serviceName === undefined || (addressType !== 'IPv4' && addressType !== 'IPv6')) return undefined;
  const found = asList(endpoints).flatMap((item, index) => {
    const endpoint = asObject(item) ?? {};
    const nodeName = asString(endpoint.nodeName) ?? '';
    return asList(endpoint.addresses).flatMap((value, place) => {
      const address = readAddress(value, addressType, fields, `/endpoints/${index}/addresses/${place}`);
      return address === undefined ? [] : [{ address, nodeName }];
    });
  });
  return { serviceName, endpoints: found };
}

/** Reads an Endpoints object, ready addresses and others. What is no address is reported and left out. */
export function readEndpoints(manifest: Manifest, report: Reporter): readonly Endpoint[] {
  const fields = fieldsOf(manifest, report);
  return asList(manifest.object.subsets).flatMap((subset, index) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((field) =>
      asList(asObject(subset)?.[field]).flatMap((item, place) => {
        const { ip, nodeName } = asObject(item) ?? {};
        const address = readAddress(ip, 'IP', fields, `/subsets/${index}/${field}/${place}/ip`);
        return address === undefined ? [] : [{ address, nodeName: asString(nodeName) ?? '' }];
      }),
    ),
  );
}

function readAddress(
  value: Json | undefined,
  family: Family | 'IP',
  fields: Fields,
  pointer: string,
): string | undefined {
  const text = asString(value) ?? '';
  const address = parseLenientAddress(text);
  if (address && (family === 'IP' || address.family === family)) return formatAddress(address);
  fields.say(messages.badEndpoint(text, family), pointer);
  return undefined;
}
