import type { Gap } from '../../../model/gap.js';
import { formatGaps } from '../../../ovn-kubernetes/paths.js';
import { quoteField } from '../../../std/csv.js';
import { quoteDot } from '../../../std/dot.js';
import { listNames } from '../../../std/list-text.js';
import { suggestionText } from '../../../std/suggest.js';
import { plural } from '../../../std/plural.js';
import { allowedOf, formatAllowed, withoutPorts } from '../../../traffic/flows/notation.js';
import type { Flow } from '../../../traffic/flows/list.js';

/** Renders flows as `csv`, `dot` or text, line by line. */
export function flowLines(flows: readonly Flow[], format: string): string[] {
  if (format === 'csv') return ['src,dst,conn', ...flows.map((flow) => row(flow).map(quoteField).join())];
  if (format === 'dot') return ['digraph {', ...dotLines(flows), '}'];
  return flows.map(flowLine);
}

/** Returns flows as data for `--format json`. */
export function flowData(flows: readonly Flow[]): unknown {
  return {
    flows: flows.map(({ from, to, allow, family, missing }) => ({
      from: from.name,
      to: to.name,
      allow: allowedOf(allow),
      ...protocolsOf(allow),
      ...(family ? { family } : {}),
      ...(missing ? { missing } : {}),
    })),
  };
}

/** Returns the flags for other protocols. `otherProtocols`: ICMP and all others. `icmp`: only ICMP. */
function protocolsOf(set: Flow['allow']): { readonly otherProtocols?: true; readonly icmp?: true } {
  const { icmp, others } = withoutPorts(set);
  if (others) return { otherProtocols: true };
  return icmp ? { icmp: true } : {};
}

/** Formats a flow: `shop/web[Deployment] => shop/db[StatefulSet] : TCP 5432`. */
export function flowLine(flow: Flow): string {
  const [from, to, allowed] = row(flow);
  const note = flow.missing ? ` (unknown if all packets arrive: ${formatGaps(flow.missing)})` : '';
  return `${from} => ${to} : ${allowed === '' ? 'No Connections' : allowed}${note}`;
}

function row({ from, to, allow, family }: Flow): readonly [string, string, string] {
  return [from.name, to.name, `${formatAllowed(allow)}${family ? ` (${family})` : ''}`];
}

function dotLines(flows: readonly Flow[]): string[] {
  const ends = [...new Set(flows.flatMap(({ from, to }) => [from, to]))];
  const names = new Map(ends.map((end) => [end.name, end]));
  return [
    ...[...names].map(([name, { pods }]) => `  ${quoteDot(name)} [shape=${pods ? 'box' : 'ellipse'}]`),
    ...flows.map(
      (flow) => `  ${quoteDot(flow.from.name)} -> ${quoteDot(flow.to.name)} [label=${quoteDot(row(flow)[2])}]`,
    ),
  ];
}

/** Formats the number of pods with an unknown address. */
export function describeUnknown(count: number): string {
  return `${plural(count, 'pod')} ${count === 1 ? 'has' : 'have'} no address yet: blocks in the pod network may contain ${count === 1 ? 'it' : 'them'}, so Weir ignores these blocks`;
}

/** Formats the missing inventory that leaves open whether allowed packets arrive. */
export function describeMissing(missing: readonly Gap[]): string {
  return `for some pods, it is unknown if allowed packets arrive: ${formatGaps(missing)}`;
}

/** Formats the ingress controllers that no policy allows. */
export function describeBlocked(flows: readonly Flow[]): string {
  const names = listNames([...new Set(flows.map(({ to }) => to.name))]);
  return `Ingresses or Routes lead to ${names}, but policies deny a pod with unknown labels: if they select labels of your ingress controller, add its pods to the inventory`;
}

/** Formats an error for a word that names no peer. */
export function describeUnknownPeer(option: string, word: string, names: ReadonlySet<string>): string {
  return `${option}: no workload, pod, namespace or address is called '${word}'${suggestionText(word, [...names])}`;
}
