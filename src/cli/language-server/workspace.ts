import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
  type Location,
  type Diagnostic as Shown,
  type SymbolInformation,
  SymbolKind,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { Diagnostic, Edit, Position } from '../../model/diagnostic.js';
import { findRepository } from '../process/folder.js';
import type { DocumentPosition } from './answers.js';
import { type FoundIn, carryFindings } from './carry.js';
import { rangeOf, renderDiagnostic } from './render.js';
import { findSymbols } from './symbols.js';
import { type Analysis, type EditorSession, openEditorSession } from './session.js';

/** Debounce interval before an analysis, in milliseconds. */
const QUIET_MILLISECONDS = 150;

/** The functions of the editor that a workspace calls. */
export interface Editor {
  readonly documents: () => readonly TextDocument[];
  readonly publish: (uri: string, diagnostics: Shown[]) => void;
  /** Logs unexpected errors. */
  readonly logError: (message: string) => void;
}

/** The repositories whose files are open. */
export interface Workspace {
  /** Called when a document is opened, changed or closed, or without a URI when files on the disk change. */
  readonly touch: (uri?: string) => void;
  /** Returns a position in a document, with the state of its repository. */
  readonly placeAt: (document: TextDocument, position: { line: number; character: number }) => DocumentPosition;
  /** Returns the findings of the current document, or none if it has changed since the analysis. */
  readonly findingsOf: (document: TextDocument) => readonly Diagnostic[];
  /** Returns positions in files of a document's repository as locations for editors. */
  readonly show: (document: TextDocument, places: readonly Position[]) => Location[];
  /** Returns edits in files of a document's repository, by the URIs of the files. */
  readonly showEdits: (document: TextDocument, edits: readonly Edit[]) => Record<string, TextEdit[]>;
  /** Returns the objects of all repositories that match a query. */
  readonly findSymbols: (query: string) => SymbolInformation[];
  /** Returns true if no document has changed since it was analysed. */
  readonly isCurrent: () => boolean;
  readonly close: () => void;
}

/** A session with its results. */
interface Open {
  readonly session: EditorSession;
  /** Paths of documents that changed since the last analysis started. If undefined, any file may have changed. */
  changed: Set<string> | undefined;
  /** Texts of the last analysis, by URI. */
  texts: ReadonlyMap<string, string>;
  analysis: Analysis;
  /** The last valid analysis, used while a file is invalid during editing. */
  sound: Analysis;
  /** Last findings of each document without errors, by URI. */
  readonly clean: Map<string, FoundIn>;
  published: Set<string>;
  timer?: NodeJS.Timeout | undefined;
  isRunning: boolean;
  isAgain: boolean;
}

