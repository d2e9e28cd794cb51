import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver/node';
import { readManifests } from '../../compile/1-read/read.js';
import { locateCauses } from '../../diagnostics/locate-causes.js';
import { makeVisible } from '../../diagnostics/visible.js';
import { knownKinds } from '../../kinds/known.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { Position } from '../../model/diagnostic.js';
import { rangeOf } from './render.js';
import type { Known } from './session.js';

/** Maximum symbols in a response. */
const MAX_SYMBOLS = 200;

/** Returns the objects of a repository whose titles contain the words of a query, with their places. */
export function findSymbols({ found }: Known, query: string): { readonly title: string; readonly at: Position }[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const objects = [...found.compiled, ...found.inventory, ...found.observed].flatMap(
    ({ kind, namespace, name, origin }) => {
      const title = titleOf(kind, { namespace, name });
      const lower = title.toLowerCase();
      return words.every((word) => lower.includes(word)) ? [{ title, origin, pointer: '/metadata/name' }] : [];
    },
  );
  return Array.from(locateCauses(objects.slice(0, MAX_SYMBOLS), ''), ([{ title }, at]) => ({
    title: makeVisible(title),
    at,
  }));
}

/**
 * Returns the objects of a document that Weir supports, in order. Each has the name used in findings, and its position.
 */
export function listSymbols(document: TextDocument): DocumentSymbol[] {
  const { compiled, inventory, observed } = readManifests(
    [{ path: 'document', text: document.getText() }],
    knownKinds,
    () => undefined,
  );
  const objects = [...compiled, ...inventory, ...observed].map(({ origin, ...object }) => ({
    ...{ object, origin },
    pointer: '/metadata/name',
  }));
  const symbols = Array.from(locateCauses(objects, ''), ([{ object, origin }, at]): DocumentSymbol => {
    const range = { start: document.positionAt(origin.start), end: document.positionAt(origin.end) };
    const name = makeVisible(titleOf(object.kind, object));
    return { name, kind: SymbolKind.Object, range, selectionRange: rangeOf(at) };
  });
  return symbols.sort(
    ({ selectionRange: { start: a } }, { selectionRange: { start: b } }) =>
      a.line - b.line || a.character - b.character,
  );
}
