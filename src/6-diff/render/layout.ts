import type { Diagnostic } from '../../model/diagnostic.js';
import type { Block, Document, Fact, Section } from './document.js';
import { layOutArtefacts } from './layout-artefacts.js';
import { layOutRedirections } from './layout-redirections.js';
import type {
  DiffReport,
  Example,
  FlowGroup,
  FlowText,
  MarkGroup,
  PathGroup,
  RuleText,
  SourceText,
  Topic,
} from './report.js';

/** How much of a long report is laid out; the rest is counted. */
export interface Bounds {
  /** Blocks of a section. */
  readonly blocks: number;
  /** Facts of a block, and names in a list. */
  readonly facts: number;
}

/** Lays a report out for people: what it means first, counters before details, every section within bounds. */
export function layOut(report: DiffReport, bounds: Bounds): Document {
  const sections: readonly [string, readonly Block[]][] = [
    ['Opened: dropped before, passes now', report.opened.map((group) => flowBlock(group, '+', bounds))],
    ['Closed: passed before, dropped now', report.closed.map((group) => flowBlock(group, '-', bounds))],
    ['Source address and next hop', report.paths.map((group) => pathBlock(group, bounds))],
    ['Addresses and hosts that move', moveBlocks(report)],
    ['Redirections', layOutRedirections(report.redirections, bounds.facts)],
    ['DSCP', report.marks.map((group) => markBlock(group, bounds))],
    ['Answers of DNS names', answerBlocks(report, bounds)],
    ['Findings', findingBlocks(report, bounds)],
    ['Resources', resourceBlocks(report, bounds)],
    ['Artefacts', layOutArtefacts(report.artefacts, bounds.facts)],
  ];
  return {
    title: `${report.titles.before} → ${report.titles.after}`,
    summary: summarise(report),
    sections: sections.flatMap(([title, blocks]): Section[] =>
      blocks.length > 0
        ? [{ title, blocks: blocks.slice(0, bounds.blocks), more: Math.max(0, blocks.length - bounds.blocks) }]
        : [],
    ),
  };
}

/** Whether anything changes at all. */
export function hasChanges({ counts }: DiffReport): boolean {
  return Object.values(counts).some((count) => count > 0);
}

const COUNTERS: Readonly<Record<Topic, (count: number, report: DiffReport) => string>> = {
  opened: (count) => `opens flows of ${plural(count, 'namespace')}`,
  closed: (count) => `closes flows of ${plural(count, 'namespace')}`,
  source: (count) => `gives ${plural(count, 'pod')} another source address`,
  'next-hop': (count) => `gives ${plural(count, 'pod')} other next hops`,
  moved: (_, report) => describeMoves(report),
  redirected: (count) => `changes what ${plural(count, 'egress router')} ${count === 1 ? 'passes' : 'pass'} on`,
  dscp: (count) => `gives packets of ${plural(count, 'pod')} another DSCP`,
  answers: (count) => `alters the known answers of ${plural(count, 'DNS name')}`,
  findings: (count) => `adds or ends ${plural(count, 'finding')}`,
  artefacts: (count) => `touches ${plural(count, 'row, file or object', 'rows, files and objects')}`,
};

/** An EgressService has no address of its own: its host moves. */
function describeMoves({ moves }: DiffReport): string {
  const addresses = moves.filter(({ address }) => address !== undefined).length;
  const hosts = moves.length - addresses;
  return [
    ...(addresses > 0 ? [`moves ${plural(addresses, 'egress address', 'egress addresses')}`] : []),
    ...(hosts > 0 ? [`moves the ${hosts === 1 ? 'host' : 'hosts'} of ${plural(hosts, 'EgressService')}`] : []),
  ].join(', ');
}

function summarise(report: DiffReport): string[] {
  const { counts, inventory } = report;
  if (!hasChanges(report)) return ['Nothing changes.'];
  const isSilent = Object.entries(counts).every(
    ([topic, count]) => count === 0 || ['artefacts', 'findings'].includes(topic),
  );
  const topics = Object.entries(COUNTERS).flatMap(([topic, describe]) => {
    const count = counts[topic as Topic];
    return count > 0 ? [describe(count, report)] : [];
  });
  const nouns = { nodes: 'node', namespaces: 'namespace', pods: 'pod' } as const;
  const objects = Object.entries(nouns).flatMap(([sort, noun]) => {
    const counts = inventory[sort as keyof typeof nouns];
    return (['added', 'removed', 'changed'] as const).flatMap((change) =>
      counts[change] > 0 ? [`${plural(counts[change], noun)} ${change}`] : [],
    );
  });
  return [
    ...(isSilent ? ['No packet is treated otherwise.'] : []),
    `This change ${topics.join(', ')}.`,
    ...(objects.length > 0 ? [`Inventory: ${objects.join(', ')}.`] : []),
  ];
}

function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

function flowBlock({ sources, flows, exceptions }: FlowGroup, mark: '+' | '-', bounds: Bounds): Block {
  const facts = flows
    .slice(0, bounds.facts)
    .flatMap((flow): Fact[] => [{ mark, text: `${flow.transport} to ${flow.destination}` }, ...exampleNotes(flow)]);
  const more = flows.length - bounds.facts;
  return {
    title: listSources(sources, bounds),
    facts: [
      ...facts,
      ...(more > 0 ? [{ mark: 'note' as const, text: `and ${plural(more, 'more flow')}` }] : []),
      ...exceptions.slice(0, bounds.facts).map(({ verdict, destination, transport }): Fact => ({
        mark: '!',
        text: `but not ${transport} to ${destination}: ${verdict === 'allow' ? 'passes' : 'dropped'} before and after`,
      })),
      ...(exceptions.length > bounds.facts
        ? [{ mark: '!' as const, text: `and ${exceptions.length - bounds.facts} more exceptions` }]
        : []),
    ],
  };
}

