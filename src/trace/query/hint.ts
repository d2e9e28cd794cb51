import type { DroppedConnection, AllowTemplate } from '../../model/dropped-connection.js';
import { titleOf } from '../../model/kubernetes-object.js';
import { familyOfText } from '../../net/address.js';
import type { Path } from '../path.js';
import type { EndPod } from './ends.js';

/** Kind → what would let a connection pass that one of its objects drops. */
export type LetPasses = ReadonlyMap<string, AllowTemplate>;

/** What a hint is written with. */
export interface HintWording {
  readonly letPasses: LetPasses;
  /** The pod that has an address, by its labels; undefined if there is none. */
  readonly podWith: (address: string) => Pick<EndPod, 'namespace' | 'labels'> | undefined;
}

/** The smallest change that would let a packet pass the rule that drops it; undefined where none is known. */
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

/** Labels that controllers give to single pods or to one generation of them. */
const PASSING_LABELS =
  /^(pod-template-hash|pod-template-generation|controller-revision-hash|controller-uid|job-name|statefulset\.kubernetes\.io\/.*|apps\.kubernetes\.io\/pod-index|batch\.kubernetes\.io\/.*)$/;

/** A peer of a NetworkPolicy in `namespace`: a pod by its labels, since its address is another one after a restart. */
function peerText(address: string, pod: ReturnType<HintWording['podWith']>, namespace: string): string {
  const labels = Object.entries(pod?.labels ?? {}).filter(([key]) => !PASSING_LABELS.test(key));
  if (!pod || labels.length === 0) return `{ipBlock: {cidr: ${aloneText(address)}}}`;
  const own = `podSelector: ${labelsText(labels)}`;
  if (pod.namespace === namespace) return `{${own}}`;
  return `{namespaceSelector: ${labelsText([['kubernetes.io/metadata.name', pod.namespace]])}, ${own}}`;
}

function labelsText(labels: readonly (readonly [key: string, value: string])[]): string {
  const fields = labels.map(([key, value]) => `${labelText(key)}: ${labelText(value)}`);
  return `{matchLabels: {${fields.join(', ')}}}`;
}

/** A text that begins with a letter is a string in YAML, apart from these words (YAML 1.1). */
function labelText(text: string): string {
  const isPlain = /^[A-Za-z]/.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text);
  return isPlain ? text : `'${text}'`;
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
