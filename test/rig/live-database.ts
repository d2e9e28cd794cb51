import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInput } from '../../src/cli/run/input.js';
import { emitTracedState } from '../../src/compile/6-emit/traced-state.js';
import { compile } from '../../src/compile/compile.js';
import type { ZoneRows } from '../../src/model/northbound.js';
import { renderTransaction } from '../../src/northbound/transaction.js';
import { type Server, startServer } from '../apply/northbound/northbound.js';
import type { Json } from './json-rpc.js';
import { schemaFileOf } from './schema-file.js';

/**
 * The rows of each zone of a repository as the controllers of its release write them: with all that they write of nodes and
 * pods, and without any marker.
 */
export async function liveRowsOf(folder: string): Promise<ReadonlyMap<string, ZoneRows>> {
  const { configuration, files, reports } = await readInput({ path: folder });
  if (!configuration) throw new Error(JSON.stringify(reports));
  const { intents, cluster, diagnostics } = compile({ configuration, files, reports, purpose: 'answers' });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return new Map(emitTracedState({ intents, cluster, configuration }).zones.map((rows) => [rows.zone, rows]));
}

/** Starts a server with a database of the schema version that holds the rows of a zone. Writes its schema file into a folder. */
export async function startLiveDatabase(rows: ZoneRows, schemaVersion: string, folder: string): Promise<Server> {
  const schema = join(folder, 'nb.ovsschema');
  writeFileSync(schema, schemaFileOf(schemaVersion));
  const server = await startServer(schema);
  const [, ...operations] = JSON.parse([...renderTransaction(rows)].join('')) as Json[];
  await server.transact(...operations);
  return server;
}
