import type { PortTarget, ServicePort, SliceEndpoint } from '../../model/cluster.js';
import type { ServiceForms } from '../../model/release.js';
import { compareText } from '../../std/compare-text.js';
import { memoize } from '../../std/memoize.js';
import type { ServiceSlice } from './endpoints.js';
import { type WrittenServicePort, portKey } from './service-ports.js';

/**
 * Returns the ports of a Service with their endpoints. These are the endpoints of all slices that have a port of the
 * same name and protocol, by the number of that port. The release decides which of several numbers counts.
 */
export function findServiceTargets(
  ports: readonly WrittenServicePort[],
  slices: readonly ServiceSlice[],
  forms: ServiceForms,
): readonly ServicePort[] {
  const [only] = slices;
  if (only?.ports.length === 1 && slices.length === 1 && !forms.takesNamedPorts) return targetsOfOne(ports, only);
  const byKey = groupEndpoints(slices, forms);
  const found = new Map([...byKey].map(([key, byNumber]) => [key, choose(byNumber, forms)] as const));
  return ports.map((port) => ({ ...port, ...(found.get(portKey(port.protocol, port.name)) ?? NO_TARGETS) }));
}

type Targets = Pick<ServicePort, 'targets' | 'numbers'>;

const NO_TARGETS: Targets = { targets: [], numbers: [] };

/** Key of a port → number → endpoints. The number that was added last comes last. */
type EndpointsByKey = ReadonlyMap<string, ReadonlyMap<number, (readonly SliceEndpoint[])[]>>;

function groupEndpoints(
  slices: readonly ServiceSlice[],
  { targetPorts, takesNamedPorts }: ServiceForms,
): EndpointsByKey {
  const byKey = new Map<string, Map<number, (readonly SliceEndpoint[])[]>>();
  const add = (key: string, number: number, endpoints: readonly SliceEndpoint[]): void => {
    let byNumber = byKey.get(key);
    if (!byNumber) byKey.set(key, (byNumber = new Map<number, SliceEndpoint[][]>()));
    const known = byNumber.get(number) ?? [];
    known.push(endpoints);
    byNumber.delete(number);
    byNumber.set(number, known);
  };
  // Sorted, because live controllers find the slices in no fixed order.
  const ordered = targetPorts === 'last' ? [...slices].sort((a, b) => compareText(a.name, b.name)) : slices;
  for (const { ports, endpoints } of ordered) {
    for (const { key, number } of ports) {
      add(key, number, endpoints);
      const bare = key.slice(0, key.indexOf('/') + 1);
      if (takesNamedPorts && key !== bare) add(bare, number, endpoints);
    }
  }
  return byKey;
}

function choose(byNumber: ReadonlyMap<number, (readonly SliceEndpoint[])[]>, { targetPorts }: ServiceForms): Targets {
  const all = [...byNumber].map(([port, endpoints]): PortTarget => ({ port, endpoints }));
  const last = all.at(-1);
  all.sort((a, b) => a.port - b.port);
  const numbers = all.map(({ port }) => port);
  if (targetPorts === 'all') return { targets: all, numbers };
  if (targetPorts === 'lowest') return { targets: all.slice(0, 1), numbers };
  return { targets: last ? [{ port: last.port, endpoints: all.flatMap(({ endpoints }) => endpoints) }] : [], numbers };
}

/** Returns the targets for one slice with one port, which most Services have. */
function targetsOfOne(ports: readonly WrittenServicePort[], slice: ServiceSlice): readonly ServicePort[] {
  const targets = slice.ports.map(({ number }): PortTarget => ({ port: number, endpoints: [slice.endpoints] }));
  const found: Targets = { targets, numbers: targets.map(({ port }) => port) };
  const isMeant = ({ protocol, name }: WrittenServicePort): boolean => slice.ports[0]?.key === portKey(protocol, name);
  return ports.map((port) => ({ ...port, ...(isMeant(port) ? found : NO_TARGETS) }));
}

/**
 * Returns the number of backends: one for each port, and one for each endpoint address of its targets. An endpoint
 * counts once for each port that leads to it.
 */
export function countBackends(ports: readonly ServicePort[]): number {
  // Ports share their targets and slices.
  const memoizeIfShared = ports.length > 1 ? memoize : <Count>(count: Count): Count => count;
  const countSlice = memoizeIfShared((endpoints: readonly SliceEndpoint[]): number =>
    endpoints.reduce((sum, { addresses }) => sum + addresses.length, 0),
  );
  const countTarget = memoizeIfShared(({ endpoints }: PortTarget): number =>
    endpoints.reduce((sum, slice) => sum + countSlice(slice), 0),
  );
  return ports.reduce((sum, { targets }) => targets.reduce((own, target) => own + countTarget(target), sum + 1), 0);
}
