import { createIgnores } from '../diagnostics/ignores/apply.js';
import { applySeverityOverrides } from '../diagnostics/severity-overrides.js';
import { messages as breaches } from '../expectations/failure-messages.js';
import { definitions } from './findings.js';
import type { Engine } from '../engine/engine.js';
import type { Configuration } from '../model/configuration.js';
import type { FindingFilter, Reporter } from '../model/diagnostic.js';
import type { SourceFile } from '../model/manifest.js';
import type { Purpose } from '../model/purpose.js';
import { suggest } from '../std/suggest.js';
import { checkLevels } from './check-levels.js';

/** Inputs that determine how findings count. */
interface JudgedInput {
  readonly configuration: Configuration;
  readonly configurationFile?: SourceFile | undefined;
  readonly files: readonly SourceFile[];
  readonly expectations?: readonly SourceFile[];
  readonly purpose?: Purpose;
  /** Engine with the results of earlier runs. If unset, there are none. */
  readonly engine?: Engine;
  /** Called with each finding that a setting or comment ignores. */
  readonly seeIgnored?: Reporter;
}

/** Filter for the findings of an input. */
export interface InputJudge {
  readonly judge: FindingFilter;
  /**
   * Reports settings and comments that have no effect. Comments that ignore nothing are reported only if all findings
   * have been seen.
   */
  readonly reportIdle: (report: Reporter, isComplete: boolean) => void;
}

/** Codes that weir.yaml and comments cannot override: failed expectations. */
const FIXED: ReadonlySet<string> = new Set(Object.values(breaches).map(({ definition }) => definition.code));

/** Returns true if findings of a code cannot be overridden, because they are failed expectations. */
export function isNonOverridable(code: string): boolean {
  return FIXED.has(code);
}

/**
 * Creates the filter that applies weir.yaml and the comments of an input. Errors and failed expectations cannot be
 * overridden. For a query, nothing is overridden: only an actual error prevents its response.
 */
export function createFindingFilter(input: JudgedInput): InputJudge {
  if (input.purpose === 'answers') return { judge: (report) => report, reportIdle: () => undefined };
  const { configuration, configurationFile, files, expectations = [], engine, seeIgnored } = input;
  const judgeLevel = applySeverityOverrides(configuration.findings);
  const codes = new Set(definitions.map(({ code }) => code));
  const standards = {
    today: configuration.certificateExpiry?.today,
    isCode: (code: string) => codes.has(code),
    suggestCode: (code: string) => suggest(code, [...codes]),
  };
  const others = [...(configurationFile ? [configurationFile] : []), ...expectations];
  const ignores = createIgnores({ files, others }, standards, engine);
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
