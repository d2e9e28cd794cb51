import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic as Shown,
  DiagnosticSeverity,
  type Range,
} from 'vscode-languageserver/node';
import { resolve } from 'node:path';
import { showText } from '../../diagnostics/visible.js';
import type { Diagnostic, Position, Severity } from '../../model/diagnostic.js';
import type { Completions } from './answers.js';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  rejected: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** Converts a position. Both count columns in UTF-16 code units, but the protocol counts from 0. */
export function rangeOf({ line, column, length }: Pick<Position, 'line' | 'column' | 'length'>): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: line - 1, character: column - 1 + length },
  };
}

/** Converts a finding for editors. A finding without a location gets the start of a file. */
export function renderDiagnostic({ severity, code, message, help, at, related }: Diagnostic): Shown {
  return {
    range: rangeOf(at ?? { line: 1, column: 1, length: 1 }),
    severity: SEVERITIES[severity],
    code,
    source: 'weir',
    message: showText(help === '' ? message : `${message} (${help})`),
    relatedInformation: related.map((note) => ({
      location: { uri: pathToFileURL(resolve(note.at.file)).href, range: rangeOf(note.at) },
      message: showText(note.message),
    })),
  };
}

/** Returns the automatic fixes for findings in a range. */
export function renderFixes(findings: readonly Diagnostic[], uri: string, range: Range): CodeAction[] {
  return findings.flatMap((finding): CodeAction[] => {
    const { edit } = finding;
    if (!edit || !finding.at || !touches(rangeOf(finding.at), range)) return [];
    return [
      {
        title: showText(`Write ${edit.text}`),
        kind: CodeActionKind.QuickFix,
        diagnostics: [renderDiagnostic(finding)],
        isPreferred: true,
        edit: { changes: { [uri]: [{ range: rangeOf(edit.at), newText: edit.text }] } },
      },
    ];
  });
}

function touches(a: Range, b: Range): boolean {
  const isBefore = (x: Range['start'], y: Range['start']): boolean =>
    x.line < y.line || (x.line === y.line && x.character <= y.character);
  return isBefore(a.start, b.end) && isBefore(b.start, a.end);
}

/** Renders completions that replace the text before the cursor. */
export function renderCompletions({ choices, start, areFields }: Completions, at: Range['start']): CompletionItem[] {
  const range = { start: { line: at.line, character: start }, end: at };
  return choices.map(({ text, detail }) => ({
    label: text,
    kind: areFields ? CompletionItemKind.Field : CompletionItemKind.Value,
    ...(detail === '' ? {} : { documentation: detail }),
    textEdit: { range, newText: areFields ? `${text}: ` : text },
  }));
}
