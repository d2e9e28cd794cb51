import type { MadeArtefact } from '../../../model/artefact.js';
import type { Engine } from '../../../engine/engine.js';
import type { Query, QueryInput } from '../../../engine/query.js';
import type { NorthboundRows, Row } from '../../../model/northbound.js';
import {
  type GroupList,
  type GroupTable,
  type Groups,
  createItemMemory,
  createItems,
  groupRows,
  groupShared,
  sameLists,
} from './parts/collect.js';
import type { PartWriter } from './parts/part-text.js';
import { createPartEmitter, createPartWriter, emitGroup } from './part-artefacts.js';

/** The writer of all rounds of an engine. */
export const lastingWriter: Query<undefined, PartWriter> = { name: 'writer of parts', run: createPartWriter };

/** Items of rows that all zones share. */
const rememberItem = createItemMemory();

const writtenRows: QueryInput<NorthboundRows> = { name: 'shared rows to write' };

const rowsOfTable: Query<string, readonly Row[]> = {
  name: 'shared rows of a table to write',
  run: (db, table) => db.read(writtenRows).rows.get(table) ?? [],
};

const groupsOfTable: Query<string, ReturnType<GroupTable>> = {
  name: 'groups of a table',
  run: (db, table) => groupRows(table, db.get(rowsOfTable, table)),
};

const groups: Query<undefined, Groups> = {
  name: 'groups of shared rows',
  run: (db) => groupShared(db.read(writtenRows), [], (table) => db.get(groupsOfTable, table)),
};

const listsOfGroup: Query<string, readonly GroupList[]> = {
  name: 'rows of a group',
  run: (db, group) => db.get(groups, undefined).get(group) ?? [],
  same: sameLists,
};

const filesOfGroup: Query<string, readonly MadeArtefact[]> = {
  name: 'files of a group',
  run: (db, group) => {
    const writer = db.get(lastingWriter, undefined);
    const items = createItems(writer.renderRow, rememberItem)(db.get(listsOfGroup, group));
    return emitGroup(group, items, createPartEmitter(writer, undefined));
  },
};

const sharedFiles: Query<undefined, readonly MadeArtefact[]> = {
  name: 'files of all zones',
  run: (db) => [...db.get(groups, undefined).keys()].flatMap((group) => db.get(filesOfGroup, group)),
};

/** Returns the files of all groups. Those of unchanged groups are the same objects. */
export function emitKeptGroups(shared: NorthboundRows, engine: Engine): readonly MadeArtefact[] {
  engine.set(writtenRows, shared);
  return engine.ask(sharedFiles, undefined, () => undefined);
}
