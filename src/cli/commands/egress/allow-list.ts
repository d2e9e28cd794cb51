import { renderCode } from '../../../compare/render/code-span.js';
import type { AllowListChange, AllowListEntry } from '../../../egress/allow-list.js';
import { familyOfText } from '../../../net/address.js';
import { renderCSV } from './csv.js';

/** An allow list, with its heading. */
export interface AllowListAnswer {
  readonly entries: readonly AllowListEntry[];
  /** The day from which it is valid, `YYYY-MM-DD`. */
  readonly validFrom: string | undefined;
  /** If true, the status of each address is shown. */
  readonly isCompared: boolean;
}

/** Returns the list as GitHub Markdown. Names are in code spans, so that they cannot contain markup. */
export function allowListMarkdown(list: AllowListAnswer): string {
  const { entries, validFrom, isCompared } = list;
  const day = validFrom === undefined ? '' : ` from ${validFrom}`;
  const sections = isCompared
    ? [
        section(`New: allow these${day}`, linesOf(entries, 'new')),
        section('Kept', linesOf(entries, 'kept')),
        section(`Removed: no longer used${day}`, linesOf(entries, 'gone')),
      ]
    : [linesOf(entries)];
  const current = currentOf(entries);
  return [
    '# Source addresses of egress traffic',
    '',
    `${validFrom === undefined ? 'Traffic' : `From ${validFrom}, traffic`} of these namespaces comes from these addresses.`,
    ...block(sections.flat()),
    ...block(section('Not stable', unstableLines(entries))),
    ...block(section('All addresses to allow', current.length === 0 ? [] : ['```', ...current, '```'])),
    ...(current.length === 0 ? ['', 'No namespace has a stable address.'] : []),
    '',
  ].join('\n');
}

/**
 * Returns the lines of a list, such as ``- `payments`: `192.0.2.10` ``, for the addresses with a change, or for all.
 */
function linesOf(entries: readonly AllowListEntry[], wanted?: AllowListChange): string[] {
  return entries.flatMap(({ namespace, addresses }) => {
    const own = addresses.filter(({ change }) => change === wanted).map(({ address }) => renderCode(address));
    return own.length === 0 ? [] : [`- ${renderCode(namespace)}: ${own.join(', ')}`];
  });
}

function unstableLines(entries: readonly AllowListEntry[]): string[] {
  const lines = entries.flatMap(({ namespace, unstable, hasUnknown }) => {
    const items = [...unstable.map(renderCode), ...(hasUnknown ? ['an unknown address'] : [])];
    return items.length === 0 ? [] : [`- ${renderCode(namespace)}: ${items.join(', ')}`];
  });
  if (lines.length === 0) return [];
  return [
    'Some or all pods of these namespaces use the addresses of their nodes or their own. These addresses change with',
    'nodes and pods, so do not rely on them in an allow list.',
    '',
    ...lines,
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

function block(lines: readonly string[]): string[] {
  const end = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return end.length === 0 ? [] : ['', ...end];
}

/** Returns the egress addresses of the namespaces, without duplicates, in the order of the entries. */
function currentOf(entries: readonly AllowListEntry[]): string[] {
  const all = entries.flatMap(({ addresses }) => addresses.filter(({ change }) => change !== 'gone'));
  return [...new Set(all.map(({ address }) => address))];
}

const HEADER = ['namespace', 'address', 'family', 'stable', 'change', 'validFrom'];

/** Returns the list as CSV: a line for each address of a namespace. An unknown address is ''. */
export function allowListCSV({ entries, validFrom = '' }: AllowListAnswer): string {
  return renderCSV(
    HEADER,
    entries.flatMap(({ namespace, addresses, unstable, hasUnknown }) => [
      ...addresses.map(({ address, family, change = '' }) => [namespace, address, family, 'yes', change, validFrom]),
      ...unstable.map((address) => [namespace, address, familyOfText(address), 'no', '', validFrom]),
      ...(hasUnknown ? [[namespace, '', '', 'no', '', validFrom]] : []),
    ]),
  );
}

/** Returns the list as data for `--format json`. */
export function allowListData({ entries, validFrom }: AllowListAnswer): object {
  return { ...(validFrom === undefined ? {} : { validFrom }), namespaces: entries };
}