/** Analyses repositories after each change, one run at a time for each. A failed run keeps the previous results. */
export function openWorkspace(editor: Editor, openRepository = openEditorSession): Workspace {
  const open = new Map<string, Open>();
  const textOf = (path: string): string | undefined =>
    editor
      .documents()
      .find((one) => pathOf(one.uri) === path)
      ?.getText();

  const openAt = (uri: string): Open | undefined => {
    const path = pathOf(uri);
    if (path === undefined) return undefined;
    const folder = dirname(path);
    const root = findRepository(folder) ?? folder;
    const known = open.get(root);
    if (known) return known;
    const analysis = { findings: new Map<string, Diagnostic[]>() };
    const session = openRepository(root, textOf);
    const one = { session, texts: new Map<string, string>(), analysis, sound: analysis, published: new Set<string>() };
    const opened: Open = { ...one, changed: undefined, clean: new Map(), isRunning: false, isAgain: false };
    open.set(root, opened);
    return opened;
  };

  const run = async (one: Open): Promise<void> => {
    if (one.isRunning) {
      one.isAgain = true;
      return;
    }
    one.isRunning = true;
    try {
      const texts = new Map(editor.documents().map((document) => [document.uri, document.getText()]));
      const { changed } = one;
      one.changed = new Set();
      const analysis = keepFindings(await one.session.analyse(changed), texts, one.clean);
      Object.assign(one, { texts, analysis, ...(analysis.known ? { sound: analysis } : {}) });
      publish(one);
    } catch (thrown) {
      const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      one.changed = undefined;
      editor.logError(`this is a bug in Weir, please report it: ${detail}`);
    } finally {
      one.isRunning = false;
    }
    if (!one.isAgain) return;
    one.isAgain = false;
    await run(one);
  };

  const publish = (one: Open): void => {
    const now = new Set<string>();
    for (const [path, findings] of one.analysis.findings) {
      const uri = uriOf(path, editor.documents());
      now.add(uri);
      editor.publish(uri, findings.map(renderDiagnostic));
    }
    for (const uri of one.published) if (!now.has(uri)) editor.publish(uri, []);
    // Editors may wait for the findings of a document, so an empty list is sent.
    for (const uri of one.texts.keys()) if (!now.has(uri) && openAt(uri) === one) editor.publish(uri, []);
    one.published = now;
  };

  const schedule = (one: Open): void => {
    clearTimeout(one.timer);
    one.timer = setTimeout(() => void run(one), QUIET_MILLISECONDS);
  };

  return {
    touch: (uri) => {
      const path = uri === undefined ? undefined : pathOf(uri);
      const touched = uri === undefined ? [...open.values()] : [openAt(uri)];
      for (const one of touched) {
        if (!one) continue;
        if (path === undefined) one.changed = undefined;
        else one.changed?.add(path);
        schedule(one);
      }
    },
    placeAt: (document, { line, character }) => {
      const one = openAt(document.uri);
      const path = pathOf(document.uri) ?? '';
      return {
        path: one ? relative(one.session.root, path).split(sep).join('/') : path,
        lines: document.getText().split(/\r?\n/),
        line,
        column: character,
        offset: document.offsetAt({ line, character }),
        text: document.getText(),
        known: one?.sound.known,
      };
    },
    findingsOf: (document) => {
      const one = openAt(document.uri);
      const isCurrent = one?.texts.get(document.uri) === document.getText();
      return isCurrent ? (one.analysis.findings.get(resolve(pathOf(document.uri) ?? '')) ?? []) : [];
    },
    show: (document, places) => {
      const root = openAt(document.uri)?.session.root ?? '';
      return places.map((at) => ({ uri: uriOf(resolve(root, at.file), editor.documents()), range: rangeOf(at) }));
    },
    showEdits: (document, edits) => {
      const root = openAt(document.uri)?.session.root ?? '';
      const changes: Record<string, TextEdit[]> = {};
      for (const { at, text } of edits) {
        const uri = uriOf(resolve(root, at.file), editor.documents());
        (changes[uri] ??= []).push({ range: rangeOf(at), newText: text });
      }
      return changes;
    },
    findSymbols: (query) =>
      [...open.values()].flatMap(({ session: { root }, sound: { known } }) =>
        (known ? findSymbols(known, query) : []).map(({ title, at }) => ({
          name: title,
          kind: SymbolKind.Object,
          location: { uri: uriOf(resolve(root, at.file), editor.documents()), range: rangeOf(at) },
        })),
      ),
    isCurrent: () =>
      editor.documents().every((document) => {
        const one = openAt(document.uri);
        return !one || (one.analysis.known !== undefined && one.texts.get(document.uri) === document.getText());
      }),
    close: () => {
      for (const { timer, session } of open.values()) {
        clearTimeout(timer);
        session.close();
      }
    },
  };
}

/** Adds to the findings of documents with errors those that the errors hide. Changes `clean`. */
function keepFindings(analysis: Analysis, texts: ReadonlyMap<string, string>, clean: Map<string, FoundIn>): Analysis {
  const findings = new Map(analysis.findings);
  for (const [uri, text] of texts) {
    const path = resolve(pathOf(uri) ?? '');
    const now = { text, findings: findings.get(path) ?? [] };
    const isHidden = !analysis.known || now.findings.some(({ severity }) => severity === 'error');
    if (!isHidden) clean.set(uri, now);
    const before = isHidden ? clean.get(uri) : undefined;
    if (before) findings.set(path, [...now.findings, ...carryFindings(before, now)]);
  }
  return { ...analysis, findings };
}

/** Returns the path of a document, or undefined if it is not a file. */
function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the URI of a file. Editors write it in several forms, so the form of an open document is used. */
function uriOf(path: string, documents: readonly TextDocument[]): string {
  return documents.find(({ uri }) => pathOf(uri) === path)?.uri ?? pathToFileURL(path).href;
}
