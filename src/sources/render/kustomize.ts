import { mkdirSync, writeFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import type { Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { messages as sourceMessages } from '../messages.js';
import { messages } from './messages.js';
import { checkKustomization, writeKustomization } from './check-kustomization.js';
import { KUSTOMIZATIONS, listLeads, looksLikeHost } from './kustomization.js';
import type { RenderedSource, RenderContext } from './context.js';
import { traceOrigins } from './origin.js';
import { findTool, runTool } from './tool.js';
import { makeTree, pathFromTop } from './tree.js';

/** Maximum folders of a kustomization with all its bases. Real ones have fewer. */
const MAX_FOLDERS = 200;

/**
 * Renders a kustomization with `kubectl kustomize` or kustomize, on copies of the folders that it refers to. Rejects
 * references to files outside the repository, which would be fetched, and plugins, which would run with the user's
 * rights.
 */
export async function renderKustomization(folder: string, context: RenderContext): Promise<RenderedSource> {
  const fail = (finding: Omit<Report, 'location'>, path = folder): RenderedSource => ({
    reports: [{ ...finding, location: { path } }],
  });
  const tool = findTool('kubectl') ?? findTool('kustomize');
  if (tool === undefined) return fail(sourceMessages.toolMissing('kubectl', `the kustomization ${folder}`));
  const gathered = await gather(folder, context);
  if ('code' in gathered) return { reports: [gathered] };
  const tree = makeTree(new Map([...gathered.files, ...gathered.checked]));
  try {
    const run = join(tree.home, 'run');
    mkdirSync(run);
    const target = relative(run, tree.place(gathered.start));
    writeFileSync(
      join(run, 'kustomization.yaml'),
      `resources: [${JSON.stringify(target)}]\nbuildMetadata: [originAnnotations]\n`,
    );
    const words = tool.endsWith('kustomize') ? ['build', run] : ['kustomize', run];
    const result = await runTool(tool, words, run, tree.home);
    if ('problem' in result) return fail(messages.toolFailed('kustomize', folder, result.problem));
    return { file: traceOrigins(result.stdout, `<kustomize ${folder}>`, gathered.named), reports: [] };
  } finally {
    tree.remove();
  }
}

interface Gathered {
  /** By path from the root of the repository. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** The kustomizations, and the files that they name. Other files are not the source of any rendered line. */
  readonly named: ReadonlyMap<string, SourceFile>;
  /** The validated kustomizations among them, rewritten for kustomize. */
  readonly checked: ReadonlyMap<string, SourceFile>;
  readonly start: string;
}

/**
 * Returns all files of the folder and of the folders that its kustomizations refer to, transitively. Returns a report
 * if one of them is rejected.
 */
async function gather(folder: string, { root, top, read }: RenderContext): Promise<Gathered | Report> {
  const files = new Map<string, SourceFile>();
  const checked = new Map<string, SourceFile>();
  const named = new Set<string>();
  const start = pathFromTop(top, root, folder);
  const seen = new Set<string>();
  const pending = [start];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const shown = relative(root, join(top, path)) || '.';
    const location = { path: shown };
    if (path.startsWith('..')) return { ...sourceMessages.outsideRepository(shown), location };
    if (seen.size > MAX_FOLDERS)
      return { ...messages.toolFailed('kustomize', folder, 'it has too many bases'), location };
    const found = await read(posix.join(shown, '**'));
    const error = found.reports.find(({ severity }) => severity === 'error');
    if (error) return error;
    for (const file of found.files) files.set(pathFromTop(top, root, file.path), file);
    const name = KUSTOMIZATIONS.find((one) => files.has(posix.join(path, one)));
    const kustomization = name === undefined ? undefined : files.get(posix.join(path, name));
    if (!kustomization) {
      const problem = seen.size === 1 ? 'there is no kustomization.yaml' : `${shown} has no kustomization.yaml`;
      return { ...messages.toolFailed('kustomize', folder, problem), location };
    }
    const sound = checkKustomization(kustomization, shown);
    if ('report' in sound) return sound.report;
    checked.set(posix.join(path, name ?? ''), { path: kustomization.path, text: writeKustomization(sound.object) });
    const leads = listLeads(sound.object);
    for (const lead of [name ?? '', ...leads.local]) named.add(posix.join(path, lead));
    const place = { path: kustomization.path };
    const [remote] = leads.remote;
    if (remote !== undefined) return { ...messages.remoteBase(remote), location: place };
    const [plugin] = leads.plugins;
    if (plugin !== undefined) return { ...messages.pluginRejected(plugin), location: place };
    for (const lead of leads.paths) {
      const next = posix.join(path, lead);
      if (files.has(next)) continue;
      if (looksLikeHost(lead)) return { ...messages.remoteBase(lead), location: place };
      pending.push(next);
    }
  }
  return { files, named: new Map([...files].filter(([path]) => named.has(path))), checked, start };
}
