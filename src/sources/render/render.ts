import type { Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import type { ManifestSource } from '../../model/manifest-source.js';
import { messages as sourceMessages } from '../messages.js';
import { messages } from './messages.js';
import type { SourceResult } from '../source.js';
import type { RenderContext } from './context.js';
import { renderChart } from './helm.js';
import { renderKustomization } from './kustomize.js';
import { findIsolation } from './tool.js';

/** Reads the sources of weir.yaml sequentially, because a tool uses a full core. */
export async function readSources(sources: readonly ManifestSource[], context: RenderContext): Promise<SourceResult> {
  const files: SourceFile[] = [];
  const reports: Report[] = [];
  let tool: { readonly name: string; readonly path: string } | undefined;
  for (const source of sources) {
    const { namespace } = source;
    const placed = namespace === undefined ? {} : { namespace };
    if ('files' in source) {
      const { parameters } = source;
      const found = await context.read(source.files, 'wanted');
      reports.push(...found.reports);
      for (const file of found.files) files.push({ ...file, ...placed, ...(parameters ? { parameters } : {}) });
      continue;
    }
    const folder = 'helm' in source ? source.helm : source.kustomize;
    const rendered = isPlain(folder)
      ? await ('helm' in source ? renderChart(source, context) : renderKustomization(folder, context))
      : { reports: [{ ...sourceMessages.badPattern(folder, 'it must name a folder'), location: { path: '' } }] };
    reports.push(...rendered.reports);
    if (rendered.file) files.push({ ...rendered.file, ...placed });
    tool ??= rendered.file && { name: 'helm' in source ? 'helm' : 'kubectl', path: folder };
  }
  if (tool && !findIsolation()) reports.push({ ...messages.networkShared(tool.name), location: { path: tool.path } });
  return { files, reports };
}

/** Returns true for a folder without wildcards. */
function isPlain(folder: string): boolean {
  return !/[*?[\]{}\\]/.test(folder);
}
