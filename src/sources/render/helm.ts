import { posix } from 'node:path';
import type { Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { messages as sourceMessages } from '../messages.js';
import { messages } from './messages.js';
import type { RenderedSource, RenderContext } from './context.js';
import { findTool, runTool } from './tool.js';
import { type RenderedDocument, createTrace } from './locate-source.js';
import { makeTree, pathFromTop } from './tree.js';

/** A chart to render. */
export interface Chart {
  readonly helm: string;
  readonly values?: readonly string[];
  readonly release?: string;
  readonly namespace?: string;
}

/**
 * Renders a chart with `helm template`, on copies of its files and of the value files. Nothing is fetched: dependencies
 * must be in its folder `charts`.
 */
export async function renderChart(chart: Chart, { root, top, read }: RenderContext): Promise<RenderedSource> {
  const { helm: folder, values = [], release = 'release', namespace } = chart;
  const fail = (finding: Omit<Report, 'location'>): RenderedSource => ({
    reports: [{ ...finding, location: { path: folder } }],
  });
  const tool = findTool('helm');
  if (tool === undefined) return fail(sourceMessages.toolMissing('helm', `the chart ${folder}`));
  const files = new Map<string, SourceFile>();
  for (const pattern of [posix.join(folder, '**'), ...values]) {
    const found = await read(pattern);
    const error = found.reports.find(({ severity }) => severity === 'error');
    if (error) return { reports: [error] };
    if (found.files.length === 0) return fail(sourceMessages.noMatch(pattern, 'error'));
    for (const file of found.files) files.set(pathFromTop(top, root, file.path), file);
  }
  const tree = makeTree(files);
  try {
    const place = (path: string): string => tree.place(pathFromTop(top, root, path));
    const words = [
      ...['template', release, place(folder)],
      ...values.flatMap((path) => ['--values', place(path)]),
      ...(namespace === undefined ? [] : ['--namespace', namespace]),
    ];
    const result = await runTool(tool, words, tree.home, tree.home);
    if ('problem' in result) return fail(messages.toolFailed('helm', folder, result.problem));
    return { file: traced(result.stdout, folder, pathFromTop(top, root, folder), files), reports: [] };
  } finally {
    tree.remove();
  }
}

/**
 * Returns the rendered text with source locations. Before each document, helm prints its template, prefixed by the name
 * of the chart.
 */
function traced(text: string, folder: string, start: string, files: ReadonlyMap<string, SourceFile>): SourceFile {
  const documents: RenderedDocument[] = [];
  let offset = 0;
  for (const document of text.split(/^(?=---\n)/m)) {
    const [, source = ''] = /^# Source: [^/\n]+\/(.*)$/m.exec(document) ?? [];
    documents.push({ start: offset, file: files.get(posix.join(start, source)) });
    offset += document.length;
  }
  return { path: `<helm ${folder}>`, text, trace: createTrace(text, documents, [...files.values()]) };
}
