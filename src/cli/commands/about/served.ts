import { collectServedServices } from '../../../compile/3-index/served-ports.js';
import type { InterpretedSide } from '../../../compare/interpret-side.js';
import type { Pod } from '../../../model/cluster.js';
import type { ResourceName } from '../../../model/diagnostic.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import type { ManifestLocation } from '../../../model/manifest.js';
import { listExposed, textOfUrl } from '../../../requests/exposed.js';
import { listNames } from '../../../std/list-text.js';

/** A Service or Route that leads to some pods. */
export interface Served extends ResourceName {
  /** Ports with their targets, or URLs. */
  readonly effect: string;
  readonly location?: ManifestLocation;
}

/** Returns the Services that lead to any of the pods, and the Routes to these. */
export function listServed({ cluster, intents }: InterpretedSide, pods: ReadonlySet<Pod>): Served[] {
  const services = collectServedServices(cluster).flatMap(({ namespace, name, ports }): Served[] => {
    const own = ports.filter(({ pod }) => pods.has(pod));
    if (own.length === 0) return [];
    const texts = own.map(({ port, protocol, target }) => `${port}/${protocol} at port ${target}`);
    const origin = cluster.services.get(`${namespace}/${name}`)?.manifest.origin;
    const location = origin ? { location: { origin, pointer: '/metadata/name' } } : {};
    return [{ kind: 'Service', namespace, name, effect: listNames([...new Set(texts)]), ...location }];
  });
  return [...services, ...listRoutes({ cluster, intents }, new Set(services.map(pathOfName)))];
}

/** Returns the Routes that lead to Services, with their URLs. */
export function listRoutes(
  { cluster, intents }: Pick<InterpretedSide, 'cluster' | 'intents'>,
  names: ReadonlySet<string>,
): Served[] {
  const exposed = intents.filter((intent) => intent.effect === 'expose');
  const urls = listExposed(exposed, cluster.ingressControllers);
  const leading = exposed.filter(({ services }) => services.some((service) => names.has(pathOfName(service))));
  const causes = new Map(leading.map(({ cause }) => [`${cause.kind} ${pathOfName(cause)}`, cause]));
  return [...causes.values()].map(({ kind, namespace, name, origin }): Served => {
    const own = urls.filter(
      ({ route }) => route.cause.kind === kind && pathOfName(route.cause) === pathOfName({ namespace, name }),
    );
    const effect = listNames(own.map(textOfUrl)) || 'no URL that is reachable';
    return { kind, namespace, name, effect, location: { origin, pointer: '/metadata/name' } };
  });
}
