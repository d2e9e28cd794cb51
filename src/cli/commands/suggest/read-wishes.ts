import type { ExpectationContext } from '../../../expectations/world.js';
import { matchPods } from '../../../selectors/peer.js';
import { plural } from '../../../std/plural.js';
import { pathsOfFlows } from '../../../suggest/paths-of-flows.js';
import type { WishedPath } from '../../../suggest/wished-path.js';
import { type FlowsOptions, collectFlows, printRejected } from '../observed/collect-flows.js';

/** Paths of observed flows, and sentences about flows that are no paths. */
interface ReadWishes {
  readonly paths: readonly WishedPath[];
  readonly notes: readonly string[];
}

/** Reads observed flows as paths. Prints a message and returns undefined if a file cannot be read. */
export async function readWishes(options: FlowsOptions, world: ExpectationContext): Promise<ReadWishes | undefined> {
  const collected = await collectFlows(options, world);
  if (!collected) return undefined;
  printRejected(collected);
  const { podsByNamespace } = world.cluster;
  const { paths, dropped, withoutPorts, unmapped } = pathsOfFlows(collected.observed.flows, ({ namespace, pod }) => {
    const { kind, name } = pod.workload ?? { kind: 'pod', name: pod.name };
    const isMeant = matchPods({ type: 'object', kind: kind.toLowerCase(), namespace, name });
    return new Set((podsByNamespace.get(namespace) ?? []).filter(isMeant).map(({ nodeName }) => nodeName));
  });
  const notes = [
    [dropped, 'was dropped', 'were dropped'],
    [unmapped, 'has an address that the inventory lacks', 'have addresses that the inventory lacks'],
    [withoutPorts, 'has a protocol without ports', 'have protocols without ports'],
  ] as const;
  return {
    paths,
    notes: notes
      .filter(([count]) => count > 0)
      .map(([count, one, many]) => `ignored ${plural(count, 'flow')}, which ${count === 1 ? one : many}`),
  };
}
