import { endColumnOf } from '../../diagnostics/region.js';
import { makeVisible, showText } from '../../diagnostics/visible.js';
import { type Diagnostic, SEVERITIES, type Severity } from '../../model/diagnostic.js';

/** An annotation of a check run in GitHub's REST API. */
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
/** GitHub rejects longer messages (64 KB) and titles (255 characters). */
const MAX_MESSAGE_CHARACTERS = 16_000;
const MAX_TITLE_CHARACTERS = 255;

/**
 * Returns findings as annotations, the most severe first, and in the order of the files for equal severity. A finding
 * without a location in a file of the repository cannot have an annotation.
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
