import { relative } from 'node:path';
import type { Compilation } from '../../compile/compile.js';
import { zonePath } from '../../northbound/part-paths.js';
import { summariseFindings } from '../../diagnostics/verdict.js';
import type { Artefact } from '../../model/artefact.js';
import type { LockChange } from '../../model/lock.js';
import type { Findings } from '../../model/diagnostic.js';

/** Maximum number of zones listed. More are only counted. */
const MAX_ZONES = 20;

/** Renders a table with right-aligned numbers. Columns are separated by two blanks. */
function renderTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, String(cell).length)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => {
          const width = widths[index] ?? 0;
          return index === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The written output: its folder, and the changes of the lock. */
export interface WrittenOutput {
  readonly folder: string;
  readonly lockChanges: readonly LockChange[];
}

/** The counts of a compilation. */
export interface RunSummary {
  readonly resources: number;
  readonly nodes: number;
  readonly namespaces: number;
  readonly files: number;
  readonly zones: readonly {
    readonly name: string;
    readonly nodes: number;
    /** Rows by table. */
    readonly counts: Artefact['counts'];
  }[];
  /** Numbers of objects that Weir ignores, by type. */
  readonly ignored: readonly (readonly [what: string, count: number])[];
}

export function summariseRun({ artefacts, stored, cluster, resources, ignored }: Compilation): RunSummary {
  const countsOf = new Map(artefacts.map(({ path, counts }) => [path, counts]));
  const zones = [...cluster.zones].flatMap(([name, nodes]) => {
    const counts = countsOf.get(zonePath(name));
    return counts ? [{ name, nodes: nodes.length, counts }] : [];
  });
  const [nodes, namespaces] = [cluster.nodes.length, cluster.namespaces.size];
  return { resources, nodes, namespaces, files: artefacts.length + stored.length, zones, ignored: [...ignored] };
}

/** Renders the summary of a run: compiled objects, zones, rows, findings, and other written files. */
export function renderSummary(summary: RunSummary, found: Findings, { folder, lockChanges }: WrittenOutput): string {
  const { resources, nodes, namespaces, files, zones, ignored } = summary;
  const tables = [...new Set(zones.flatMap(({ counts }) => Object.keys(counts)))].sort();
  const rows = zones
    .slice(0, MAX_ZONES)
    .map((zone) => [zone.name, zone.nodes, ...tables.map((table) => zone.counts[table] ?? 0)]);
  const totals = tables.map((table) => zones.reduce((sum, { counts }) => sum + (counts[table] ?? 0), 0));
  if (zones.length > MAX_ZONES) rows.push([`… ${zones.length - MAX_ZONES} more zones`]);
  if (zones.length > MAX_ZONES) rows.push(['all zones', nodes, ...totals]);
  const lines = [
    `${countText(resources, 'resource')}, ${countText(nodes, 'node')}, ${countText(namespaces, 'namespace')} → ${countText(files, 'file')} in ${relative('.', folder) || '.'}`,
    '',
    ...(rows.length > 0 ? [renderTable([['zone', 'nodes', ...tables], ...rows]), ''] : []),
    ...(ignored.length > 0 ? [`ignored   ${ignored.map(([what, count]) => `${count} × ${what}`).join(', ')}`] : []),
    ...(lockChanges.length > 0 ? [`lock      ${countLockChanges(lockChanges)}: commit weir.lock.yaml`] : []),
    `findings  ${summariseFindings(found)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats lock changes: `4 assignments new, 1 changed`. */
function countLockChanges(changes: readonly LockChange[]): string {
  const counts = [
    ['new', changes.filter(({ from }) => from === undefined).length],
    ['changed', changes.filter(({ from, to }) => from !== undefined && to !== undefined).length],
    ['gone', changes.filter(({ to }) => to === undefined).length],
  ] as const;
  const [first, ...others] = counts.filter(([, count]) => count > 0);
  if (!first) return '';
  return [
    `${countText(first[1], 'assignment')} ${first[0]}`,
    ...others.map(([what, count]) => `${count} ${what}`),
  ].join(', ');
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
