import type { Service } from '../model/cluster.js';
import { readMetadata, textOf } from '../model/kubernetes-object.js';
import type { RoutedEndpoint, RoutedPort, RoutedSlice } from '../model/routed-slice.js';
import type { Server } from '../model/intent/expose.js';
import { type Address, type WrittenAddress, parseAddress } from '../net/address.js';
import { contains, parsePrefix } from '../net/prefix.js';
import { compareText } from '../std/compare-text.js';
import { inOrder } from '../std/in-order.js';
import { type Json, asObject } from '../std/json.js';

/**
 * Addresses that endpoints must not have: unspecified, loopback, link-local, multicast, and metadata services of
 * clouds.
 */
const FORBIDDEN = [
  '0.0.0.0/32',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '168.63.129.16/32',
  '::/128',
  '::1/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::254/128',
].flatMap((text) => parsePrefix(text) ?? []);
const FORBIDDEN_OF = {
  IPv4: FORBIDDEN.filter(({ family }) => family === 'IPv4'),
  IPv6: FORBIDDEN.filter(({ family }) => family === 'IPv6'),
};

/**
 * Returns the servers that routers use for a Service: for each slice, each port with each ready address. Of servers
 * with the same ID, the first is used. An idle Service has its cluster IP instead. See the OpenShift router.
 */
export function findServers(name: string, service: Service | undefined, slices: readonly RoutedSlice[]): Server[] {
  const servers: Server[] = [];
  let hasAddress = false;
  for (const { ports, endpoints } of slices) {
    const addresses = readyAddresses(endpoints);
    hasAddress ||= addresses.length > 0;
    for (const port of sortPorts(ports)) for (const one of addresses) servers.push(toServer(name, port, one));
  }
  const found = hasAddress || slices.length === 0 ? servers : listIdleServers(name, service);
  const ids = new Set(found.map(({ id }) => id));
  return ids.size === found.length ? found : found.filter(({ id }) => ids.delete(id));
}

interface ReadyAddress {
  readonly address: WrittenAddress;
  readonly hostname: string;
  readonly pod?: string;
}

/** Returns the ready addresses, sorted by value, then by host name. */
function readyAddresses(endpoints: readonly RoutedEndpoint[]): readonly ReadyAddress[] {
  const found: ReadyAddress[] = [];
  for (const { isReady, addresses, hostname, pod } of endpoints) {
    for (const text of isReady ? addresses : []) {
      const address = parseAddress(text);
      if (!address || isForbidden(address)) continue;
      const written = { family: address.family, value: address.value, text };
      found.push(pod === undefined ? { address: written, hostname } : { address: written, hostname, pod });
    }
  }
  return inOrder(found, compareReady);
}

function compareReady(a: ReadyAddress, b: ReadyAddress): number {
  return compareAddress(a.address, b.address) || compareText(a.hostname, b.hostname);
}

function isForbidden(address: Address): boolean {
  for (const prefix of FORBIDDEN_OF[address.family]) if (contains(prefix, address)) return true;
  const isEmbedded = address.family === 'IPv6' && address.value >> 32n === 0n;
  return isEmbedded && isForbidden({ family: 'IPv4', value: address.value });
}

/** Compares addresses in 16 bytes, as Go does: an IPv4 address is `::ffff:a.b.c.d`. */
function compareAddress(a: Address, b: Address): number {
  const [left, right] = a.family === b.family ? [a.value, b.value] : [wideValueOf(a), wideValueOf(b)];
  return left < right ? -1 : left === right ? 0 : 1;
}

function wideValueOf({ family, value }: Address): bigint {
  return family === 'IPv4' ? value + (0xffffn << 32n) : value;
}

/** Sorts the ports. Skips UDP, which a router cannot forward. */
function sortPorts(ports: readonly RoutedPort[]): readonly RoutedPort[] {
  if (ports.length === 1 && ports[0]?.protocol !== 'UDP') return ports;
  return ports
    .filter(({ protocol }) => protocol !== 'UDP')
    .sort((a, b) => a.number - b.number || compareText(a.protocol, b.protocol) || compareText(a.name, b.name));
}

function toServer(
  service: string,
  { name, number, appProtocol }: RoutedPort,
  { address, pod }: Pick<ReadyAddress, 'address' | 'pod'>,
): Server {
  const owner = pod === undefined ? 'ept' : `pod:${pod}`;
  const id = `${owner}:${service}:${name}:${address.text}:${number}`;
  return pod === undefined
    ? { id, address, port: number, portName: name, appProtocol, isOfIdleService: false }
    : { id, address, port: number, portName: name, appProtocol, isOfIdleService: false, pod };
}

/** Annotation of an idle Service, which has no pods until a request arrives. */
const IDLED_AT = 'idling.alpha.openshift.io/idled-at';

function listIdleServers(name: string, service: Service | undefined): Server[] {
  if (!service) return [];
  const { object } = service.manifest;
  const spec = asObject(object.spec) ?? {};
  const text = textOf(spec.clusterIP);
  const address = parseAddress(text);
  if ((readMetadata(object, 'annotations', IDLED_AT) ?? '') === '' || !address) return [];
  return readServicePorts(spec.ports).map((port) => ({
    ...toServer(name, port, { address: { ...address, text } }),
    isOfIdleService: true,
  }));
}

function readServicePorts(value: Json | undefined): RoutedPort[] {
  return (Array.isArray(value) ? value : []).flatMap((item) => {
    const { name, port, protocol, appProtocol } = asObject(item) ?? {};
    if (typeof port !== 'number' || protocol === 'UDP') return [];
    return [{ name: textOf(name), number: port, protocol: textOf(protocol), appProtocol: textOf(appProtocol) }];
  });
}
