import type { Cluster, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { DEFAULT_PORT_RANGE } from '../ovn-kubernetes/networks.js';
import { BEYOND_LIMIT, type AddressPeers, createAddressPeers } from './address-peers.js';
import type { FlowRecord, RecordSink } from './flow-record.js';
import { type FlowCounts, type FlowTable, createFlowTable, placeOfRecord } from './flow-table.js';
import { formatPeer, type ObservedPeer } from './peer.js';
import { type IsServed, collectServedPorts } from './served-ports.js';

/** Equal observed flows: from a client to a port of a server. */
export interface ObservedFlow extends FlowCounts {
  readonly from: ObservedPeer;
  readonly to: ObservedPeer;
  /** Place of the line of transports. See `transportPointOf`. */
  readonly place: number;
  /** Records from client to server, or replies if there are no others. */
  readonly count: number;
}

/** Observed flows of some files, mapped to the workloads of a cluster. */
export interface ObservedFlows {
  /** In the order of first occurrence. */
  readonly flows: readonly ObservedFlow[];
  /** Number of all valid records. */
  readonly records: number;
  /** Number of entries that are no flows, such as duplicates and other lines of a log. */
  readonly skipped: number;
  /** Number of records that were not kept because there are too many different flows. */
  readonly omitted: number;
  /** Addresses of the cluster that no object of the inventory has, the most frequent first. */
  readonly unmapped: readonly UnmappedAddress[];
  /** Milliseconds since 1970. NaN if no record has a time. */
  readonly first: number;
  readonly last: number;
}

/** An address of the cluster that no object of the inventory has, and the number of its records. */
export interface UnmappedAddress {
  readonly address: string;
  readonly count: number;
}

/** Collects observed flows from records. */
export interface FlowCollector extends RecordSink {
  /** Returns the flows of all records so far. */
  readonly finish: () => ObservedFlows;
}

/** The cluster that flows are mapped to. */
interface ObservedCluster {
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/** Limits of memory. */
export interface FlowLimits {
  readonly peers?: number;
  readonly flows?: number;
}

/**
 * Creates a collector that folds records into flows between workloads and addresses. Pods of a workload are one peer if
 * `groupOf` returns the same text for them.
 */
export function createFlowCollector(
  context: ObservedCluster,
  groupOf: (pod: Pod) => string = () => '',
  limits: FlowLimits = {},
): FlowCollector {
  const numbers = createAddressPeers(context, groupOf, limits.peers);
  const table = createFlowTable(limits.flows);
  const isReply = createReplyCheck(context, numbers);
  let [records, skipped, beyond] = [0, 0, 0];
  return {
    numbers,
    skip: () => {
      skipped++;
    },
    add: (record) => {
      records += record.count;
      if (record.source === BEYOND_LIMIT || record.destination === BEYOND_LIMIT) beyond += record.count;
      else table.add(record, isReply(record));
    },
    finish: () => ({ ...listFlows(numbers, table), records, skipped, omitted: beyond + table.omitted() }),
  };
}

/**
 * Creates a test for records of replies. If the source of the record does not tell, the server is the one that is known
 * to serve its port, or else the one whose port is not ephemeral, or else the one with the lower port.
 */
function createReplyCheck(
  { cluster, configuration: { ephemeralPortRange } }: ObservedCluster,
  numbers: AddressPeers,
): (record: FlowRecord) => boolean {
  const isServed: IsServed = collectServedPorts(cluster, numbers);
  // Other systems than Linux also use the ports above its range.
  const first = Number.parseInt(ephemeralPortRange ?? DEFAULT_PORT_RANGE, 10);
  const isEphemeral = (port: number): boolean => port >= first;
  return (record) => {
    const { role, source, destination, sourcePort, destinationPort } = record;
    if (role !== 'unknown') return role === 'reply';
    if (sourcePort === 0 || isServed(destination, placeOfRecord(record, destinationPort))) return false;
    if (isServed(source, placeOfRecord(record, sourcePort))) return true;
    if (isEphemeral(sourcePort) !== isEphemeral(destinationPort)) return isEphemeral(destinationPort);
    return sourcePort < destinationPort;
  };
}

function listFlows(
  { peers }: AddressPeers,
  table: FlowTable,
): Pick<ObservedFlows, 'flows' | 'unmapped' | 'first' | 'last'> {
  const flows: ObservedFlow[] = [];
  const unmapped = new Map<string, number>();
  let [first, last] = [NaN, NaN];
  table.forEach((source, destination, place, counts) => {
    const [from, to] = [peers[source], peers[destination]];
    if (!from || !to) return;
    const count = counts.requests > 0 ? counts.requests : counts.replies;
    flows.push({ ...counts, from, to, place, count });
    if (!(first <= counts.first) && !Number.isNaN(counts.first)) first = counts.first;
    if (!(last >= counts.last) && !Number.isNaN(counts.last)) last = counts.last;
    for (const peer of [from, to]) {
      if (peer.type !== 'unmapped') continue;
      const address = formatPeer(peer);
      unmapped.set(address, (unmapped.get(address) ?? 0) + count);
    }
  });
  const sorted = Array.from(unmapped, ([address, count]) => ({ address, count })).sort((a, b) => b.count - a.count);
  return { flows, unmapped: sorted, first, last };
}
