import { makeVisible } from '../../../diagnostics/visible.js';
import type { EffectiveEgress } from '../../../egress/effective.js';
import { quoteField } from '../../../std/csv.js';
import { egressIn, textsOfSources, valuesOfFamilies, formatDefault, formatMark } from './words.js';

const HEADER = [
  ...['namespace', 'network', 'pods', 'ipv4', 'ipv6', 'nodes', 'next_hops', 'by'],
  ...['firewall', 'allow', 'deny', 'default', 'policies', 'dscp'],
];

/** Returns the entries as CSV (RFC 4180), one per line. Items of lists are separated by a semicolon and a blank. */
export function egressCSV(entries: readonly EffectiveEgress[]): string {
  return renderCSV(HEADER, entries.map(fieldsOf));
}

/**
 * Returns rows of fields as CSV. Fields are escaped, so that none controls a terminal, ends its line, or is a formula.
 */
export function renderCSV(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => `${row.map((field) => quoteField(makeVisible(field))).join()}\n`).join('');
}

function fieldsOf(entry: EffectiveEgress): string[] {
  const { namespace, network, pods, families, firewall, policies, marks } = entry;
  const sources = (['IPv4', 'IPv6'] as const).map((family) => {
    const egress = egressIn(entry, family);
    return egress ? textsOfSources(egress) : [];
  });
  return [
    ...[namespace, network, join(pods)],
    ...sources.map(join),
    join(valuesOfFamilies(entry, ({ nodes }) => nodes)),
    join(valuesOfFamilies(entry, ({ nextHops }) => nextHops)),
    join(valuesOfFamilies(entry, ({ owners }) => owners)),
    ...(firewall
      ? [firewall.name, `${firewall.allow}`, `${firewall.deny}`, formatDefault(firewall, families)]
      : ['', '', '', '']),
    ...[join(policies), join(marks.map(formatMark))],
  ];
}

function join(items: readonly string[]): string {
  return items.join('; ');
}
