import type { PortTarget, ServicePort, SliceEndpoint } from '../model/cluster.js';
import type { Slice } from './endpoints.js';
import { type WrittenServicePort, portKey } from './service-ports.js';

/**
 * Gives each port of a Service its endpoints: those of all slices that have a port of the same name and protocol, by the
 * number of that port (OVN-Kubernetes v1.3).
 */
export function findTargets(ports: readonly WrittenServicePort[], slices: readonly Slice[]): readonly ServicePort[] {
  const byKey = new Map<string, Map<number, (readonly SliceEndpoint[])[]>>();
  for (const { ports: slicePorts, endpoints } of slices) {
    for (const { key, number } of slicePorts) {
      let byNumber = byKey.get(key);
      if (!byNumber) byKey.set(key, (byNumber = new Map<number, SliceEndpoint[][]>()));
      const known = byNumber.get(number);
      if (known) known.push(endpoints);
      else byNumber.set(number, [endpoints]);
    }
  }
  return ports.map((port) => {
    const byNumber = byKey.get(portKey(port.protocol, port.name)) ?? new Map<number, (readonly SliceEndpoint[])[]>();
    const targets = [...byNumber].map(([number, endpoints]): PortTarget => ({ port: number, endpoints }));
    return { ...port, targets: targets.sort((a, b) => a.port - b.port) };
  });
}

/** How many endpoints all ports have together: those of the target that counts, as many times as ports lead to them. */
export function countBackends(ports: readonly ServicePort[]): number {
  const counts = new Map<readonly SliceEndpoint[], number>();
  const countOf = (endpoints: readonly SliceEndpoint[]): number => {
    const count = counts.get(endpoints) ?? endpoints.reduce((sum, { addresses }) => sum + addresses.length, 0);
    counts.set(endpoints, count);
    return count;
  };
  return ports.reduce(
    (sum, { targets }) => sum + (targets[0]?.endpoints ?? []).reduce((own, list) => own + countOf(list), 0),
    0,
  );
}
