import { type CompiledSource, createCompiledSource } from '../../../engine/compiled-source.js';
import type { Engine } from '../../../engine/engine.js';
import type { QueryInput } from '../../../engine/query.js';
import type { CompiledInput } from '../../../model/compiled-input.js';

/** Everything that rows are made of. */
export interface RowInputs extends CompiledInput {
  /** If true, rows that only one namespace has may be made when they are written. */
  readonly inBlocks: boolean;
}

/** What queries of rows read. */
export interface RowSource extends Omit<CompiledSource<'filter' | 'mark'>, 'set'> {
  readonly set: (engine: Engine, inputs: RowInputs) => void;
  readonly inBlocks: QueryInput<boolean>;
}

/** Creates inputs of queries of rows. `readsWhole`: see `createCompiledSource`. */
export function createRowSource(name: string, readsWhole: boolean): RowSource {
  const source = createCompiledSource(name, { readsWhole, grouped: ['filter', 'mark'] });
  const inBlocks: QueryInput<boolean> = { name: `blocks of ${name}` };
  return {
    ...source,
    inBlocks,
    set: (engine, inputs) => {
      source.set(engine, inputs);
      engine.set(inBlocks, inputs.inBlocks);
    },
  };
}
