import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Client, OvsdbRow } from '../../../src/clients/ovsdb/index.js';
import { openWorkspace, type Workspace } from '../../rig/workspace.js';
import { type Clients, createClients, type Server, startEmpty } from './servers.js';

/** What the tests of one file share, once they run. */
export interface Suite {
  readonly workspace: Workspace;
  /** A server, on a unix socket and a TCP port; its database is empty at the start of each test. */
  readonly server: Server;
  readonly clients: Clients;
  /** A client of that server. */
  readonly client: Client;
}

/** Sets up the surroundings of the tests of the describe block around. */
export function useServer(): Suite {
  const suite = {} as { -readonly [Part in keyof Suite]: Suite[Part] };
  beforeAll(async () => {
    suite.workspace = openWorkspace();
    suite.server = await startEmpty(suite.workspace, 'main', '--remote=ptcp:0:127.0.0.1');
  });
  afterAll(() => {
    suite.workspace.close();
  });
  beforeEach(async () => {
    suite.clients = createClients();
    suite.client = await suite.clients.connect([suite.server.remote]);
    await suite.client.transact([{ op: 'delete', table: 'Ship', where: [] }]);
  });
  afterEach(() => {
    suite.clients.closeAll();
  });
  return suite;
}

/** The insert of a ship. */
export function insert(name: string, row: OvsdbRow = {}): { op: 'insert'; table: 'Ship'; row: OvsdbRow } {
  return { op: 'insert', table: 'Ship', row: { name, ...row } };
}
