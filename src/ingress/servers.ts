import type { Service } from '../model/cluster.js';
import { readMetadata, textOf } from '../model/kubernetes-object.js';
import type { RoutedEndpoint, RoutedPort, RoutedSlice } from '../model/routed-slice.js';
import type { Server } from '../model/intent/expose.js';
import { type Address, type WrittenAddress, parseAddress } from '../net/address.js';
import { contains, parsePrefix } from '../net/prefix.js';
import { compareText } from '../std/compare-text.js';
import { type Json, asObject } from '../std/json.js';

/** Addresses that no endpoint may have: unspecified, loopback, link-local, multicast, and metadata services of clouds. */
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

/**
 * The servers that routers use for a Service (OpenShift router): for each slice, each port with each ready address; of two
 * with one name the first. An idle Service has its cluster IP instead.
 */
export function findServers(name: string, service: Service | undefined, slices: readonly RoutedSlice[]): Server[] {
  const servers = slices.flatMap((slice) => {
    const addresses = readyAddresses(slice.endpoints);
    return sortPorts(slice.ports).flatMap((port) => addresses.map((one) => toServer(name, port, one)));
  });
  const hasAddress = slices.some(({ endpoints }) => readyAddresses(endpoints).length > 0);
  const found = hasAddress || slices.length === 0 ? servers : findStandIns(name, service);
  const ids = new Set<string>();
  return found.filter(({ id }) => ids.size !== ids.add(id).size);
}

interface ReadyAddress {
  readonly address: WrittenAddress;
  readonly hostname: string;
  readonly pod?: string;
}

/** In order of the numbers of the addresses, then of host names. */
function readyAddresses(endpoints: readonly RoutedEndpoint[]): ReadyAddress[] {
  return endpoints
    .filter(({ isReady }) => isReady)
    .flatMap(({ addresses, hostname, pod }) =>
      addresses.flatMap((text): ReadyAddress[] => {
        const address = parseAddress(text);
        if (!address || isForbidden(address)) return [];
        return [{ address: { ...address, text }, hostname, ...(pod === undefined ? {} : { pod }) }];
      }),
    )
    .sort((a, b) => compareAddress(a.address, b.address) || compareText(a.hostname, b.hostname));
}

function isForbidden(address: Address): boolean {
  const embedded = address.family === 'IPv6' && address.value >> 32n === 0n;
  const all: Address[] = embedded ? [address, { family: 'IPv4', value: address.value }] : [address];
  return FORBIDDEN.some((prefix) => all.some((one) => contains(prefix, one)));
}

/** Go compares addresses in 16 bytes: an IPv4 address is `::ffff:a.b.c.d`. */
function compareAddress(a: Address, b: Address): number {
  const [left, right] = [a, b].map(({ family, value }) => (family === 'IPv4' ? value + (0xffffn << 32n) : value));
  return (left ?? 0n) < (right ?? 0n) ? -1 : left === right ? 0 : 1;
}

/** A router cannot forward UDP. */
function sortPorts(ports: readonly RoutedPort[]): RoutedPort[] {
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
  return {
    id: `${owner}:${service}:${name}:${address.text}:${number}`,
    address,
    port: number,
    portName: name,
    appProtocol,
    isStandIn: false,
    ...(pod === undefined ? {} : { pod }),
  };
}

/** The annotation of an idle Service: it has no pods until a request comes. */
const IDLED_AT = 'idling.alpha.openshift.io/idled-at';

function findStandIns(name: string, service: Service | undefined): Server[] {
  if (!service) return [];
  const { object } = service.manifest;
  const spec = asObject(object.spec) ?? {};
  const text = textOf(spec.clusterIP);
  const address = parseAddress(text);
  if ((readMetadata(object, 'annotations', IDLED_AT) ?? '') === '' || !address) return [];
  return readServicePorts(spec.ports).map((port) => ({
    ...toServer(name, port, { address: { ...address, text } }),
    isStandIn: true,
  }));
}

function readServicePorts(value: Json | undefined): RoutedPort[] {
  return (Array.isArray(value) ? value : []).flatMap((item) => {
    const { name, port, protocol, appProtocol } = asObject(item) ?? {};
    if (typeof port !== 'number' || protocol === 'UDP') return [];
    return [{ name: textOf(name), number: port, protocol: textOf(protocol), appProtocol: textOf(appProtocol) }];
  });
}
