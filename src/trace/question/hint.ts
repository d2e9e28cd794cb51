import type { DroppedConnection, LetPass } from '../../model/dropped-connection.js';
import { titleOf } from '../../model/kubernetes-object.js';
import { familyOfText } from '../../net/address.js';
import type { Path } from '../path.js';

/** Kind → what would let a connection pass that one of its objects drops. */
export type LetPasses = ReadonlyMap<string, LetPass>;

/** The smallest change that would let a packet pass the rule that drops it; undefined where none is known. */
export function hintFor({ verdict, stages }: Path, letPasses: LetPasses): string | undefined {
  const last = stages.at(-1);
  if (verdict === 'rejected' && last?.stage === 'load-balancer') return 'a ready endpoint of the Service would take it';
  if (verdict !== 'dropped' || last?.stage !== 'filter' || !last.decidedBy) return undefined;
  const { decidedBy, row, before } = last;
  const letPass = letPasses.get(decidedBy.kind);
  if (letPass === undefined) return undefined;
  const change = fillIn(letPass, {
    pointer: decidedBy.cause?.pointer ?? '',
    direction: /:Ingress(:|$)/.test(row?.key ?? '') ? 'ingress' : 'egress',
    source: before.source,
    destination: before.destination,
    protocol: before.protocol,
    port: before.destinationPort,
  });
  return `${change} of ${titleOf(decidedBy.kind, decidedBy)}`;
}

function fillIn(letPass: LetPass, dropped: DroppedConnection): string {
  const { direction, source, destination } = dropped;
  const isIngress = direction === 'ingress';
  const words: Readonly<Record<string, string>> = {
    destination: aloneText(destination),
    peer: aloneText(isIngress ? source : destination),
    side: isIngress ? 'from' : 'to',
    direction,
    ports: portsText(dropped),
    numbers: numbersText(dropped),
    rule: ruleText(dropped),
  };
  return letPass.replace(/\$(\w+)/g, (written, name: string) => words[name] ?? written);
}

/** An address as a network of its own. */
function aloneText(address: string): string {
  return `${address}/${familyOfText(address) === 'IPv4' ? 32 : 128}`;
}

/** The port as policies and firewalls write it; nothing for ICMP, which has none. */
function portsText({ protocol, port }: DroppedConnection): string {
  return protocol === 'ICMP' ? '' : `, ports: [{protocol: ${protocol}, port: ${port}}]`;
}

/** The port as admin policies write it. */
function numbersText({ protocol, port }: DroppedConnection): string {
  return protocol === 'ICMP' ? '' : ` and ports: [{portNumber: {protocol: ${protocol}, port: ${port}}}]`;
}

/** `/spec/egress/2/to` is about `/spec/egress/2`. */
function ruleText({ pointer, direction }: DroppedConnection): string {
  return /^\/spec\/(egress|ingress)\/\d+/.exec(pointer)?.[0] ?? `/spec/${direction}/0`;
}
