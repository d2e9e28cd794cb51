import { textOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import type { RoutedEndpoint, RoutedPort, RoutedSlice } from '../../model/routed-slice.js';
import { compareText } from '../../std/compare-text.js';
import { groupBy } from '../../std/group-by.js';
import { type Json, asObject, asList } from '../../std/json.js';

const SERVICE_NAME = 'kubernetes.io/service-name';

/** The EndpointSlices of each Service (`<namespace>/<name>`) as routers read them, in byte order of their names. */
export function collectRoutedSlices(slices: readonly Manifest[]): ReadonlyMap<string, readonly RoutedSlice[]> {
  const found = slices.flatMap((manifest) => {
    const labels = asObject(asObject(manifest.object.metadata)?.labels) ?? {};
    const service = textOf(labels[SERVICE_NAME]);
    const { addressType } = manifest.object;
    if (service === '' || (addressType !== 'IPv4' && addressType !== 'IPv6')) return [];
    return [{ key: `${manifest.namespace}/${service}`, slice: readSlice(manifest) }];
  });
  found.sort((a, b) => compareText(a.slice.name, b.slice.name));
  const groups = groupBy(found, ({ key }) => key);
  return new Map([...groups].map(([key, items]) => [key, items.map(({ slice }) => slice)]));
}

function readSlice({ name, object }: Manifest): RoutedSlice {
  return {
    name,
    ports: asList(object.ports).flatMap(readPort),
    endpoints: asList(object.endpoints).map(readEndpoint),
  };
}

function readPort(value: Json): RoutedPort[] {
  const { name, port, protocol, appProtocol } = asObject(value) ?? {};
  if (typeof port !== 'number') return [];
  const written = textOf(protocol);
  return [
    { name: textOf(name), number: port, protocol: written === '' ? 'TCP' : written, appProtocol: textOf(appProtocol) },
  ];
}

function readEndpoint(value: Json): RoutedEndpoint {
  const { addresses, hostname, conditions, targetRef } = asObject(value) ?? {};
  const target = asObject(targetRef) ?? {};
  return {
    addresses: asList(addresses).filter((address) => typeof address === 'string'),
    hostname: textOf(hostname),
    isReady: asObject(conditions)?.ready !== false,
    ...(target.kind === 'Pod' ? { pod: textOf(target.name) } : {}),
  };
}
