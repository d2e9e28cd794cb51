// Reads all ACLs of a server by the plainest of clients.
import { request } from './live-database.mjs';

const answer = await request(process.argv[2], 'transact', [
  'OVN_Northbound',
  { op: 'select', table: 'ACL', where: [] },
]);
if (answer.result[0].rows.length < 100_000) process.exitCode = 1;
