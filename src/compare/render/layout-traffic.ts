import type { Gap } from '../../model/gap.js';
import { formatGaps } from '../../ovn-kubernetes/paths.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import type { Both } from '../../traffic/side.js';
import { isToCome } from './flows.js';
import type { Bounds } from './bounds.js';
import type { Block, Fact } from './document.js';
import type {
  ExceptionVerdict,
  Example,
  FlowGroup,
  FlowText,
  MarkGroup,
  ComparedEgress,
  RuleText,
  SourceText,
} from './report.js';

/**
 * Returns a block with the flows of some pods that are now allowed (`+`) or dropped (`-`), and with their exceptions.
 */
export function flowBlock(
  { sources, flows, omitted = 0, exceptions, missing }: FlowGroup,
  mark: '+' | '-',
  bounds: Bounds,
): Block {
  const facts = flows
    .slice(0, bounds.facts)
    .flatMap((flow): Fact[] => [{ mark, text: `${flow.transport} to ${flow.destination}` }, ...exampleNotes(flow)]);
  const more = flows.length + omitted - bounds.facts;
  return {
    title: listSources(sources, bounds),
    facts: [
      ...facts,
      ...missingNotes({ missing }),
      ...(more > 0 ? [{ mark: 'note' as const, text: `and ${plural(more, 'more flow')}` }] : []),
      ...exceptions.slice(0, bounds.facts).map(({ verdict, destination, transport }): Fact => ({
        mark: '!',
        text: `except ${transport} to ${destination}: ${describeVerdict(verdict, mark)}`,
      })),
      ...(exceptions.length > bounds.facts
        ? [{ mark: '!' as const, text: `and ${exceptions.length - bounds.facts} more exceptions` }]
        : []),
    ],
  };
}

function describeVerdict(verdict: ExceptionVerdict, mark: '+' | '-'): string {
  if (verdict === 'reversed') return mark === '+' ? 'allowed before, dropped now' : 'dropped before, allowed now';
  return `${verdict === 'allow' ? 'allowed' : 'dropped'} before and after`;
}

/** Returns a block with the destinations for which the DSCP of some pods changes. */
export function markBlock({ sources, marks }: MarkGroup, bounds: Bounds): Block {
  const more = marks.length - bounds.facts;
  return {
    title: listSources(sources, bounds),
    facts: [
      ...marks
        .slice(0, bounds.facts)
        .flatMap((mark): Fact[] => [
          { mark: '~', text: `to ${mark.destination}: ${describeDscp(mark.before)} → ${describeDscp(mark.after)}` },
          ...exampleNotes(mark),
        ]),
      ...(more > 0 ? [{ mark: 'note' as const, text: `and ${plural(more, 'more destination')}` }] : []),
    ],
  };
}

function describeDscp(dscp: number | null): string {
  return dscp === null ? 'DSCP of the pod' : `DSCP ${dscp}`;
}

/** Returns a sample packet, and the deciding rule of each side. */
export function exampleNotes({ example }: Pick<FlowText, 'example'>): Fact[] {
  if (!example) return [];
  const { pod, destination, protocol, port } = example;
  return [
    { mark: 'note', text: `example: ${pod} → ${destination} ${protocol}${port === undefined ? '' : ` ${port}`}` },
    ...sideNotes({ before: describeResult(example.before), after: describeResult(example.after) }),
  ];
}

/** Returns aligned notes for both sides. */
export function sideNotes({ before, after }: Both<string>): Fact[] {
  return [
    { mark: 'note', text: `before:  ${before}` },
    { mark: 'note', text: `after:   ${after}` },
  ];
}

/** Returns what the inventory lacks to decide whether packets arrive. */
export function missingNotes({ missing }: { readonly missing?: readonly Gap[] | undefined }): Fact[] {
  return missing ? [{ mark: 'note', text: `unknown if all packets arrive: ${formatGaps(missing)}` }] : [];
}

/** Formats a result and its rule: `dropped by rule 'Deny 0.0.0.0/0' of EgressFirewall shop/default (shop.yaml:8)`. */
export function describeResult({ result, rule }: Example['before']): string {
  const text = result === 'passes' ? 'allowed' : result;
  return rule ? `${text} by ${describeRule(rule)}` : `${text}, no rule matches`;
}

function describeRule({ resource, text, isDefaultDeny, at }: RuleText): string {
  const name = `${resource}${at ? ` (${at.file}:${at.line})` : ''}`;
  return isDefaultDeny ? `the default deny of ${name}` : `rule '${text}' of ${name}`;
}

/** Returns the changes of the source address and the next hop of some pods. */
export function egressBlock({ sources, before, after, example, missing }: ComparedEgress, bounds: Bounds): Block {
  const describe = (list: readonly string[], none: string): string => (list.length > 0 ? list.join(' or ') : none);
  const line = (label: string, old: string, now: string): Fact[] =>
    old === now ? [] : [{ mark: '~', text: `${label}: ${old} → ${now}` }];
  return {
    title: listSources(sources, bounds),
    facts: [
      ...line('source address', describe(before.sources, 'node address'), describe(after.sources, 'node address')),
      ...line('next hop', describe(before.hops, 'node default'), describe(after.hops, 'node default')),
      ...missingNotes({ missing }),
      { mark: 'note', text: `example: ${example}` },
      ...sideNotes({
        before: before.owners.join(', ') || 'no resource',
        after: after.owners.join(', ') || 'no resource',
      }),
    ],
  };
}

/** Returns a count such as `3 pods`, `new pods`, or both. */
function describeCount(sources: readonly SourceText[], count: number): string {
  const hasNew = sources.some(isToCome);
  return [...(count > 0 ? [plural(count, 'pod')] : []), ...(hasNew ? ['new pods'] : [])].join(' and ');
}

/**
 * Returns the sources, such as `all pods in shop (3 pods)`, `all pods in 120 namespaces: a, b, … (340 pods)` or `pods
 * web-0, web-1 in shop`.
 */
export function listSources(sources: readonly SourceText[], bounds: Bounds): string {
  const count = sources.reduce((sum, one) => sum + one.count, 0);
  const [only] = sources;
  if (only && sources.length === 1) {
    return only.pods
      ? `${only.pods.length === 1 ? 'pod' : 'pods'} ${listNames(only.pods, bounds.facts)} in ${only.namespace}`
      : `all pods in ${only.namespace} (${plural(count, 'pod')})`;
  }
  const namespaces = listNames([...new Set(sources.map(({ namespace }) => namespace))], bounds.facts);
  return sources.some(({ pods }) => pods)
    ? `${describeCount(sources, count)} in ${namespaces}`
    : `all pods in ${plural(sources.length, 'namespace')}: ${namespaces} (${plural(count, 'pod')})`;
}
