import type { ContainerPort, Pod } from '../../model/cluster.js';
import type { Reporter } from '../../model/diagnostic.js';
import { hasPodEnded } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, readAddress, withText } from '../../net/address.js';
import { isMac } from '../../net/mac.js';
import { addressOfCIDR } from '../../net/prefix.js';
import { type Fields, asStrings, fieldsOf, isMonitored, parseJsonAnnotation } from './fields.js';
import { messages } from './messages.js';
import { NETWORK_STATUS, networkStatusProblem } from './pod-networks.js';
import { isProtocol, readPortNumber } from './service-ports.js';
import { workloadOf } from './workload.js';
import { type Json, type JsonObject, asObject, asList, asString } from '../../std/json.js';
import { POD_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

const POD_NETWORKS = POD_ANNOTATION.networks;

/**
 * Reads a Pod. Its addresses are those of `status.podIPs`, else those of the pod-networks annotation, else
 * `status.podIP` (OVN-Kubernetes). The addresses of its logical port come from the annotation if it is set. If another
 * network is the primary one, the status says nothing about this network.
 */
export function readPod(manifest: Manifest, report: Reporter): Pod {
  const fields = fieldsOf(manifest, report);
  const spec = asObject(manifest.object.spec) ?? {};
  const status = asObject(manifest.object.status) ?? {};
  const metadata = asObject(manifest.object.metadata) ?? {};
  const hostNetwork = spec.hostNetwork === true;
  const annotated = readAnnotation(fields);
  const podIPs = readPodIPs(status, fields);
  const listed = annotated?.isLocked !== true && podIPs.length > 0 ? podIPs : undefined;
  const addresses = listed ?? annotated?.port.addresses ?? readSingleAddress(status, fields);
  const port = annotated?.port ?? (hostNetwork ? undefined : derivePort(addresses));
  const networkStatus = fields.annotation(NETWORK_STATUS);
  const workload = workloadOf(metadata);
  const pod = {
    namespace: manifest.namespace,
    name: manifest.name,
    isPlanned: false,
    uid: asString(metadata.uid) ?? '',
    labels: fields.labels,
    nodeName: asString(spec.nodeName) ?? '',
    hostNetwork,
    completed: hasPodEnded(manifest.object),
    ready: asList(status.conditions).some(isReady),
    terminating: asString(metadata.deletionTimestamp) !== undefined,
    containerPorts: readContainerPorts(spec),
    addresses,
    podIPs,
    port,
    origin: manifest.origin,
  };
  const problem = networkStatus === undefined ? undefined : networkStatusProblem(networkStatus, pod);
  if (problem !== undefined) fields.reportAtAnnotation(messages.badNetworkStatus(problem), NETWORK_STATUS);
  const gatewayOf = readGatewayOf(fields);
  // Most pods have none of these fields, and a literal without them takes half the memory.
  if (!workload && networkStatus === undefined && !gatewayOf) return pod;
  return {
    ...pod,
    ...(workload ? { workload } : {}),
    ...(networkStatus === undefined ? {} : { networkStatus }),
    ...(gatewayOf ? { gatewayOf } : {}),
  };
}

function isReady(condition: Json): boolean {
  const { type, status } = asObject(condition) ?? {};
  return type === 'Ready' && status === 'True';
}

const NO_PORTS: readonly ContainerPort[] = [];

/** Returns the named ports of the containers. Invalid ports are skipped, because no name refers to them. */
function readContainerPorts({ containers }: JsonObject): readonly ContainerPort[] {
  if (containers === undefined) return NO_PORTS;
  const ports = asList(containers).flatMap((container) => asList(asObject(container)?.ports));
  if (ports.length === 0) return NO_PORTS;
  return ports.flatMap((item) => {
    const written = asObject(item) ?? {};
    const name = asString(written.name);
    const port = readPortNumber(written.containerPort);
    const protocol = asString(written.protocol) ?? 'TCP';
    return name !== undefined && port > 0 && isProtocol(protocol) ? [{ name, protocol, port }] : [];
  });
}

/** Returns the namespaces whose gateway a pod is. An empty list counts as unset (OVN-Kubernetes). */
function readGatewayOf(fields: Fields): Pod['gatewayOf'] {
  const text = fields.annotation(POD_ANNOTATION.gatewayOf) ?? '';
  if (text === '') return undefined;
  const network = fields.annotation(POD_ANNOTATION.gatewayNetwork) ?? '';
  return { text, network, monitored: isMonitored(fields) };
}

/** Returns the port of a pod without the annotation. OVN-Kubernetes derives the MAC from the first address. */
function derivePort(addresses: readonly CanonicalAddress[]): Pod['port'] {
  return addresses.length === 0 ? undefined : { addresses };
}

/**
 * Returns the default network of the annotation `pod-networks`. It is locked if the pod's primary network is another
 * one.
 */
function readAnnotation(
  fields: Fields,
): { readonly port: NonNullable<Pod['port']>; readonly isLocked: boolean } | undefined {
  const text = fields.annotation(POD_NETWORKS);
  if (text === undefined) return undefined;
  const parsed = parseJsonAnnotation(text);
  if ('problem' in parsed) {
    fields.reportAtAnnotation(messages.badPodAnnotation(parsed.problem), POD_NETWORKS);
    return undefined;
  }
  const network = asObject(asObject(parsed.value)?.default);
  // A pod on other networks only: the annotation is valid, but does not mention this network.
  if (!network && asObject(parsed.value)) return undefined;
  const mac = asString(network?.mac_address);
  const listed = asStrings(network?.ip_addresses) ?? [];
  const cidrs = listed.length > 0 ? listed : (asStrings(network?.ip_address) ?? []);
  const addresses = cidrs.map((cidr) => addressOfCIDR(cidr)).filter((address) => address !== undefined);
  if (mac === undefined || !isMac(mac) || addresses.length === 0 || addresses.length < cidrs.length) {
    fields.reportAtAnnotation(
      messages.badPodAnnotation('"default" must hold mac_address and ip_addresses'),
      POD_NETWORKS,
    );
    return undefined;
  }
  const conflict = (['ip_address', 'gateway_ip'] as const).find((field) => isConflict(network, field));
  if (conflict !== undefined) {
    const list = conflict === 'ip_address' ? 'ip_addresses' : 'gateway_ips';
    fields.reportAtAnnotation(messages.badPodAnnotation(`${conflict} is not the first of ${list}`), POD_NETWORKS);
    return undefined;
  }
  return {
    port: { mac, addresses: addresses.map(withText) },
    isLocked: network?.role === 'infrastructure-locked',
  };
}

/** Returns true if the single value is not the first of the list, which OVN-Kubernetes rejects. */
function isConflict(network: JsonObject | undefined, field: 'ip_address' | 'gateway_ip'): boolean {
  const single = asString(network?.[field]) ?? '';
  const [first] = asStrings(network?.[field === 'ip_address' ? 'ip_addresses' : 'gateway_ips']) ?? [];
  return single !== '' && first !== undefined && single !== first;
}

function readPodIPs(status: JsonObject, fields: Fields): readonly CanonicalAddress[] {
  const read = (item: Json, index: number): CanonicalAddress | undefined =>
    readIP(asString(asObject(item)?.ip), fields, () => `/status/podIPs/${index}/ip`);
  const listed = asList(status.podIPs);
  const [only] = listed;
  // Most pods have one address, and a list that grows reserves memory for many.
  if (only !== undefined && listed.length === 1) return asAddresses(read(only, 0));
  return listed.map(read).filter((address) => address !== undefined);
}

function readSingleAddress(status: JsonObject, fields: Fields): readonly CanonicalAddress[] {
  if (asList(status.podIPs).length > 0) return [];
  return asAddresses(readIP(asString(status.podIP), fields, () => '/status/podIP'));
}

function asAddresses(address: CanonicalAddress | undefined): readonly CanonicalAddress[] {
  return address ? [address] : NO_ADDRESSES;
}

const NO_ADDRESSES: readonly CanonicalAddress[] = [];

function readIP(text: string | undefined, fields: Fields, pointer: () => string): CanonicalAddress | undefined {
  if (text === undefined || text === '') return undefined;
  const address = readAddress(text);
  if (!address) fields.reportAt(messages.badPodAddress(text), pointer());
  return address;
}
