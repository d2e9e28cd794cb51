import { createItemQuery } from '../../engine/item-query.js';
import type { Db } from '../../engine/query.js';
import { textOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import type { RoutedEndpoint, RoutedPort, RoutedSlice } from '../../model/routed-slice.js';
import { compareText } from '../../std/compare-text.js';
import { type Json, asObject, asList, isListOf, isText } from '../../std/json.js';
import { present } from '../../std/present.js';

const SERVICE_NAME = 'kubernetes.io/service-name';

/**
 * Returns the EndpointSlices of each Service (`<namespace>/<name>`) as routers read them, in byte order of their names.
 */
export function collectRoutedSlices(db: Db, slices: readonly Manifest[]): ReadonlyMap<string, readonly RoutedSlice[]> {
  const found = new Map<string, RoutedSlice[]>();
  for (const manifest of slices) {
    const labels = asObject(asObject(manifest.object.metadata)?.labels) ?? {};
    const service = textOf(labels[SERVICE_NAME]);
    const { addressType } = manifest.object;
    if (service === '' || (addressType !== 'IPv4' && addressType !== 'IPv6')) continue;
    const key = `${manifest.namespace}/${service}`;
    const slice = sliceOf(db, manifest);
    const known = found.get(key);
    if (known) known.push(slice);
    else found.set(key, [slice]);
  }
  for (const group of found.values()) if (group.length > 1) group.sort((a, b) => compareText(a.name, b.name));
  return found;
}

const sliceOf = createItemQuery(readSlice);

function readSlice({ name, object }: Manifest): RoutedSlice {
  return {
    name,
    ports: present(asList(object.ports).map(readPort)),
    endpoints: asList(object.endpoints).map(readEndpoint),
  };
}

function readPort(value: Json): RoutedPort | undefined {
  const { name, port, protocol, appProtocol } = asObject(value) ?? {};
  if (typeof port !== 'number') return undefined;
  const written = textOf(protocol);
  return {
    name: textOf(name),
    number: port,
    protocol: written === '' ? 'TCP' : written,
    appProtocol: textOf(appProtocol),
  };
}

function readEndpoint(value: Json): RoutedEndpoint {
  const { addresses, hostname, conditions, targetRef } = asObject(value) ?? {};
  const target = asObject(targetRef) ?? {};
  const texts = isListOf(isText, addresses) ? addresses : asList(addresses).filter(isText);
  const host = textOf(hostname);
  const isReady = asObject(conditions)?.ready !== false;
  return target.kind === 'Pod'
    ? { addresses: texts, hostname: host, isReady, pod: textOf(target.name) }
    : { addresses: texts, hostname: host, isReady };
}
