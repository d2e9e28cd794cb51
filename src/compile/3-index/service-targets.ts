import type { PortTarget, ServicePort, SliceEndpoint } from '../../model/cluster.js';
import type { Slice } from './endpoints.js';
import { type WrittenServicePort, portKey } from './service-ports.js';

/**
 * Gives each port of a Service its endpoints: those of all slices that have a port of the same name and protocol, by the
 * number of that port (OVN-Kubernetes).
 */
export function findTargets(ports: readonly WrittenServicePort[], slices: readonly Slice[]): readonly ServicePort[] {
  const [only] = slices;
  if (only?.ports.length === 1 && slices.length === 1) return targetsOfOne(ports, only);
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
  const targets = new Map<string, readonly PortTarget[]>();
  for (const [key, byNumber] of byKey) {
    const found = [...byNumber].map(([port, endpoints]) => ({ port, endpoints }));
    targets.set(
      key,
      found.sort((a, b) => a.port - b.port),
    );
  }
  return ports.map((port) => ({ ...port, targets: targets.get(portKey(port.protocol, port.name)) ?? [] }));
}

/** The same for one slice with one port, as most Services have. */
function targetsOfOne(ports: readonly WrittenServicePort[], slice: Slice): readonly ServicePort[] {
  const targets = slice.ports.map(({ number }): PortTarget => ({ port: number, endpoints: [slice.endpoints] }));
  const isMeant = ({ protocol, name }: WrittenServicePort): boolean => slice.ports[0]?.key === portKey(protocol, name);
  return ports.map((port) => ({ ...port, targets: isMeant(port) ? targets : [] }));
}

/**
 * How much there is to say of ports: a line for each, and one for each endpoint of the target that counts, as many times as
 * ports lead to it.
 */
export function countBackends(ports: readonly ServicePort[]): number {
  const ofSlices = new Map<readonly SliceEndpoint[], number>();
  const ofTargets = new Map<PortTarget, number>();
  const countSlice = (endpoints: readonly SliceEndpoint[]): number => {
    const count = ofSlices.get(endpoints) ?? endpoints.reduce((sum, { addresses }) => sum + addresses.length, 0);
    ofSlices.set(endpoints, count);
    return count;
  };
  const countTarget = (target: PortTarget): number => {
    const count = ofTargets.get(target) ?? target.endpoints.reduce((sum, endpoints) => sum + countSlice(endpoints), 0);
    ofTargets.set(target, count);
    return count;
  };
  return ports.reduce((sum, { targets: [first] }) => sum + 1 + (first ? countTarget(first) : 0), 0);
}
