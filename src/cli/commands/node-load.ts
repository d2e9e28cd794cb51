import type { ReadResult } from '../../compile/1-read/read.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import { asList, asObject, asString } from '../../std/json.js';
import { listNames } from '../../std/list-text.js';

/** Label of an EndpointSlice with the name of its Service. */
const SERVICE_LABEL = 'kubernetes.io/service-name';

/** Returns lines with the pods of a node, and the Services with endpoints there. */
export function describeNodeLoad({ inventory }: ReadResult, node: string): string[] {
  const pods = inventory.filter(({ kind, object }) => kind === 'Pod' && asObject(object.spec)?.nodeName === node);
  const slices = inventory.filter(
    ({ kind, object }) =>
      kind === 'EndpointSlice' && asList(object.endpoints).some((one) => asObject(one)?.nodeName === node),
  );
  const services = slices.flatMap(({ namespace, object }) => {
    const name = asString(asObject(asObject(object.metadata)?.labels)?.[SERVICE_LABEL]);
    return name === undefined ? [] : [pathOfName({ namespace, name })];
  });
  return [
    `pods on node ${node}: ${listNames(pods.map(pathOfName)) || 'none'}`,
    `Services with endpoints there: ${listNames([...new Set(services)]) || 'none'}`,
  ];
}
