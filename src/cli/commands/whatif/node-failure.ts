import type { ComparedSide } from '../../../compare/interpret-side.js';
import type { DiffReport } from '../../../compare/render/report.js';
import { kinds } from '../../../kinds/index.js';
import type { ImpactAnswer } from '../../../kinds/contract/kind-placement.js';
import { inputOf, isEnabled } from '../../../kinds/contract/manifests-of.js';
import type { Intent } from '../../../model/intent.js';
import { pathOfName, titleOf } from '../../../model/kubernetes-object.js';
import { listNames } from '../../../std/list-text.js';
import type { AssignmentMove } from '../../../traffic/change.js';
import type { Both } from '../../../traffic/side.js';
import { listServiceLoads, type ServiceLoad } from './service-loads.js';

/** An egress address, or an EgressService, that a node hosts. */
type HostedItem = Omit<AssignmentMove, 'from'>;

/** A part of the cluster that the failure of one more node would end. */
interface SinglePoint {
  /** `EgressIP ferry  192.0.2.10`, `Service shop/db`. */
  readonly name: string;
  readonly node: string;
  readonly reason: string;
}

/** What a failing node takes with it, and what depends on a single node afterwards. */
export interface NodeFailure {
  readonly node: string;
  /** `<namespace>/<name>`. */
  readonly pods: readonly string[];
  readonly services: readonly ServiceLoad[];
  /** Egress addresses and hosts of EgressServices. */
  readonly hosted: readonly HostedItem[];
  /** Next hops of external routes that are pods of the node, such as `172.16.0.7 of AdminPolicyBasedExternalRoute lab`. */
  readonly gateways: readonly string[];
  /** Names of expectations that fail afterwards, and held before. */
  readonly expectations: readonly string[];
  readonly singlePoints: readonly SinglePoint[];
}

/** Returns what a failing node takes with it. `sides` are the input before and after. */
export function findNodeFailure(
  sides: Both<ComparedSide>,
  { expectations, moves }: DiffReport,
  node: string,
): NodeFailure {
  const { before, after } = sides;
  const services = listServiceLoads(before.prepared.found, after.prepared.found, node);
  const nextHops = new Set(listNextHops(after.intents));
  return {
    node,
    pods: (before.cluster.podsByNode.get(node) ?? []).map(pathOfName),
    services: services.filter(({ here }) => here > 0),
    hosted: moves.flatMap(({ from, ...item }) => (from === node ? [item] : [])),
    gateways: listNextHops(before.intents).filter((hop) => !nextHops.has(hop)),
    expectations: expectations.flatMap(({ name, change }) => (change === 'broken' ? [name] : [])),
    singlePoints: [
      ...assess(after).flatMap(({ kind, losses }) =>
        losses.flatMap((loss) =>
          loss.stranded.map(({ name, reason }) => ({
            name: `${kind} ${name.replace('  ', ' ')}`,
            node: loss.node,
            reason,
          })),
        ),
      ),
      ...services.flatMap(({ service, onlyOn }): SinglePoint[] =>
        onlyOn === undefined
          ? []
          : [{ name: `Service ${service}`, node: onlyOn, reason: 'no other node has endpoints' }],
      ),
    ],
  };
}

/** Returns what depends on single nodes, for each kind with assignments to nodes. */
function assess({ prepared }: ComparedSide): (ImpactAnswer & { readonly kind: string })[] {
  return kinds.flatMap((kind) => {
    if (!kind.placement || !isEnabled(kind, prepared.context.configuration)) return [];
    return [{ ...kind.placement.whatIf(inputOf(kind, prepared), (nodes) => nodes), kind: kind.kind }];
  });
}

function listNextHops(intents: readonly Intent[]): string[] {
  const hops = intents.flatMap((intent) => (intent.effect === 'route' ? intent.nextHops : []));
  return [...new Set(hops.map(({ address, cause }) => `${address.text} of ${titleOf(cause.kind, cause)}`))];
}

/** Returns the effect of a failing node as lines of text. */
export function describeNodeFailure(failure: NodeFailure): string[] {
  const { node, pods, services, hosted, gateways, expectations, singlePoints } = failure;
  const served = services.map(({ service, here, left }) => `${service} (${here} of ${here + left})`);
  const moved = hosted.map(
    ({ kind, name, address, to, why }) =>
      `${kind} ${name}${address === undefined ? '' : ` ${address}`} ${to === undefined ? `has no other node: ${why}` : `→ ${to}`}`,
  );
  return [
    `pods on node ${node}: ${listNames(pods) || 'none'}`,
    `Services with endpoints there: ${listNames(served) || 'none'}`,
    ...listLines('egress addresses and hosts there', moved),
    ...listLines('gateways there', gateways),
    ...listLines('expectations that fail', expectations),
    ...listLines(
      'single points that remain',
      singlePoints.map(({ name, node: on, reason }) => `${name} on ${on}: ${reason}`),
    ),
  ];
}

function listLines(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [`${title}: none`] : [`${title}:`, ...texts.map((text) => `  ${text}`)];
}
