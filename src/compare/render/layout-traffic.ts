import type { Gap } from '../../model/gap.js';
import { formatGaps } from '../../ovn-kubernetes/paths.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
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
        text: `but not ${transport} to ${destination}: ${describeVerdict(verdict, mark)}`,
      })),
      ...(exceptions.length > bounds.facts
        ? [{ mark: '!' as const, text: `and ${exceptions.length - bounds.facts} more exceptions` }]
        : []),
    ],
  };
}

function describeVerdict(verdict: ExceptionVerdict, mark: '+' | '-'): string {
  if (verdict === 'reversed') return mark === '+' ? 'passes before, dropped now' : 'dropped before, passes now';
  return `${verdict === 'allow' ? 'passes' : 'dropped'} before and after`;
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
  return dscp === null ? 'as the pod sets it' : `DSCP ${dscp}`;
}

/** Returns a sample packet, and the deciding rule of each side. */
export function exampleNotes({ example }: Pick<FlowText, 'example'>): Fact[] {
  if (!example) return [];
  const { pod, destination, protocol, port } = example;
  return [
    {
      mark: 'note',
      text: `for example ${pod} → ${destination}, ${protocol}${port === undefined ? '' : ` port ${port}`}`,
    },
    { mark: 'note', text: `before: ${describeResult(example.before)}` },
    { mark: 'note', text: `now:    ${describeResult(example.after)}` },
  ];
}

/** Returns what the inventory lacks to decide whether packets arrive. */
export function missingNotes({ missing }: { readonly missing?: readonly Gap[] | undefined }): Fact[] {
  return missing ? [{ mark: 'note', text: `not known whether all arrive: ${formatGaps(missing)}` }] : [];
}

function describeResult({ result, rule }: Example['before']): string {
  return rule ? `${result}, by ${describeRule(rule)}` : `${result}, no rule matches`;
}

function describeRule({ resource, text, isDefaultDeny, at }: RuleText): string {
  const name = `${resource}${at ? ` (${at.file}:${at.line})` : ''}`;
  return isDefaultDeny ? `the default deny that ${name} brings` : `'${text}' of ${name}`;
}

/** Returns the changes of the source address and the next hop of some pods. */
export function egressBlock({ sources, before, after, example, missing }: ComparedEgress, bounds: Bounds): Block {
  const describe = (list: readonly string[], none: string): string => (list.length > 0 ? list.join(' or ') : none);
  const line = (label: string, old: string, now: string): Fact[] =>
    old === now ? [] : [{ mark: '~', text: `${label}: ${old} → ${now}` }];
  return {
    title: listSources(sources, bounds),
    facts: [
      ...line('source address', describe(before.sources, "the node's own"), describe(after.sources, "the node's own")),
      ...line('next hop', describe(before.hops, "the node's own"), describe(after.hops, "the node's own")),
      ...missingNotes({ missing }),
      { mark: 'note', text: `for example ${example}` },
      {
        mark: 'note',
        text: `before: ${before.owners.join(', ') || 'no resource'}; now: ${after.owners.join(', ') || 'no resource'}`,
      },
    ],
  };
}

/** Returns a count such as `3 pods`, `new pods`, or both. */
function describeCount(sources: readonly SourceText[], count: number): string {
  const hasNew = sources.some(isToCome);
  return [...(count > 0 ? [plural(count, 'pod')] : []), ...(hasNew ? ['new pods'] : [])].join(' and ');
}

/**
 * Returns the sources, such as `all pods of shop (3 now)`, `all pods of 120 namespaces: a, b, … (340 now)` or `pods
 * web-0, web-1 of shop`.
 */
export function listSources(sources: readonly SourceText[], bounds: Bounds): string {
  const count = sources.reduce((sum, one) => sum + one.count, 0);
  const [only] = sources;
  if (only && sources.length === 1) {
    return only.pods
      ? `${only.pods.length === 1 ? 'pod' : 'pods'} ${listNames(only.pods, bounds.facts)} of ${only.namespace}`
      : `all pods of ${only.namespace} (${count === 0 ? 'none' : count} now)`;
  }
  const namespaces = listNames([...new Set(sources.map(({ namespace }) => namespace))], bounds.facts);
  return sources.some(({ pods }) => pods)
    ? `${describeCount(sources, count)} of ${namespaces}`
    : `all pods of ${plural(sources.length, 'namespace')}: ${namespaces} (${plural(count, 'pod')} now)`;
}
