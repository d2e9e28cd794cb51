import type { Failure } from '../model/change.js';
import { refuseUnknownName } from './known-names.js';
import { type OutputSource, readArtefact, readRenderedFolder } from './read-folder.js';

/** Artefacts of a node in an output, as text. */
export interface NodeFiles {
  /** Content of `nftables.nft`. If unset, there is no table. */
  readonly ruleset?: string;
  /** Content of `routes.json`. If unset, there are no addresses, rules and routes. */
  readonly routes?: string;
  /** The resource that all of it comes from. '' if there are several. */
  readonly owner: string;
}

/**
 * Reads the desired state of a node from an output. The state is empty for a node of the cluster without files.
 * A node that the index does not list is a failure.
 */
export function readRenderedNode(source: OutputSource, node: string): NodeFiles | Failure {
  const rendered = readRenderedFolder(source);
  if ('result' in rendered) return rendered;
  const refusal = refuseUnknownName(rendered, 'node', node);
  if (refusal) return refusal;
  const ruleset = readArtefact(rendered, `nodes/${node}/nftables.nft`);
  if (ruleset && 'result' in ruleset) return ruleset;
  const routes = readArtefact(rendered, `nodes/${node}/routes.json`);
  if (routes && 'result' in routes) return routes;
  const sources = new Set([...(ruleset?.sources ?? []), ...(routes?.sources ?? [])]);
  const [owner = ''] = sources.size === 1 ? sources : [];
  return {
    ...(ruleset ? { ruleset: ruleset.text } : {}),
    ...(routes ? { routes: routes.text } : {}),
    owner,
  };
}
