// Reads all ACLs of a server by Weir's client.
import { connectOvsdb } from '../../build/clients/ovsdb/index.js';

const connected = await connectOvsdb({
  remotes: [{ protocol: 'unix', path: process.argv[2] }],
  database: 'OVN_Northbound',
});
const selection = await connected.client.select([{ table: 'ACL' }]);
connected.client.close();
if (selection.rows[0].length < 100_000) process.exitCode = 1;
