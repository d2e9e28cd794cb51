import type { KindContext, KindInput } from '../contract/kind-context.js';
import type { ChangeNodes, ImpactAnswer } from '../contract/kind-placement.js';
import { type Placed, assessNodeImpact } from '../shared/node-impact.js';
import { type ImpactWording, answerImpact } from '../shared/node-impact-text.js';
import type { PlacedService } from './placement.js';
import { describeRefusals } from './reasons.js';
import { lockHosts, placeEgressServices } from './resolve.js';

/** An EgressService: `<namespace>/<name>`. */
interface HostedService {
  readonly egressService: string;
}

const WORDING: ImpactWording<HostedService> = {
  nameOf: ({ egressService }) => egressService,
  noMove: 'No EgressService moves.',
  moves: 'EgressServices that move',
  noNode: 'no host',
  noneStranded: 'Every EgressService that needs a host has one.',
  stranded: 'EgressServices without a host',
  losses: 'Loss of one more host of EgressServices (N-1):',
  noLoss: 'no node is a host',
  noun: ['service', 'services'],
  allPlaced: 'all find another host',
  nonePlaced: 'would have none',
};

/**
 * Returns the effect of a change of nodes on the hosts of EgressServices. Endpoints stay on their nodes. Services that
 * every node handles are excluded, and services without a host for a reason other than nodes.
 */
export function assessServices({ manifests, context }: KindInput, change: ChangeNodes): ImpactAnswer {
  const place = (at: KindContext): readonly PlacedService[] => placeEgressServices(manifests, at);
  const placing = { place, lock: lockHosts, list: listServices, count: countByHost };
  const impact = assessNodeImpact(placing, context, change);
  const isAbout = impact.moves.length + impact.stranded.length + impact.losses.length > 0;
  const { data, lines, losses } = answerImpact(impact, WORDING);
  return { data: { egressServices: data }, lines: isAbout ? lines : [], losses };
}

function listServices(placed: readonly PlacedService[], { cluster }: KindContext): Placed<HostedService>[] {
  return placed.flatMap(({ parsed, host }): Placed<HostedService>[] => {
    const { key } = parsed;
    const one = { key, item: { egressService: key } };
    if (host.type === 'node') return [{ ...one, node: host.node.name }];
    const isStranded = host.type === 'none' && host.why === 'no-node';
    return isStranded ? [{ ...one, reason: describeRefusals(parsed, cluster.nodes) }] : [];
  });
}

function countByHost(placed: readonly PlacedService[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { host } of placed) {
    if (host.type === 'node') counts.set(host.node.name, (counts.get(host.node.name) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
