import type { Pod } from '../../model/cluster.js';
import type { Family } from '../../net/address.js';
import { compareText } from '../../std/compare-text.js';
import { groupBy } from '../../std/group-by.js';
import { transportPointOf, transportOfPorts } from '../filters/transport-range.js';
import { type TransportSet, mergeTransport } from '../filters/transport-set.js';
import { connectClasses } from '../policies/connections.js';
import type { PodClass, PolicyModel } from '../policies/model.js';
import type { Vocabulary } from '../policies/vocabulary.js';
import { type PodEnd, nameOfEnd, toEnd } from './ends.js';

/** A port of a Service, and the port of its pod. */
export interface ServedPort {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly port: number;
  readonly pod: Pod;
  readonly target: number;
}

/** A Service, and the pods that serve it. */
export interface ServedService {
  readonly namespace: string;
  readonly name: string;
  readonly ports: readonly ServedPort[];
}

/** A Service as a destination. */
export interface ServiceEnd {
  readonly pods: PodEnd;
  readonly ports: readonly FlowServicePort[];
}

/** A port of a Service. */
export interface FlowServicePort extends Pick<ServedPort, 'protocol' | 'port'> {
  /** Pods that rules distinguish, and their ports. */
  readonly served: readonly Served[];
  /** Targets such as `8080 of shop/web[Deployment]`, without duplicates. */
  readonly targets: readonly string[];
}

interface Served {
  readonly podClass: PodClass;
  readonly target: number;
}

/** Returns the Services of the pods of a model, in byte order of their names: `shop/db[Service]`. */
export function collectServiceEnds(services: readonly ServedService[], { classOf, viewOf }: PolicyModel): ServiceEnd[] {
  const ends = services.flatMap(({ namespace, name, ports }): ServiceEnd[] => {
    const own = ports.flatMap((port) => {
      const podClass = classOf.get(port.pod);
      return podClass ? [{ ...port, podClass }] : [];
    });
    const [first] = own;
    if (!first) return [];
    const pods = [...new Set(own.map(({ pod }) => pod))];
    const groups = groupBy(own, ({ protocol, port }) => transportPointOf(protocol, port));
    return [
      {
        pods: { ...toEnd(`${namespace}/${name}[Service]`, first.pod, pods, viewOf), namespace },
        ports: [...groups.values()].flatMap((served) =>
          served.slice(0, 1).map(({ protocol, port }) => ({
            ...{ protocol, port, served: leaveOutEqual(served) },
            targets: [...new Set(served.map(({ pod, target }) => `${target} of ${nameOfEnd(pod)}`))],
          })),
        ),
      },
    ];
  });
  return ends.sort((a, b) => compareText(a.pods.name, b.pods.name));
}

function leaveOutEqual(served: readonly Served[]): Served[] {
  return [...groupBy(served, ({ podClass }) => podClass)].flatMap(([podClass, own]) =>
    [...new Set(own.map(({ target }) => target))].map((target) => ({ podClass, target })),
  );
}

/** Returns the ports of a Service at which a pod reaches at least one endpoint, in any family. */
export function connectToService(
  from: PodClass,
  { ports }: ServiceEnd,
  ipFamilies: readonly Family[],
  vocabulary: Vocabulary,
): TransportSet {
  const passing = new Map<PodClass, readonly TransportSet[]>();
  const passes = ({ podClass, target }: Served, protocol: ServedPort['protocol']): boolean => {
    const sets =
      passing.get(podClass) ??
      ipFamilies.map((family) => connectClasses({ pod: from }, { pod: podClass }, family, vocabulary, true));
    passing.set(podClass, sets);
    const place = transportPointOf(protocol, target);
    return sets.some((set) => set.some(({ first, end }) => first <= place && place < end));
  };
  const open = ports.filter(({ protocol, served }) => served.some((one) => passes(one, protocol)));
  return vocabulary.setOf(
    mergeTransport(open.flatMap(({ protocol, port }) => transportOfPorts({ protocol, first: port, last: port }))),
  );
}
