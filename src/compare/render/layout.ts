import { titleOf } from '../../model/kubernetes-object.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { Bounds } from './bounds.js';
import type { Block, Document, Fact, Section } from './document.js';
import { layOutArtefacts, layOutOthers, layOutRowCounts } from './layout-artefacts.js';
import { connectionBlocks } from './layout-connections.js';
import { layOutExposure } from './layout-exposure.js';
import { countObserved, observedBlocks } from './layout-observed.js';
import { moveBlocks } from './layout-moves.js';
import { layOutRedirections } from './layout-redirections.js';
import { summariseDiff } from './layout-summary.js';
import { givenBlock } from './given.js';
import { flowBlock, markBlock, egressBlock } from './layout-traffic.js';
import { egressBlocksOfWorkloads, sectionTitle, serviceBlocks, workloadBlocks } from './layout-workloads.js';
import type { DiffReport, ExpectationText } from './report.js';

/** Lays out a report: effects first, counters before details, every section within bounds. */
export function layOut(report: DiffReport, bounds: Bounds): Document {
  const sections: readonly [title: string, blocks: readonly Block[], count?: string][] = [
    ['Expectations', expectationBlocks(report, bounds)],
    ['Observed flows', observedBlocks(report, bounds), countObserved(report)],
    ['Workloads', workloadBlocks(report, bounds)],
    ['Services', serviceBlocks(report)],
    [
      sectionTitle('opened', report),
      [...report.opened.map((group) => flowBlock(group, '+', bounds)), ...connectionsOf(report, 'opened', bounds)],
      countNamespaces(report, 'opened'),
    ],
    [
      sectionTitle('closed', report),
      [...report.closed.map((group) => flowBlock(group, '-', bounds)), ...connectionsOf(report, 'closed', bounds)],
      countNamespaces(report, 'closed'),
    ],
    ['Requests from outside', layOutExposure(report.exposure, bounds)],
    [
      'Source address and next hop',
      [
        ...egressBlocksOfWorkloads(report),
        ...report.egress.map((group) => egressBlock(group, bounds)),
        ...report.given.map((one) => givenBlock(one, bounds)),
      ],
    ],
    ['Moved addresses and hosts', moveBlocks(report.moves)],
    ['Redirections', layOutRedirections(report.redirections, bounds.facts)],
    ['DSCP', report.marks.map((group) => markBlock(group, bounds))],
    ['DNS answers', answerBlocks(report, bounds)],
    ['Hosts, objects and statuses', report.upgrade ? layOutOthers(report.artefacts, bounds.facts) : []],
    ['Findings', findingBlocks(report, bounds)],
    ['Resources', resourceBlocks(report, bounds)],
    ['Rows by kind', report.upgrade ? layOutRowCounts(report.artefacts) : []],
    ['Artefacts', report.upgrade ? [] : layOutArtefacts(report.artefacts, bounds.facts)],
  ];
  return {
    title: `${report.titles.before} → ${report.titles.after}`,
    summary: summariseDiff(report),
    sections: sections.flatMap(([title, blocks, count]): Section[] => {
      if (blocks.length === 0) return [];
      const more = Math.max(0, blocks.length - bounds.blocks);
      return [{ title, ...(count === undefined ? {} : { count }), blocks: blocks.slice(0, bounds.blocks), more }];
    }),
  };
}

/** Returns the number of namespaces with opened, or closed, flows, as text. */
function countNamespaces(report: DiffReport, change: 'opened' | 'closed'): string {
  const owners = [
    ...report[change].flatMap(({ sources }) => sources),
    ...report.connections.flatMap((one) => (one.change === change ? (one.outside ? one.to : one.from) : [])),
  ];
  return plural(new Set(owners.map(({ namespace }) => namespace)).size, 'namespace');
}

const VERDICTS: Readonly<Record<ExpectationText['change'], readonly [Fact['mark'], string]>> = {
  broken: ['!', 'violated by this change'],
  'broken before': ['!', 'failed before this change, and still fails'],
  withdrawn: ['-', 'withdrawn by this change, and fails'],
  weakened: ['-', 'weakened by this change'],
  fixed: ['+', 'fixed by this change'],
};

