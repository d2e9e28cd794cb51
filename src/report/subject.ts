import type { Prepared } from '../compile/compile.js';
import type { Intent } from '../model/intent.js';
import type { Lock } from '../model/lock.js';
import type { Diagnostic, Findings } from '../model/diagnostic.js';

/** A compiled repository that a report is about. */
export interface ReportSubject {
  /** `work tree`, a revision, or a folder. */
  readonly title: string;
  /** From where the command runs to the folder of the repository. */
  readonly folder: string;
  readonly prepared: Prepared;
  readonly intents: readonly Intent[];
  /** The assignments that hold. */
  readonly lock: Lock;
  /** As seen from where the command runs. */
  readonly findings: Findings;
  /** Findings that are not shown, because somebody said so: they tell of rules all the same. */
  readonly ignored: readonly Diagnostic[];
}
