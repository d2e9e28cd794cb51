import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSystemError } from '../sources/system-error.js';

/** What a rendered folder says of a node, as text. */
export interface NodeFiles {
  /** `nftables.nft`; absent: no table. */
  readonly ruleset?: string;
  /** `routes.json`; absent: no addresses, rules and routes. */
  readonly routes?: string;
  /** The resource that all of it comes from; '' where there are several. */
  readonly owner: string;
}

interface Entry {
  readonly path: string;
  readonly sha256: string;
  readonly sources: readonly unknown[];
}

/**
 * Reads what a rendered folder wants of a node, however the folder got there. A node of which the index says nothing has
 * nothing; a folder without an index, or with files that are not those of its index, is no folder to go by: a sentence.
 */
export function readNodeFolder(folder: string, node: string): NodeFiles | string {
  try {
    const index: unknown = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
    const entries = entriesOf(index);
    if (!entries)
      return `${join(folder, 'index.json')} is not the index of a folder that this version of Weir rendered`;
    const own = (name: string): Entry[] => entries.filter(({ path }) => path === `nodes/${node}/${name}`);
    const [rulesets, routes] = [own('nftables.nft'), own('routes.json')];
    const texts = new Map([...rulesets, ...routes].map((entry) => [entry.path, readEntry(folder, entry)]));
    for (const [path, text] of texts) {
      if (text === undefined)
        return `${join(folder, path)} is not what index.json lists: it is being delivered, or was edited`;
    }
    const ruleset = texts.get(rulesets[0]?.path ?? '');
    const routing = texts.get(routes[0]?.path ?? '');
    const sources = new Set([...rulesets, ...routes].flatMap((entry) => entry.sources));
    const [owner = ''] = sources.size === 1 ? sources : [];
    return {
      ...(ruleset === undefined ? {} : { ruleset }),
      ...(routing === undefined ? {} : { routes: routing }),
      owner: typeof owner === 'string' ? owner : '',
    };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return `${join(folder, 'index.json')} is not JSON`;
    return `the rendered folder ${folder} cannot be read: ${describeSystemError(thrown)}`;
  }
}

function entriesOf(index: unknown): readonly Entry[] | undefined {
  if (typeof index !== 'object' || index === null || !('weir' in index) || index.weir !== 1) return undefined;
  const artefacts: unknown = 'artefacts' in index ? index.artefacts : undefined;
  return Array.isArray(artefacts) && artefacts.every(isEntry) ? artefacts : undefined;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { path, sha256, sources } = value as Partial<Record<keyof Entry, unknown>>;
  return typeof path === 'string' && typeof sha256 === 'string' && Array.isArray(sources);
}

/** The text of a file, undefined when it has another digest than the index says. */
function readEntry(folder: string, { path, sha256 }: Entry): string | undefined {
  const bytes = readFileSync(join(folder, path));
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes.toString('utf8') : undefined;
}
