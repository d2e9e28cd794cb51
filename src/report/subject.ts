import type { Prepared } from '../compile/compile-input.js';
import type { Intent } from '../model/intent.js';
import type { Lock } from '../model/lock.js';
import type { Diagnostic, Findings } from '../model/diagnostic.js';

/** A compiled repository to report on. */
export interface ReportSubject {
  /** `working tree`, a revision, or a folder. */
  readonly title: string;
  /** Path from the working folder of the command to the folder of the repository. */
  readonly folder: string;
  readonly prepared: Prepared;
  readonly intents: readonly Intent[];
  /** Current assignments. */
  readonly lock: Lock;
  /** Findings with paths relative to the working folder of the command. */
  readonly findings: Findings;
  /** Suppressed findings. They still describe the usage of rules. */
  readonly ignored: readonly Diagnostic[];
}
