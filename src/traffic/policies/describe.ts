import { formatTransport } from '../filters/transport-range.js';
import type { Decider } from '../change.js';
import type { LostConnections } from '../lost-replies.js';
import { describeFilter } from '../describe.js';
import type { StageDecision } from './connections.js';
import type { RuleSource } from './stage-rules.js';

/** Returns the deciding rule, or the policies with the default deny. Returns an empty list if none decides. */
export function decidersOf({ rule, closedBy }: Pick<StageDecision, 'rule' | 'closedBy'>): Decider[] {
  if (!rule) return closedBy.flatMap(describeDeny);
  const { source, transport, named } = rule;
  if (source.type === 'filter') return [describeFilter(source.filter)];
  if (source.type === 'policy') return describeDeny(source);
  if (source.type === 'icmp') return [{ cause: source.policy.cause, text: 'allowIcmpNetworkPolicy: ICMP passes' }];
  if (source.type === 'untracked') return [{ cause: source.rule.cause, text: UNTRACKED }];
  if (source.type === 'lost-replies') return [describeLost(source.lost)];
  const { direction, index, cause } = source.rule;
  const names = named.map(({ protocol, name }) => `${protocol} ${name}`);
  const ports = [...(transport.length > 0 ? [formatTransport(transport)] : []), ...names].join('; ');
  return [{ cause, text: `${direction.toLowerCase()} rule ${index}: ${WORDS[rule.verdict]} ${ports}` }];
}

/** Returns the first decider that drops a packet. If it passes, returns the last rule that allows it. */
export function deciderOf(decisions: readonly StageDecision[]): Decider | undefined {
  const drop = decisions.find(({ verdict }) => verdict === 'drop');
  const rule = drop ?? [...decisions].reverse().find((one) => one.rule !== undefined);
  return rule && decidersOf(rule)[0];
}

const STAGES = { egress: 'egress of the source', firewall: 'EgressFirewall', ingress: 'ingress of the destination' };

/** Formats a stage of the path of a packet. */
export function describeStage(stage: StageDecision['stage']): string {
  return STAGES[stage];
}

const UNTRACKED =
  'replies of a stateless policy are not tracked: they pass only by rules of their own, and none lets them';

function describeLost({ service, transport, reroute: { host, cause } }: LostConnections): Decider {
  const clients = service ? `Service ${service.namespace}/${service.name}` : 'the own address of the pod';
  const ports = formatTransport(transport);
  return { cause, text: `replies to clients of ${clients} go through host ${host.name} and are lost: ${ports}` };
}

const WORDS = { allow: 'Allow', drop: 'Deny', pass: 'Pass' } as const;

/** Returns all policies with the default deny: OVN-Kubernetes has one for a namespace and direction. */
function describeDeny(source: RuleSource): Decider[] {
  return source.type === 'policy' ? [{ cause: source.policy.cause, text: 'default deny', isDefaultDeny: true }] : [];
}
