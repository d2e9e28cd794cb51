import { compiledStateOf, interpret } from '../../../compile/compile.js';
import type { CompileInput, Prepared } from '../../../compile/compile-input.js';
import { prepare } from '../../../compile/prepare.js';
import { evaluate } from '../../../expectations/evaluate.js';
import type { Expectation } from '../../../expectations/expectation.js';
import { type ExpectationContext, createWorld } from '../../../expectations/world.js';
import type { Report, Reporter } from '../../../model/diagnostic.js';
import type { SourceFile } from '../../../model/manifest.js';
import type { Engine } from '../../../engine/engine.js';
import type { ChangedFile } from '../../../suggest/edit-files.js';
import { parseDocuments } from '../../../yaml/documents.js';

/** An input, compiled for queries about packets. */
export interface QueriedInput {
  readonly prepared: Prepared;
  readonly world: ExpectationContext;
}

/** Compiles an input. */
export function compileState(input: CompileInput, report: Reporter, engine: Engine): QueriedInput {
  const prepared = prepare({ ...input, engine }, report, () => undefined);
  const { intents } = interpret(prepared, input);
  return { prepared, world: createWorld(compiledStateOf(prepared, intents)) };
}

/** Returns the files with changes. */
export function applyChanges(files: readonly SourceFile[], changes: readonly ChangedFile[]): SourceFile[] {
  const left = new Map(changes.map((one) => [one.path, one]));
  const kept = files.flatMap((file): SourceFile[] => {
    const change = left.get(file.path);
    if (!change) return [file];
    left.delete(file.path);
    if (change.after === undefined) return [];
    return [{ ...file, text: change.after, documents: parseDocuments(change.after) }];
  });
  const added = [...left.values()].flatMap(({ path, after }) => (after === undefined ? [] : [{ path, text: after }]));
  return [...kept, ...added];
}

/**
 * Compiles changed files. Returns the first error if there is one. Objects that only `before` has in its manifests are
 * deleted, even if the inventory contains them.
 */
export function compileEdited(input: CompileInput, before: QueriedInput, engine: Engine): QueriedInput | Report {
  const errors: Report[] = [];
  const report: Reporter = (one) => {
    if (one.severity === 'error') errors.push(one);
  };
  const state = compileState({ ...input, earlier: before.prepared.found, seeAssumed: () => undefined }, report, engine);
  return errors[0] ?? state;
}

/** Returns sentences about expectations that hold now, and would fail. */
export function findBroken(expectations: readonly Expectation[], before: QueriedInput, after: QueriedInput): string[] {
  return expectations
    .filter((one) => evaluate(one, after.world).length > 0 && evaluate(one, before.world).length === 0)
    .map(({ name }) => `expectation '${name}' holds now, and would fail`);
}
