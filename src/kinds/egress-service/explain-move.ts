import type { Cluster } from '../../model/cluster.js';
import type { KindInput } from '../contract/kind-context.js';
import type { ExplainChange } from '../contract/kind-placement.js';
import { type PlacedService, rejectServiceHost } from './placement.js';
import { NO_HOST_TEXTS, REFUSAL_TEXTS } from './reasons.js';
import { placeEgressServices } from './resolve.js';

/** Places both sides, and returns what says of a move why it happens, as a clause. */
export function createHostMoveExplainer(before: KindInput, after: KindInput): ExplainChange {
  const [old, now] = [placeAll(before), placeAll(after)];
  return ({ name, from, to }) => {
    const [had, has] = [old.get(name), now.get(name)];
    if (!has) return 'the EgressService no longer exists, or is rejected as a whole';
    if (to === undefined) return whyNone(has);
    if (from === undefined) return had ? `before, ${whyNone(had)}` : 'the EgressService is new';
    return whyNot(from, has, after.context.cluster) ?? `${from} is still possible, but the host is not locked`;
  };
}

function placeAll({ manifests, context }: KindInput): ReadonlyMap<string, PlacedService> {
  const placed = placeEgressServices(manifests, context);
  return new Map(placed.map((one) => [one.parsed.key, one]));
}

function whyNone({ host }: PlacedService): string {
  if (host.type === 'none') return NO_HOST_TEXTS[host.why];
  return host.type === 'every-node' ? 'each node handles its own endpoints' : 'the nodes are unknown';
}

/** Returns the reason why a node can no longer be the host, or undefined if it still can. */
function whyNot(name: string, { parsed }: PlacedService, { nodeByName }: Cluster): string | undefined {
  const node = nodeByName.get(name);
  const refusal = node ? rejectServiceHost(parsed, node) : 'gone';
  return refusal && `${name} ${REFUSAL_TEXTS[refusal]}`;
}
