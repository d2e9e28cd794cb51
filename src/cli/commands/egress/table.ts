import { showText } from '../../../diagnostics/visible.js';
import type { EffectiveEgress } from '../../../egress/effective.js';
import type { Family } from '../../../net/address.js';
import { alignColumns } from '../../../std/columns.js';
import { listNames } from '../../../std/list-text.js';
import { UNKNOWN, egressIn, textsOfSources, valuesOfFamilies, formatDefault, formatMark, formatPods } from './words.js';

/** A column of the table. An `optional` column is omitted if all of its cells are empty. */
interface Column {
  readonly title: string;
  readonly optional?: true;
  readonly cellOf: (entry: EffectiveEgress) => string;
}

/**
 * Returns the entries as a text table, one per line. Long lists are shortened. Returns an empty list without entries.
 */
export function egressTable(entries: readonly EffectiveEgress[], families: readonly Family[]): string[] {
  if (entries.length === 0) return [];
  const columns = columnsFor(families)
    .map(({ title, optional, cellOf }) => ({ title, optional, cells: entries.map((entry) => showText(cellOf(entry))) }))
    .filter(({ optional, cells }) => !optional || cells.some((cell) => cell !== ''));
  return alignColumns([
    columns.map(({ title }) => title),
    ...entries.map((_, row) => columns.map(({ cells }) => cells[row] ?? '')),
  ]);
}

function columnsFor(families: readonly Family[]): Column[] {
  return [
    { title: 'NAMESPACE', cellOf: ({ namespace }) => namespace },
    { title: 'PODS', cellOf: formatPods },
    ...families.map((family): Column => ({ title: family.toUpperCase(), cellOf: (entry) => sourcesIn(entry, family) })),
    { title: 'NODES', cellOf: (entry) => listNames(valuesOfFamilies(entry, ({ nodes }) => nodes)) || UNKNOWN },
    {
      title: 'NEXT HOPS',
      cellOf: (entry) => listNames(valuesOfFamilies(entry, ({ nextHops }) => nextHops)) || UNKNOWN,
    },
    { title: 'BY', optional: true, cellOf: (entry) => listNames(valuesOfFamilies(entry, ({ owners }) => owners)) },
    { title: 'FIREWALL', optional: true, cellOf: firewallOf },
    { title: 'POLICIES', optional: true, cellOf: ({ policies }) => listNames(policies) },
    { title: 'DSCP', optional: true, cellOf: ({ marks }) => listNames(marks.map(formatMark)) },
  ];
}

function sourcesIn(entry: EffectiveEgress, family: Family): string {
  const egress = egressIn(entry, family);
  return egress ? listNames(textsOfSources(egress)) : '';
}

/** Formats a firewall: `2 allow, 1 deny, closed`. */
function firewallOf({ firewall, families }: EffectiveEgress): string {
  if (!firewall) return '';
  return `${firewall.allow} allow, ${firewall.deny} deny, ${formatDefault(firewall, families)}`;
}
