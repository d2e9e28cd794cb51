import { fenceFor } from '../../compare/render/code-span.js';
import { showText } from '../../diagnostics/visible.js';
import type { Failure } from '../../model/change.js';
import type { HostingClient } from '../commands/pull-request/hosting.js';
import { type ClusterChange, describeClusters, summariseClusters } from './changes.js';

/** Renders the changes of the clusters themselves for a terminal, or '' if there are none. */
export function renderClusters(changes: readonly ClusterChange[]): string {
  if (changes.length === 0) return '';
  const lines = describeClusters(changes).map((line) => `  ${showText(line)}`);
  return `${['# the fleet', '', summariseClusters(changes), ...lines].join('\n')}\n\n`;
}

/** Renders the changes as GitHub Markdown. `!` marks changed clusters. */
export function renderClustersAsMarkdown(changes: readonly ClusterChange[]): string {
  if (changes.length === 0) return '';
  const lines = describeClusters(changes).map((line) => showText(line).replace(/^~/, '!'));
  const fence = fenceFor(lines, 3);
  const summary = `**${summariseClusters(changes)}**`;
  return `${['### Egress: the fleet', '', summary, '', `${fence}diff`, ...lines, fence].join('\n')}\n\n`;
}

/**
 * Comments on the pull or merge request. `isDemanded` is true if the check fails. Returns an error message, or
 * undefined.
 */
export async function publishClusters(
  hosting: HostingClient,
  changes: readonly ClusterChange[] | Failure,
  isDemanded: boolean,
  id: string,
): Promise<string | undefined> {
  const isKnown = !('result' in changes);
  const isQuiet = isKnown && changes.length === 0;
  const title = isQuiet ? 'Nothing changes' : isKnown ? 'Added and removed clusters' : 'The base has no readable fleet';
  const head = isQuiet
    ? 'The fleet has the same clusters.'
    : isKnown
      ? renderClustersAsMarkdown(changes).trimEnd()
      : '### Egress: the fleet of the base cannot be read\n\nAdded and removed clusters are unknown.';
  const parts = { head, sections: [] };
  const conclusion = isDemanded ? 'failure' : isQuiet ? 'success' : 'neutral';
  return hosting.publish({ title, parts, longParts: parts, findings: [], isQuiet, conclusion }, id);
}
