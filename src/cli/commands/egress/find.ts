import { interpret } from '../../../compile/compile.js';
import type { CompileInput, Prepared } from '../../../compile/compile-input.js';
import { prepare } from '../../../compile/prepare.js';
import { type EffectiveEgress, listEffectiveEgress } from '../../../egress/effective.js';
import { addPlaceholderPods } from '../../../egress/placeholder-pods.js';
import { matchesGlob } from '../../../expectations/match-glob.js';
import { collectRequestedEgress } from '../../../kinds/requested-egress.js';
import type { Reporter } from '../../../model/diagnostic.js';
import type { Gap } from '../../../model/gap.js';
import { findMissing } from '../../../ovn-kubernetes/paths.js';
import { suggestionText } from '../../../std/suggest.js';

/** The egress of the pods of the selected namespaces. */
export interface FoundEgress {
  readonly entries: readonly EffectiveEgress[];
  /** Names of all namespaces. */
  readonly namespaces: readonly string[];
  /** The missing inventory that would determine whether packets arrive. */
  readonly missing: readonly Gap[];
}

/** Finds the effective egress of the namespaces that match a glob, or of all if there are no globs. */
export function findEgress(input: CompileInput, globs: readonly string[], report: Reporter): FoundEgress {
  return findEgressIn(
    prepare(input, report, () => undefined),
    input,
    globs,
  );
}

/** Finds the egress in a prepared input. */
export function findEgressIn(prepared: Prepared, input: CompileInput, globs: readonly string[]): FoundEgress {
  const cluster = addPlaceholderPods(prepared.context.cluster, input.configuration.ipFamilies);
  const placed = { ...prepared, context: { ...prepared.context, cluster } };
  const { intents } = interpret(placed, input);
  const isWanted = (name: string): boolean => globs.length === 0 || globs.some((glob) => matchesGlob(glob, name));
  return {
    entries: listEffectiveEgress(intents, cluster, input.configuration, isWanted, collectRequestedEgress(placed)),
    namespaces: [...cluster.podsByNamespace.keys()],
    missing: findMissing(cluster, input.configuration),
  };
}

/** Returns a sentence for each glob that matches no name. */
export function judgeGlobs(globs: readonly string[], names: readonly string[]): string[] {
  return globs
    .filter((glob) => !names.some((name) => matchesGlob(glob, name)))
    .map((glob) => `--namespace: no namespace is called '${glob}'${suggestionText(glob, names)}`);
}
