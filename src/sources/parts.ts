import { posix } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import { groupBy } from '../std/group-by.js';
import { messages } from './messages.js';
import { KUSTOMIZATIONS, readLeads } from './render/kustomization.js';
import type { SourceResult } from './source.js';

/**
 * Skips files that a glob for all files matches but that are not objects on their own: templates of charts and patches
 * of kustomizations. Reports once for each chart and kustomization how to render it.
 */
export function leaveOutParts(files: readonly SourceFile[]): SourceResult {
  const reports: Report[] = [];
  const paths = new Set(files.map(({ path }) => path));
  const parts = new Set<string>();
  const templates = groupBy(files.filter(isTemplate), ({ path }) => path.slice(0, path.search(TEMPLATES)) || '.');
  for (const file of files) {
    const [folder, name] = [posix.dirname(file.path), posix.basename(file.path)];
    const own = name === 'Chart.yaml' ? (templates.get(folder) ?? []) : [];
    for (const { path } of own) parts.add(path);
    if (own.length > 0) report(messages.chartSkipped(folder, own.length), file, reports);
    if (!KUSTOMIZATIONS.includes(name)) continue;
    const patches = new Set(readLeads(file).patches.map((path) => posix.join(folder, path)));
    const found = [...patches].filter((path) => paths.has(path));
    for (const path of found) parts.add(path);
    if (found.length > 0) report(messages.patchesSkipped(folder, found.length), file, reports);
  }
  return { files: files.filter(({ path }) => !parts.has(path)), reports };
}

/** Folder of a chart with its templates. */
const TEMPLATES = /(?:^|\/)templates\//;

function isTemplate({ path, text }: SourceFile): boolean {
  return TEMPLATES.test(path) && text.includes('{{');
}

function report(finding: Omit<Report, 'location'>, { path }: SourceFile, reports: Report[]): void {
  reports.push({ ...finding, location: { path } });
}
