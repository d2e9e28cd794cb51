import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  ErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
  createConnection,
} from 'vscode-languageserver/node';
import { showText } from '../../diagnostics/visible.js';
import { version } from '../process/version.js';
import { findCompletions, findHover } from './answers.js';
import { findDefinitions, findReferences } from './definitions.js';
import { findRenameEdits, findRenamed } from './rename.js';
import { rangeOf, renderCompletions, renderFixes } from './render.js';
import { listSymbols } from './symbols.js';
import { openWorkspace } from './workspace.js';

/**
 * Serves the Language Server Protocol on standard input and output until the client ends it. Exits with code 0 after
 * `shutdown`, otherwise 1, as the protocol requires. Nothing else writes to standard output.
 */
export async function serve(): Promise<never> {
  const connection = createConnection(process.stdin, process.stdout);
  const documents = new TextDocuments(TextDocument);
  const workspace = openWorkspace({
    documents: () => documents.all(),
    publish: (uri, diagnostics) => void connection.sendDiagnostics({ uri, diagnostics }),
    logError: (message) => {
      connection.console.error(message);
    },
  });
  connection.onInitialize(() => ({
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      completionProvider: { triggerCharacters: [' ', ':'] },
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      renameProvider: { prepareProvider: true },
      codeActionProvider: { codeActionKinds: ['quickfix'] },
    },
    serverInfo: { name: 'weir', version },
  }));
  documents.onDidChangeContent(({ document }) => {
    workspace.touch(document.uri);
  });
  documents.onDidClose(({ document }) => {
    workspace.touch(document.uri);
  });
  documents.onDidSave(() => {
    workspace.touch();
  });
  connection.onDidChangeWatchedFiles(() => {
    workspace.touch();
  });
  connection.onHover(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const found = document && findHover(workspace.placeAt(document, position));
    return found ? { contents: { kind: 'plaintext', value: found.map(showText).join('\n\n') } } : null;
  });
  connection.onCompletion(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const found = document && findCompletions(workspace.placeAt(document, position));
    return found ? renderCompletions(found, position) : [];
  });
  connection.onDefinition(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    return document ? workspace.show(document, findDefinitions(workspace.placeAt(document, position))) : [];
  });
  connection.onReferences(({ textDocument, position, context }) => {
    const document = documents.get(textDocument.uri);
    if (!document) return [];
    return workspace.show(document, findReferences(workspace.placeAt(document, position), context.includeDeclaration));
  });
  connection.onDocumentSymbol(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    return document ? listSymbols(document) : [];
  });
  connection.onWorkspaceSymbol(({ query }) => workspace.findSymbols(query));
  connection.onPrepareRename(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const found = document && workspace.isCurrent() ? findRenamed(workspace.placeAt(document, position)) : undefined;
    if (found === undefined) return null;
    if (typeof found === 'string') throw new ResponseError(ErrorCodes.InvalidRequest, found);
    return { range: rangeOf(found.at), placeholder: found.name };
  });
  connection.onRenameRequest(({ textDocument, position, newName }) => {
    const document = documents.get(textDocument.uri);
    const found =
      document && workspace.isCurrent()
        ? findRenameEdits(workspace.placeAt(document, position), newName)
        : 'the repository is being read: try again';
    if (typeof found === 'string') throw new ResponseError(ErrorCodes.InvalidRequest, found);
    return document && { changes: workspace.showEdits(document, found) };
  });
  connection.onCodeAction(({ textDocument, range }) => {
    const document = documents.get(textDocument.uri);
    return document ? renderFixes(workspace.findingsOf(document), document.uri, range) : [];
  });
  connection.onShutdown(workspace.close);
  documents.listen(connection);
  connection.listen();
  return new Promise<never>(() => undefined);
}
