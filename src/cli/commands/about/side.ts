import { type InterpretedSide, interpretSide } from '../../../compare/interpret-side.js';
import { order } from '../../../diagnostics/order.js';
import { locateReports } from '../../../diagnostics/place.js';
import { rebase } from '../../../diagnostics/rebase.js';
import type { Diagnostic } from '../../../model/diagnostic.js';
import type { Engine } from '../../../engine/engine.js';
import type { ReadInput } from '../../run/input.js';

/** An input with everything that is said about its objects. */
export interface InterpretedInput {
  readonly side: InterpretedSide;
  /** All findings below errors, in file order. */
  readonly findings: readonly Diagnostic[];
  /** Path from the current folder to the folder of the input. */
  readonly folder: string;
}

/**
 * Interprets an input with its findings and expectations. `engine` has results of earlier ones. Returns undefined
 * without a valid configuration.
 */
export function interpretInput(read: ReadInput, folder: string, engine?: Engine): InterpretedInput | undefined {
  const { configuration, configurationFile, files, expectations, lock, isPart, reports } = read;
  if (!configuration) return undefined;
  const own = { configuration, configurationFile, files, expectations, lock, isPart, reports };
  const side = interpretSide(own, engine);
  side.reportIdle(side.report, !side.errors.hasError());
  return { side, findings: order(rebase(locateReports(side.findings.kept), folder)), folder };
}
