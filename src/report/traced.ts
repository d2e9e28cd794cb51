import { emitTracedState } from '../compile/6-emit/traced-state.js';
import { letPasses } from '../kinds/allow-templates.js';
import type { TracedData } from './data.js';
import { packEnds } from './packed-ends.js';
import { packState } from './packed-state.js';
import { locateAll } from './places.js';
import type { ReportSubject } from './subject.js';

/** Returns the state that the page traces packets in. */
export function collectTraced({ prepared, intents, folder }: ReportSubject): TracedData {
  const { cluster, configuration } = prepared.context;
  const services = Array.from(
    cluster.services,
    ([name, { manifest }]) => [name, { origin: manifest.origin, pointer: '/metadata/name' }] as const,
  );
  const places = locateAll(
    services.map(([, location]) => location),
    folder,
  );
  const placesOfServices = new Map(services.map(([name, location]) => [name, places.get(location)]));
  return {
    state: packState(emitTracedState({ intents, cluster, configuration }), (causes) => locateAll(causes, folder)),
    ends: packEnds(cluster, (name) => placesOfServices.get(name)),
    letPasses: [...letPasses],
  };
}
