import type { Cause } from '../model/intent/cause.js';
import type { Node, Service } from '../model/cluster.js';
import { type CanonicalAddress, formatAddress, formatSocket } from '../net/address.js';
import { readEntry } from '../northbound/row-columns.js';
import { masqueradeAddress } from '../ovn-kubernetes/addresses.js';
import { groupBy } from '../std/group-by.js';
import { hairpinSourceOf } from '../trace/balance.js';
import type { VirtualAddress } from '../trace/balancers.js';
import { requestedChassis } from '../trace/chassis.js';
import { decidedBy } from '../trace/decider.js';
import type { ProofCollector } from './collector.js';
import { type PlacedPod, type ProofContext, listPlaced } from './places.js';
import type { ProofDifference } from './proof.js';
import type { ServicePlace } from './service-meaning.js';

/**
 * Compares the backends of Services with those of load balancers, at the switch of each node, for the cluster addresses
 * and external addresses of all Services. Pods of one switch reach the same backends.
 */
export function proveServices(places: readonly ServicePlace[], context: ProofContext, { add }: ProofCollector): void {
  if (places.length === 0) return;
  const { cluster } = context.world;
  const bySwitch = groupBy([...listPlaced(context, () => undefined)], ({ found: { zone, port }, family }) =>
    JSON.stringify([zone.name, port.datapath, family]),
  );
  const counted = new Set<string>();
  for (const placed of bySwitch.values()) {
    const [first] = placed;
    const node = first && cluster.nodeByName.get(first.pod.nodeName);
    if (!first || !node) continue;
    const pods = placed.map(({ pod }) => pod);
    const before = counted.size;
    const differences = places.flatMap((place) =>
      place.addressesOn(node, first.family).flatMap((address): [string, ProofDifference][] => {
        const { protocol, port, service } = place;
        const { resources, rows, virtual } = decisionsAt(first, place, address, node, context);
        const key = `${protocol} ${formatSocket(address.text, port)}`;
        counted.add(`${key} ${resources} ${rows}`);
        if (resources === rows) return [];
        const difference: ProofDifference = {
          packet: { pod: first.pod, direction: 'to', address: address.text, protocol, port },
          pods,
          resources: { text: resources, by: [{ cause: causeOfService(service), text: '' }] },
          rows: { text: rows, by: virtual ? [decidedBy(first.found.zone.name, 'Load_Balancer', virtual.row)] : [] },
        };
        return [[JSON.stringify(['service', key, resources, rows]), difference]];
      }),
    );
    add(pods, { classes: counted.size - before, differences });
  }
}

interface Decisions {
  readonly resources: string;
  readonly rows: string;
  readonly virtual?: VirtualAddress;
}

function decisionsAt(
  { found: { zone, port }, family }: PlacedPod,
  { protocol, port: number, affinity, backendsForPods }: ServicePlace,
  address: CanonicalAddress,
  node: Node,
  { world, network }: ProofContext,
): Decisions {
  const chassis = requestedChassis(port.row.columns, zone) ?? '';
  const resources = describeBackends(backendsForPods(node, family), affinity);
  const virtual = network.balancers(zone, 'Logical_Switch', port.datapath, chassis)(protocol, address.text, number);
  if (!virtual) return { resources, rows: 'no load balancer' };
  const rows = describeVirtual(virtual);
  const hairpin = masqueradeAddress(world.configuration, family, 'serviceHairpin');
  const sources = [hairpin ? formatAddress(hairpin) : 'none', hairpinSourceOf(virtual, family) ?? 'none'];
  const [said, seen] = sources.map((source) => `, from ${source} if the client is the backend`);
  const isSame = sources[0] === sources[1] || virtual.targets.length === 0;
  return isSame
    ? { resources, rows, virtual }
    : { resources: `${resources}${said ?? ''}`, rows: `${rows}${seen ?? ''}`, virtual };
}

/** Describes what a load balancer does with a packet for a virtual address. */
export function describeVirtual(virtual: VirtualAddress): string {
  const sockets = virtual.targets.map((target) => formatSocket(target.address, target.port));
  const timeout = readEntry(virtual.row.columns, 'options', 'affinity_timeout');
  if (virtual.targets.length === 0 && !virtual.rejects) return 'dropped';
  return describeBackends([...new Set(sockets)].sort(), timeout);
}

/** Describes backends, and the seconds for which a client stays with one. */
export function describeBackends(backends: readonly string[], affinity: number | string | undefined): string {
  if (backends.length === 0) return 'rejected';
  return `to ${backends.join(' or ')}${affinity === undefined ? '' : `, for ${affinity} s the same for a client`}`;
}

/** Returns a Service as the cause of a decision. */
export function causeOfService({ manifest: { origin }, namespace, name }: Service): Cause {
  return { origin, apiVersion: 'v1', kind: 'Service', namespace, name, pointer: '' };
}
