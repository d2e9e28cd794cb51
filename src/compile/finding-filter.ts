import { createIgnores } from '../diagnostics/ignores/apply.js';
import { applySeverityOverrides } from '../diagnostics/severity-overrides.js';
import { messages as breaches } from '../expectations/failure-messages.js';
import { definitions } from './findings.js';
import type { Configuration } from '../model/configuration.js';
import type { FindingFilter, Reporter } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import type { Purpose } from '../model/purpose.js';
import { suggest } from '../std/suggest.js';
import { checkLevels } from './check-levels.js';

/** What says how findings count. */
interface JudgedInput {
  readonly configuration: Configuration;
  readonly configurationFile?: SourceFile | undefined;
  readonly files: readonly SourceFile[];
  readonly expectations?: readonly SourceFile[];
  readonly purpose?: Purpose;
  /** Is called with each finding that is ignored, because somebody said so. */
  readonly seeIgnored?: Reporter;
}

/** How the findings of an input count. */
export interface InputJudge {
  readonly judge: FindingFilter;
  /**
   * Reports settings and comments that have no effect; comments that ignore nothing only if all findings have been
   * seen.
   */
  readonly reportIdle: (report: Reporter, isComplete: boolean) => void;
}

/** What counts whatever weir.yaml and comments say: that an expectation is broken. */
const FIXED: ReadonlySet<string> = new Set(Object.values(breaches).map(({ definition }) => definition.code));

/** Returns true if findings of a code count whatever anybody says: that an expectation is broken. */
export function isNonOverridable(code: string): boolean {
  return FIXED.has(code);
}

/**
 * How findings count as weir.yaml and the comments of an input say. Errors, and broken expectations, count as they are. Whoever
 * asks a question gets an answer unless there is an error that is one by itself.
 */
export function createFindingFilter(input: JudgedInput): InputJudge {
  if (input.purpose === 'answers') return { judge: (report) => report, reportIdle: () => undefined };
  const { configuration, configurationFile, files, expectations = [], seeIgnored } = input;
  const judgeLevel = applySeverityOverrides(configuration.findings);
  const codes = new Set(definitions.map(({ code }) => code));
  const ignores = createIgnores([...(configurationFile ? [configurationFile] : []), ...files, ...expectations], {
    today: configuration.certificateExpiry?.today,
    isCode: (code) => codes.has(code),
    suggestCode: (code) => suggest(code, [...codes]),
  });
  return {
    judge: (report) => {
      if (report.severity === 'error' || isNonOverridable(report.code)) {
        ignores.seeFixed(report);
        return report;
      }
      const judged = ignores.isIgnored(report) ? undefined : judgeLevel(report);
      if (!judged) seeIgnored?.(report);
      return judged;
    },
    reportIdle: (report, isComplete) => {
      checkLevels(configuration.findings, configurationFile, FIXED, report);
      ignores.reportIdle(report, isComplete);
    },
  };
}
