import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SCHEMA = '/usr/share/ovn/ovn-nb.ovsschema';

/**
 * Starts an ovsdb-server with a Northbound database of that many ACLs in the folder; undefined where OVN is not
 * installed. `stop` ends it.
 */
export async function startLiveDatabase(folder, acls) {
  const file = join(folder, 'nb.db');
  if (spawnSync('ovsdb-tool', ['create', file, SCHEMA]).status !== 0) return undefined;
  const socket = join(folder, 'nb.sock');
  const options = [`--remote=punix:${socket}`, '--unixctl=none', '-vfile:off', '-vconsole:off'];
  const server = spawn('ovsdb-server', [...options, file], { stdio: 'ignore' });
  process.on('exit', () => server.kill('SIGKILL'));
  const names = Array.from({ length: acls }, (_, index) => `acl${index}`);
  const references = ['set', names.map((name) => ['named-uuid', name])];
  const operations = [
    { op: 'insert', table: 'Port_Group', row: { name: 'all', acls: references } },
    ...names.map((name, index) => ({ op: 'insert', table: 'ACL', 'uuid-name': name, row: aclOf(index) })),
  ];
  for (;;) {
    const answer = await request(socket, 'transact', ['OVN_Northbound', ...operations]).catch(() => undefined);
    if (answer?.result?.length === acls + 1) return { socket, stop: () => server.kill('SIGKILL') };
    if (answer !== undefined) throw new Error(`the server refuses the rows: ${JSON.stringify(answer).slice(-500)}`);
    await sleep(50);
  }
}

/** A row as an EgressFirewall rule becomes it. */
function aclOf(index) {
  const namespace = `namespace-${index % 5000}`;
  const ids = {
    direction: 'Egress',
    'k8s.ovn.org/id': `default-network-controller:EgressFirewall:${namespace}:${index}`,
    'k8s.ovn.org/name': namespace,
    'k8s.ovn.org/owner-controller': 'default-network-controller',
    'k8s.ovn.org/owner-type': 'EgressFirewall',
    'rule-index': `${index}`,
  };
  return {
    action: index % 3 === 0 ? 'drop' : 'allow',
    direction: 'from-lport',
    external_ids: ['map', Object.entries(ids)],
    match: `(ip4.dst == 10.${index & 255}.${(index >> 8) & 255}.0/24) && ip4.src == $a${index % 5000} && tcp`,
    name: `EF:${namespace}:${index}`,
    options: ['map', [['apply-after-lb', 'true']]],
    priority: 10_000 - (index % 8000),
  };
}

/**
 * Sends one request over a socket of its own and resolves to the answer: the least that a client can do. Whether the
 * answer is whole is asked only where a chunk ends like one.
 */
export function request(path, method, params) {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const chunks = [];
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (!chunk.subarray(-20).toString().endsWith('"error":null}')) return;
      socket.destroy();
      resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    });
    socket.write(JSON.stringify({ id: 0, method, params }));
  });
}
