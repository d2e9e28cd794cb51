import { collectServedServices } from '../../../compile/3-index/served-ports.js';
import type { CompileInput } from '../../../compile/compile-input.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import { nameOfEnd } from '../../../traffic/flows/ends.js';
import { createFlowFinder } from '../flows/find-flows.js';
import { flowData, flowLine } from '../flows/render.js';
import { createLocationText, dataOfConcerns, findConcerns, linesOfConcerns, titledSection } from './concerns.js';
import type { SubjectAnswer } from './answer.js';
import { listRoutes } from './served.js';
import type { InterpretedInput } from './side.js';

/** Explains a Service: its ports, pods, Routes and clients. Returns undefined if it does not exist. */
export function explainService(about: InterpretedInput, input: CompileInput, path: string): SubjectAnswer | undefined {
  const { side, folder } = about;
  const { cluster, prepared } = side;
  const service = cluster.services.get(path);
  const served = collectServedServices(cluster).find((one) => pathOfName(one) === path);
  if (!service || !served) return undefined;
  const pods = new Set(served.ports.map(({ pod }) => pod));
  const found = findConcerns(about, { pods, services: [path], objects: [{ kind: 'Service', ...served }] });
  const own = { ...found, serves: listRoutes(side, new Set([path])) };
  const ports = [
    ...new Set(
      served.ports.map(
        ({ port, protocol, pod, target }) => `${port}/${protocol} → ${nameOfEnd(pod)} at port ${target}`,
      ),
    ),
  ];
  const name = `${path}[Service]`;
  const findFlows = createFlowFinder(prepared, input, { withServices: true });
  const clients = findFlows({ to: (end) => end.name === name }).flows.filter(({ allow }) => allow.length > 0);
  const location = { origin: service.manifest.origin, pointer: '/metadata/name' };
  const at = createLocationText([location], folder)(location);
  return {
    lines: [
      `Service ${path}${at === undefined ? '' : ` (${at})`}`,
      ...titledSection('ports', ports.length === 0 ? ['no pod serves it'] : ports),
      ...titledSection(
        'may be reached from',
        clients.length === 0 ? ['nothing in the cluster'] : clients.map(flowLine),
      ),
      ...linesOfConcerns(own, folder),
    ],
    data: {
      ...{ service: path, ports, receives: flowData(clients) },
      ...(at === undefined ? {} : { at }),
      ...dataOfConcerns(own, folder),
    },
  };
}
