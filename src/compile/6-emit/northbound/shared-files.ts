import type { MadeArtefact, StoreArtefact } from '../../../model/artefact.js';
import { createListQuery, startsGroupOfNamespaces } from '../../../engine/chunks.js';
import type { MapInput, Query, QueryInput } from '../../../engine/query.js';
import type { RowBlock } from '../../../northbound/row-shape.js';
import type { SharedRowSource } from '../../../northbound/shared-rows.js';
import { hasSameFields } from '../../../std/same-items.js';
import { createItems, createMemory, createUnitItems } from './parts/collect.js';
import { type GroupList, type GroupedRows, type GroupedTable, groupRows, joinTables } from './parts/groups.js';
import { type PartItem, type PartUnit, createPlacer, unitsOf } from './parts/part.js';
import type { PartWriter } from './parts/part-text.js';
import { PART_BYTES, type PartEmitter, createPartEmitter, createPartWriter, emitGroup } from './part-artefacts.js';

/** How parts are written. */
export interface PartOutput {
  /** Store for parts as they are made, for files that are written once. If unset, items are kept with their rows. */
  readonly store: StoreArtefact | undefined;
  readonly isWrittenOnce: boolean;
}

/** The writer of parts of an engine. */
export interface PartTools {
  readonly writer: PartWriter;
  readonly emitPart: PartEmitter;
  /** Makes the items of a group that all zones share. */
  readonly makeItems: (lists: readonly GroupList[]) => readonly PartItem[];
  /** Makes the units of a zone that have a name. */
  readonly makeUnits: (name: string, lists: readonly GroupList[]) => readonly PartUnit[];
}

/** Queries of the files that all zones share. */
export interface SharedFiles {
  readonly output: QueryInput<PartOutput>;
  readonly blocks: QueryInput<readonly RowBlock[]>;
  readonly tools: Query<undefined, PartTools>;
  /** The rows of each group. */
  readonly groups: Query<undefined, GroupedRows>;
  /** The same, of which the files are made. */
  readonly lists: MapInput<readonly GroupList[]>;
  /** The files of all groups. Those of unchanged groups are the same objects. */
  readonly files: Query<undefined, readonly MadeArtefact[]>;
}

/** Creates queries of the files with the rows of a source. */
export function createSharedFiles(source: SharedRowSource): SharedFiles {
  const output: SharedFiles['output'] = { name: 'output of parts', same: hasSameFields };
  const blocks: SharedFiles['blocks'] = { name: 'blocks of shared rows' };
  const tools: SharedFiles['tools'] = { name: 'writer of parts', run: (db) => createTools(db.read(output)) };
  const groupsOfTable: Query<string, GroupedTable> = {
    name: 'groups of a table',
    run: (db, table, before) =>
      groupRows('rows', table, db.get(source.rowsOf(table), undefined), createPlacer(), before),
  };
  const groups: SharedFiles['groups'] = {
    name: 'groups of shared rows',
    run: (db, _, before) =>
      joinTables(
        db.read(source.rows),
        { createPlacer, blocks: db.read(blocks), groupTable: (table) => db.get(groupsOfTable, table).groups },
        before,
      ),
  };
  const lists: SharedFiles['lists'] = { name: 'rows of groups' };
  const filesOfGroup: Query<string, readonly MadeArtefact[]> = {
    name: 'files of a group',
    hasOneReader: true,
    run: (db, group) => {
      const { makeItems, emitPart } = db.get(tools, undefined);
      return emitGroup(group, makeItems(db.entry(lists, group) ?? []), emitPart);
    },
  };
  const filesInChunks = createListQuery<string, MadeArtefact>('files of groups', {
    listIn: (db) => [...db.map(lists).keys()],
    startsChunk: startsGroupOfNamespaces,
    isWholeOnce: true,
    hasOneReader: true,
    make: (db, groups) => groups.flatMap((group) => db.get(filesOfGroup, group)),
  });
  return {
    output,
    blocks,
    tools,
    groups,
    lists,
    files: {
      name: 'files of all zones',
      hasOneReader: true,
      run: (db) => db.get(filesInChunks, undefined),
    },
  };
}

const make = <Made>(_: object, makeNow: () => Made): Made => makeNow();

function createTools({ store, isWrittenOnce }: PartOutput): PartTools {
  const writer = createPartWriter();
  const { renderRow } = writer;
  const remember = isWrittenOnce ? make : createMemory<readonly GroupList[], readonly PartUnit[]>();
  const makeUnitItems = createUnitItems(renderRow, isWrittenOnce ? make : createMemory());
  return {
    writer,
    emitPart: createPartEmitter(writer, store),
    makeItems: createItems(renderRow, isWrittenOnce ? make : createMemory()),
    makeUnits: (name, lists) => remember(lists, () => unitsOf(makeUnitItems(name, lists), PART_BYTES)),
  };
}