function markBlock({ sources, marks }: MarkGroup, bounds: Bounds): Block {
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

function exampleNotes({ example }: FlowText): Fact[] {
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

function describeResult({ result, rule }: Example['before']): string {
  return rule ? `${result}, by ${describeRule(rule)}` : `${result}, no rule matches`;
}

function describeRule({ resource, text, at }: RuleText): string {
  return `'${text}' of ${resource}${at ? ` (${at.file}:${at.line})` : ''}`;
}

function pathBlock({ sources, before, after, example }: PathGroup, bounds: Bounds): Block {
  const describe = (list: readonly string[], none: string): string => (list.length > 0 ? list.join(' or ') : none);
  const line = (label: string, old: string, now: string): Fact[] =>
    old === now ? [] : [{ mark: '~', text: `${label}: ${old} → ${now}` }];
  return {
    title: listSources(sources, bounds),
    facts: [
      ...line('source address', describe(before.sources, "the node's own"), describe(after.sources, "the node's own")),
      ...line('next hop', describe(before.hops, "the node's own"), describe(after.hops, "the node's own")),
      { mark: 'note', text: `for example ${example}` },
      {
        mark: 'note',
        text: `before: ${before.owners.join(', ') || 'no resource'}; now: ${after.owners.join(', ') || 'no resource'}`,
      },
    ],
  };
}

function moveBlocks({ moves }: DiffReport): Block[] {
  return moves.map(({ kind, name, address, from, to, why }) => ({
    title: `${kind} ${name}${address === undefined ? '' : `: ${address}`}`,
    facts: [
      { mark: '~', text: `${from ?? 'no node'} → ${to ?? 'no node'}` },
      { mark: 'note', text: why },
    ],
  }));
}

function answerBlocks({ answers }: DiffReport, bounds: Bounds): Block[] {
  return answers.map(({ name, added, removed, namespaces }) => ({
    title: `${name}, in rules of ${listNames(namespaces, bounds.facts)}`,
    facts: [
      ...added.slice(0, bounds.facts).map((text): Fact => ({ mark: '+', text })),
      ...removed.slice(0, bounds.facts).map((text): Fact => ({ mark: '-', text })),
    ],
  }));
}

/** Findings that say the same of many resources are one block. */
function findingBlocks({ findings: { added, gone } }: DiffReport, bounds: Bounds): Block[] {
  const groups = new Map<string, Block & { readonly facts: Fact[] }>();
  const add = (mark: '+' | '-', { severity, code, message, at, help, resource }: Diagnostic): void => {
    const title = `${mark === '+' ? 'new' : 'gone'}: ${severity}[${code}] ${message}`;
    const isHelpful = mark === '+' && help !== '';
    const block = groups.get(title) ?? { title, facts: isHelpful ? [{ mark: 'note', text: `help: ${help}` }] : [] };
    groups.set(title, block);
    const who = resource ? `${resource.kind} ${nameOf(resource)}` : 'the input';
    block.facts.push({ mark, text: `${who}${at ? ` (${at.file}:${at.line})` : ''}` });
  };
  for (const one of added) add('+', one);
  for (const one of gone) add('-', one);
  return [...groups.values()].map(({ title, facts }) => {
    const more = facts.length - bounds.facts;
    const shown = facts.slice(0, bounds.facts);
    return { title, facts: more > 0 ? [...shown, { mark: 'note', text: `and ${more} more` }] : shown };
  });
}

function nameOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

function resourceBlocks({ resources }: DiffReport, bounds: Bounds): Block[] {
  const marks = { added: '+', removed: '-', changed: '~' } as const;
  const groups = [
    ['met by packets that are treated otherwise', resources.filter(({ isFelt }) => isFelt)],
    ['no packet is treated otherwise because of these', resources.filter(({ isFelt }) => !isFelt)],
  ] as const;
  return groups.flatMap(([title, own]): Block[] => {
    if (own.length === 0) return [];
    const more = own.length - bounds.blocks;
    const facts = own.slice(0, bounds.blocks).map(({ change, kind, namespace, name }): Fact => ({
      mark: marks[change],
      text: `${kind} ${nameOf({ namespace, name })}`,
    }));
    return [{ title, facts: [...facts, ...(more > 0 ? [{ mark: 'note' as const, text: `and ${more} more` }] : [])] }];
  });
}

/** `all pods of shop (3 now)`, `all pods of 120 namespaces: a, b, … (340 now)`, `pods web-0, web-1 of shop`. */
function listSources(sources: readonly SourceText[], bounds: Bounds): string {
  const count = sources.reduce((sum, one) => sum + one.count, 0);
  const [only] = sources;
  if (only && sources.length === 1) {
    return only.pods
      ? `${only.pods.length === 1 ? 'pod' : 'pods'} ${listNames(only.pods, bounds.facts)} of ${only.namespace}`
      : `all pods of ${only.namespace} (${count === 0 ? 'none' : count} now)`;
  }
  const namespaces = listNames([...new Set(sources.map(({ namespace }) => namespace))], bounds.facts);
  return sources.some(({ pods }) => pods)
    ? `${plural(count, 'pod')} of ${namespaces}`
    : `all pods of ${plural(sources.length, 'namespace')}: ${namespaces} (${plural(count, 'pod')} now)`;
}

function listNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}
