import type { Cause } from '../model/intent/cause.js';
import { titleOf } from '../model/kubernetes-object.js';
import type { Decider } from '../traffic/change.js';
import { describeFilter } from '../traffic/describe.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import { transportPointOf } from '../traffic/filters/transport-range.js';
import { type ConnectionEnd, type StageDecision, explain, toOneWay } from '../traffic/policies/connections.js';
import type { LostConnections } from '../traffic/lost-replies.js';
import { formatSampleTransport } from '../traffic/sample.js';
import { deciderOf, decidersOf } from '../traffic/policies/describe.js';
import type { PolicyModel } from '../traffic/policies/model.js';
import { isOpenSource } from './beyond.js';
import type { CheckedPacket, PacketEnd } from './packet.js';

/** A rule that decides at one stage of the path of a packet. */
interface StageDecider {
  readonly stage: StageDecision['stage'];
  readonly decider: Decider;
}

/** The rules that decide about a packet: the final one, which can be a default deny, and those of each stage. */
export interface PacketDeciders {
  /** If unset, no rule applies to the packet. */
  readonly decider?: Decider;
  /** In the order of the path. For a dropped packet, only the rules that drop it. */
  readonly stages: readonly StageDecider[];
}

/** Finds the rules that decide whether a packet passes. With `isOneWay`, its replies are ignored. */
export function findPacketDeciders(packet: CheckedPacket, model: PolicyModel, isOneWay = false): PacketDeciders {
  const { from, name } = packet;
  if (name !== undefined && 'pod' in from) {
    const decider = deciderOfName(from, name);
    return decider ? { decider, stages: [{ stage: 'firewall', decider }] } : { stages: [] };
  }
  const decisions = explainPacket(packet, model, isOneWay);
  const drop = decisions.find(({ verdict }) => verdict === 'drop');
  const stages = (drop ? [drop] : decisions).flatMap((decision) =>
    decidersOf(decision).map((decider) => ({ stage: decision.stage, decider })),
  );
  const decider = deciderOf(decisions);
  return { ...(decider ? { decider } : {}), stages };
}

/** Returns the connections whose replies are lost, if that is why a connection from outside fails. */
export function findLost(packet: CheckedPacket, model: PolicyModel): LostConnections | undefined {
  if (!('address' in packet.from)) return undefined;
  const rules = explainPacket(packet, model).map(({ rule }) => rule);
  const [source] = rules.flatMap((rule) => (rule?.source.type === 'lost-replies' ? [rule.source] : []));
  return source?.lost;
}

/** Returns true if the replies to a passing packet come back. */
export function isAnswered(packet: CheckedPacket, model: PolicyModel): boolean {
  return packet.name !== undefined || explainPacket(packet, model).every(({ verdict }) => verdict !== 'drop');
}

function explainPacket(packet: CheckedPacket, model: PolicyModel, isOneWay = false): StageDecision[] {
  const { from, to, family, protocol, port } = packet;
  return explain(toEnd(from, model, isOneWay), toEnd(to, model, isOneWay), family, transportPointOf(protocol, port));
}

/** Returns the rule of an EgressFirewall for a name. */
function deciderOfName({ podClass }: Extract<PacketEnd, { readonly pod: unknown }>, name: string): Decider | undefined {
  const rules = podClass.firewall.stage.flatMap((layer) => layer.rules);
  const [filter] = rules.flatMap(({ source }) => (isOpenSource(source, name) ? [source.filter] : []));
  return filter && describeFilter(filter);
}

/**
 * Returns a peer whose pod has the policies of its own namespace. Other pods of its class may have equal policies of
 * other namespaces.
 */
function toEnd(end: PacketEnd, model: PolicyModel, isOneWay: boolean): ConnectionEnd {
  if ('address' in end) return { point: rangeOfAddress(end.address.address).first };
  const { pod, service } = end;
  const own = (service && model.viewThrough(pod, service)) ?? model.viewOf(pod);
  return { pod: isOneWay ? toOneWay(own) : own };
}

/** Formats a decider as `EgressFirewall shop/default 'Deny 0.0.0.0/0'`, or as the default deny of a policy. */
export function describeDecider({ cause, text, isDefaultDeny = false }: Decider): string {
  return isDefaultDeny ? `the default deny of ${titleOfCause(cause)}` : `${titleOfCause(cause)}, '${text}'`;
}

function titleOfCause(cause: Cause): string {
  return titleOf(cause.kind, cause);
}

/** Formats a packet as `shop/web-0 (10.128.2.7) → 198.51.100.1 TCP 443`. */
export function describePacket({ from, to, protocol, port, name }: CheckedPacket): string {
  const target = name === undefined ? describeEnd(to) : `an answer of ${name.replace(/\.$/, '')}`;
  return `${describeEnd(from)} → ${target} ${formatSampleTransport({ protocol, port })}`;
}

function describeEnd(end: PacketEnd): string {
  if ('address' in end) return end.address.text;
  const { namespace, name, addresses } = end.pod;
  return `${namespace}/${name}${addresses.length > 0 ? ` (${addresses.map(({ text }) => text).join(', ')})` : ''}`;
}
