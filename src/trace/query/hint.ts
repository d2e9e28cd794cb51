import type { DroppedConnection, AllowTemplate } from '../../model/dropped-connection.js';
import { titleOf } from '../../model/kubernetes-object.js';
import { isPassingLabel } from '../../model/passing-labels.js';
import { familyOfText } from '../../net/address.js';
import type { Path } from '../path.js';
import type { EndPod } from './ends.js';

/** Kind → template for the change that allows a connection dropped by one of its objects. */
export type LetPasses = ReadonlyMap<string, AllowTemplate>;

/** The context for formatting a hint. */
export interface HintWording {
  readonly letPasses: LetPasses;
  /** Returns the pod with an address, with its labels, or undefined if there is none. */
  readonly podWith: (address: string) => Pick<EndPod, 'namespace' | 'labels'> | undefined;
}

/**
 * Returns the smallest edit that allows a packet through the rule that drops it. Returns undefined if none is known.
 */
export function hintFor({ verdict, stages }: Path, { letPasses, podWith }: HintWording): string | undefined {
  const last = stages.at(-1);
  if (verdict === 'rejected' && last?.stage === 'load-balancer') return 'a ready endpoint of the Service would take it';
  if (verdict !== 'dropped' || last?.stage !== 'filter' || !last.decidedBy) return undefined;
  const { decidedBy, row, before } = last;
  const letPass = letPasses.get(decidedBy.kind);
  if (letPass === undefined) return undefined;
  const direction = /:Ingress(:|$)/.test(row?.key ?? '') ? 'ingress' : 'egress';
  const peer = direction === 'ingress' ? before.source : before.destination;
  const dropped: DroppedConnection = {
    pointer: decidedBy.cause?.pointer ?? '',
    direction,
    source: before.source,
    destination: before.destination,
    protocol: before.protocol,
    port: before.destinationPort,
  };
  const change = fillIn(letPass, dropped, peerText(peer, podWith(peer), decidedBy.namespace));
  return `${change} of ${titleOf(decidedBy.kind, decidedBy)}`;
}

function fillIn(letPass: AllowTemplate, dropped: DroppedConnection, peer: string): string {
  const { direction, destination } = dropped;
  const words: Readonly<Record<string, string>> = {
    destination: aloneText(destination),
    peer,
    side: direction === 'ingress' ? 'from' : 'to',
    direction,
    ports: portsText(dropped),
    numbers: numbersText(dropped),
    rule: ruleText(dropped),
  };
  return letPass.replace(/\$(\w+)/g, (written, name: string) => words[name] ?? written);
}

/**
 * Returns a peer of a NetworkPolicy in `namespace`. A pod is selected by its labels, because its address changes on
 * restart.
 */
function peerText(address: string, pod: ReturnType<HintWording['podWith']>, namespace: string): string {
  const labels = Object.entries(pod?.labels ?? {}).filter(([key]) => !isPassingLabel(key));
  if (!pod || labels.length === 0) return `{ipBlock: {cidr: ${aloneText(address)}}}`;
  const own = `podSelector: ${labelsText(labels)}`;
  if (pod.namespace === namespace) return `{${own}}`;
  return `{namespaceSelector: ${labelsText([['kubernetes.io/metadata.name', pod.namespace]])}, ${own}}`;
}

function labelsText(labels: readonly (readonly [key: string, value: string])[]): string {
  const fields = labels.map(([key, value]) => `${labelText(key)}: ${labelText(value)}`);
  return `{matchLabels: {${fields.join(', ')}}}`;
}

/** Returns a label value in YAML. A text that begins with a letter is a string, except for these words (YAML 1.1). */
function labelText(text: string): string {
  const isPlain = /^[A-Za-z]/.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text);
  return isPlain ? text : `'${text}'`;
}

/** Returns the network of a single address. */
function aloneText(address: string): string {
  return `${address}/${familyOfText(address) === 'IPv4' ? 32 : 128}`;
}

/** Returns the port in the syntax of policies and firewalls. Returns '' for ICMP, which has no port. */
function portsText({ protocol, port }: DroppedConnection): string {
  return protocol === 'ICMP' ? '' : `, ports: [{protocol: ${protocol}, port: ${port}}]`;
}

/** Returns the port in the syntax of admin policies. */
function numbersText({ protocol, port }: DroppedConnection): string {
  return protocol === 'ICMP' ? '' : ` and ports: [{portNumber: {protocol: ${protocol}, port: ${port}}}]`;
}

/** Returns the rule of a pointer: `/spec/egress/2` for `/spec/egress/2/to`. */
function ruleText({ pointer, direction }: DroppedConnection): string {
  return /^\/spec\/(egress|ingress)\/\d+/.exec(pointer)?.[0] ?? `/spec/${direction}/0`;
}
