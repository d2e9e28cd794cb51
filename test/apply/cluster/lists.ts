import type { JsonObject } from '../../../src/std/json.js';

/** Lists of which a page was read, as they were at their resourceVersion. */
export type Lists = Map<string, readonly JsonObject[]>;

interface ListedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
}

/**
 * A page of a list, as an API server gives it: the next pages are those of the list as it was, whatever has changed since.
 * `refusal`: the status where the token is none (400), or of a list that is forgotten (410).
 */
export function readPage(
  { version: now, lists }: { readonly version: number; readonly lists: Lists },
  { apiVersion, kind, plural }: ListedKind,
  objects: ReadonlyMap<string, JsonObject>,
  query: URLSearchParams,
): { readonly list: JsonObject } | { readonly refusal: number } {
  const limit = Number(query.get('limit') ?? 0);
  const label = query.get('labelSelector') ?? '';
  const [, named] = /^metadata\.name=(.*)$/.exec(query.get('fieldSelector') ?? '') ?? [];
  const token = query.get('continue') ?? '';
  const from = token === '' ? undefined : readToken(token);
  if (token !== '' && !from) return { refusal: 400 };
  const version = from?.version ?? String(now);
  const id = `${plural} ${version}`;
  const all = from ? lists.get(id) : select(objects, label, named);
  if (!all) return { refusal: 410 };
  if (!from && limit > 0) lists.set(id, all);
  const start = from?.start ?? 0;
  const items = all.slice(start, limit === 0 ? undefined : start + limit);
  const left = all.length - start - items.length;
  // With a selector the server does not know how many are left.
  const count = label === '' && named === undefined ? { remainingItemCount: left } : {};
  const more = left > 0 ? { continue: writeToken(version, start + items.length), ...count } : {};
  return {
    list: { kind: `${kind}List`, apiVersion, metadata: { resourceVersion: version, ...more }, items: [...items] },
  };
}

/** Objects in the order of their keys; items of a list do not say their version and kind. */
function select(
  objects: ReadonlyMap<string, JsonObject>,
  selector: string,
  named: string | undefined,
): readonly JsonObject[] {
  const [label, value] = selector.split('=');
  return [...objects]
    .filter(([, one]) => named === undefined || (one.metadata as JsonObject).name === named)
    .filter(([, one]) => !label || ((one.metadata as JsonObject).labels as JsonObject | undefined)?.[label] === value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) =>
      Object.fromEntries(Object.entries(one).filter(([name]) => !['apiVersion', 'kind'].includes(name))),
    );
}

/** A token is the server's own affair: clients hand it back as it is. */
function writeToken(version: string, start: number): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: version, start })).toString('base64url');
}

function readToken(token: string): { readonly version: string; readonly start: number } | undefined {
  try {
    const { rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { rv: string; start: number };
    return { version: rv, start };
  } catch {
    return undefined;
  }
}