/** Returns blocks for the expectations, those broken by this change first. */
function expectationBlocks({ expectations }: DiffReport, bounds: Bounds): Block[] {
  return Object.entries(VERDICTS).flatMap(([change, [mark, words]]) =>
    expectations
      .filter((one) => one.change === change)
      .map(({ name, findings, weakenings = [] }): Block => {
        const weaker = weakenings.flatMap(({ text, at }): Fact[] => [
          { mark, text },
          ...(at ? [{ mark: 'note' as const, text: `${at.file}:${at.line}` }] : []),
        ]);
        const broken = findings.flatMap(({ message, at, related, packetPath = [] }): Fact[] => [
          { mark, text: message },
          ...[{ message: 'expected', at }, ...related].flatMap((note): Fact[] =>
            note.at ? [{ mark: 'note', text: `${note.message}: ${note.at.file}:${note.at.line}` }] : [],
          ),
          ...packetPath.slice(0, 1).map((text): Fact => ({ mark: 'note', text: `packet path: ${text}` })),
        ]);
        return { title: `${name}: ${words}`, facts: [...broken, ...weaker].slice(0, bounds.facts) };
      }),
  );
}

function connectionsOf({ connections }: DiffReport, change: 'opened' | 'closed', bounds: Bounds): Block[] {
  const own = connections.filter((one) => one.change === change);
  return connectionBlocks(own, change === 'opened' ? '+' : '-', bounds);
}

function answerBlocks({ answers }: DiffReport, bounds: Bounds): Block[] {
  return answers.map(({ name, added, removed, namespaces }) => ({
    title: `${name} (rules in ${listNames(namespaces, bounds.facts)})`,
    facts: [
      ...added.slice(0, bounds.facts).map((text): Fact => ({ mark: '+', text })),
      ...removed.slice(0, bounds.facts).map((text): Fact => ({ mark: '-', text })),
    ],
  }));
}

const CHANGES = { '+': 'new', '-': 'resolved', '!': 'newly ignored' } as const;

/** Returns blocks for the findings. Equal findings on many resources are one block. */
function findingBlocks({ findings: { added, gone, omitted, ignored } }: DiffReport, bounds: Bounds): Block[] {
  const groups = new Map<string, Block & { readonly facts: Fact[] }>();
  const add = (mark: '+' | '-' | '!', { severity, code, message, at, help, resource }: Diagnostic): void => {
    const title = `${CHANGES[mark]}: ${severity}[${code}] ${message}`;
    const isHelpful = mark === '+' && help !== '';
    const block = groups.get(title) ?? { title, facts: isHelpful ? [{ mark: 'note', text: `help: ${help}` }] : [] };
    groups.set(title, block);
    const subject = resource ? titleOf(resource.kind, resource) : 'the input';
    block.facts.push({ mark, text: `${subject}${at ? ` (${at.file}:${at.line})` : ''}` });
  };
  for (const one of added) add('+', one);
  for (const one of gone) add('-', one);
  for (const one of ignored.added) add('!', one);
  const blocks = [...groups.values()].map(({ title, facts }): Block => {
    const more = facts.length - bounds.facts;
    const shown = facts.slice(0, bounds.facts);
    return { title, facts: more > 0 ? [...shown, { mark: 'note', text: `and ${more} more` }] : shown };
  });
  const more = [
    omitted.added > 0 ? `new: ${plural(omitted.added, 'more finding')}` : '',
    omitted.gone > 0 ? `resolved: ${plural(omitted.gone, 'more finding')}` : '',
    ignored.omitted > 0 ? `newly ignored: ${plural(ignored.omitted, 'more finding')}` : '',
  ];
  return [...blocks, ...more.filter((title) => title !== '').map((title) => ({ title, facts: [] }))];
}

function resourceBlocks({ resources }: DiffReport, bounds: Bounds): Block[] {
  const marks = { added: '+', removed: '-', changed: '~' } as const;
  const groups = [
    ['affect packets', resources.filter(({ isFelt }) => isFelt)],
    ['affect no packet', resources.filter(({ isFelt }) => !isFelt)],
  ] as const;
  return groups.flatMap(([title, own]): Block[] => {
    if (own.length === 0) return [];
    const more = own.length - bounds.blocks;
    const facts = own.slice(0, bounds.blocks).map(({ change, kind, namespace, name }): Fact => ({
      mark: marks[change],
      text: titleOf(kind, { namespace, name }),
    }));
    return [{ title, facts: [...facts, ...(more > 0 ? [{ mark: 'note' as const, text: `and ${more} more` }] : [])] }];
  });
}
