import { endColumnOf } from '../../diagnostics/region.js';
import { makeVisible, showText } from '../../diagnostics/visible.js';
import { type Diagnostic, SEVERITIES, type Severity } from '../../model/diagnostic.js';

/** An annotation of a check run, as GitHub's REST API takes it. */
export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column: number;
  readonly end_column: number;
  readonly annotation_level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

const LEVELS: Readonly<Record<Severity, Annotation['annotation_level']>> = {
  error: 'failure',
  rejected: 'failure',
  warning: 'warning',
  info: 'notice',
};
/** GitHub refuses a longer message (64 KB) or title (255 characters). */
const MAX_MESSAGE_CHARACTERS = 16_000;
const MAX_TITLE_CHARACTERS = 255;

/**
 * Findings as annotations, the gravest first, in the order of the files among equals. What has no place in a file of the
 * repository can have no annotation.
 */
export function annotate(diagnostics: readonly Diagnostic[]): readonly Annotation[] {
  return SEVERITIES.flatMap((severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity)).flatMap(
    ({ severity, code, message, help, at, excerpt }): Annotation[] =>
      at && !at.file.startsWith('..')
        ? [
            {
              path: makeVisible(at.file),
              start_line: at.line,
              end_line: at.line,
              start_column: at.column,
              end_column: endColumnOf(at, excerpt),
              annotation_level: LEVELS[severity],
              title: code.slice(0, MAX_TITLE_CHARACTERS),
              message: showText(help === '' ? message : `${message} (${help})`).slice(0, MAX_MESSAGE_CHARACTERS),
            },
          ]
        : [],
  );
}
