#!/usr/bin/env node
// Measures what an apply to a Northbound database costs above the database's own work. Every figure is a ratio against a raw
// request to an ovsdb-server of the same round. Exit code 1 when a bar is not met.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emitIndex } from '../../build/output-index/index-file.js';
import { createNorthboundTarget } from '../../build/apply/northbound/target.js';
import { toChunks } from '../../build/std/byte-writer.js';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const NAMESPACES = Number(process.env.NAMESPACES ?? 5000);
const RULES = 20;
const SCHEMA = '/usr/share/ovn/ovn-nb.ovsschema';
const CONTROLLER = 'default-network-controller';
const scratch = mkdtempSync(join(tmpdir(), 'weir-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

if (spawnSync('ovsdb-tool', ['--version']).status !== 0) {
  console.log('not measured: applying to a database, because OVN is not installed');
  process.exit();
}

/** The rows of a zone in which every namespace has an EgressFirewall. */
function zoneRows() {
  const acls = {};
  const groups = {};
  for (let namespace = 0; namespace < NAMESPACES; namespace++) {
    const keys = [];
    for (let rule = 0; rule < RULES; rule++) {
      const key = `${CONTROLLER}:EgressFirewall:team-${namespace}:${rule}`;
      keys.push(key);
      acls[key] = {
        action: rule % 2 ? 'drop' : 'allow',
        direction: 'to-lport',
        external_ids: ids('EgressFirewall', key, `team-${namespace}`, { 'rule-index': `${rule}` }),
        match: `(ip4.dst == 10.${namespace >> 8}.${namespace & 255}.${rule}/32) && inport == @a${namespace}`,
        meter: 'acl-logging',
        name: `EF:team-${namespace}:${rule}`,
        priority: 10000 - rule,
      };
    }
    const key = `${CONTROLLER}:Namespace:team-${namespace}`;
    groups[`a${namespace}`] = {
      acls: keys.sort(),
      external_ids: ids('Namespace', key, `team-${namespace}`, {}),
      name: `a${namespace}`,
    };
  }
  return { rows: { ACL: acls, Port_Group: groups } };
}

function ids(type, id, name, more) {
  return {
    'k8s.ovn.org/id': id,
    'k8s.ovn.org/name': name,
    'k8s.ovn.org/owner-controller': CONTROLLER,
    'k8s.ovn.org/owner-type': type,
    ...more,
  };
}

/** The same rows as the text of one request. */
function rawRequest({ rows }) {
  const names = new Map(Object.keys(rows.ACL).map((key, index) => [key, `acl${index}`]));
  const wire = (value) => (typeof value === 'object' ? ['map', Object.entries(value)] : value);
  const inserts = Object.entries(rows.ACL).map(([key, columns]) => ({
    op: 'insert',
    table: 'ACL',
    'uuid-name': names.get(key),
    row: Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, wire(value)])),
  }));
  for (const { acls, external_ids, name } of Object.values(rows.Port_Group)) {
    const references = ['set', acls.map((key) => ['named-uuid', names.get(key)])];
    inserts.push({
      op: 'insert',
      table: 'Port_Group',
      row: { name, external_ids: wire(external_ids), acls: references },
    });
  }
  return JSON.stringify({ id: 0, method: 'transact', params: ['OVN_Northbound', ...inserts] });
}

async function withServer(use) {
  const folder = mkdtempSync(join(scratch, 'db-'));
  const socket = join(folder, 's');
  execFileSync('ovsdb-tool', ['create', join(folder, 'nb'), SCHEMA]);
  const server = spawn(
    'ovsdb-server',
    [`--remote=punix:${socket}`, '--unixctl=none', '-vconsole:off', join(folder, 'nb')],
    {
      stdio: 'ignore',
    },
  );
  try {
    while (!existsSync(socket)) await sleep(20);
    return await use(socket);
  } finally {
    server.kill('SIGKILL');
  }
}

/** Sends a request and resolves when its whole answer is there. */
function request(socket, text) {
  return new Promise((resolve, reject) => {
    const connection = connect(socket);
    const chunks = [];
    connection.on('error', reject);
    connection.on('data', (chunk) => {
      chunks.push(chunk);
      if (!chunk.subarray(-20).toString().endsWith('"error":null}')) return;
      connection.destroy();
      resolve(JSON.parse(Buffer.concat(chunks).toString()));
    });
    connection.write(text);
  });
}

async function time(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

async function planOf(target) {
  const planned = await target.plan();
  if (planned.result !== 'planned') throw new Error(planned.problems.join('\n'));
  return planned.plan;
}

const zone = zoneRows();
const folder = join(scratch, 'rendered');
mkdirSync(join(folder, 'northbound/zones'), { recursive: true });
const content = toChunks(JSON.stringify({ zone: 'global', ...zone }));
const artefact = { path: 'northbound/zones/global.json', content, sources: [], counts: {} };
for (const { path, content } of [artefact, ...emitIndex([artefact], { zones: ['global'], nodes: [] }, '')])
  writeFileSync(join(folder, path), Buffer.concat(content));
const text = rawRequest(zone);
const select = JSON.stringify({
  id: 0,
  method: 'transact',
  params: ['OVN_Northbound', { op: 'select', table: 'ACL', where: [] }],
});
const applying = [];
const planning = [];
for (let round = 0; round < ROUNDS; round++) {
  const raw = await withServer((socket) => time(() => request(socket, text)));
  await withServer(async (path) => {
    const target = createNorthboundTarget({
      output: folder,
      zone: 'global',
      source: { remotes: [{ protocol: 'unix', path }] },
    });
    const parts = {};
    const plan = await planOf(target);
    parts.apply = await time(async () => (parts.outcome = await plan.apply()));
    if (parts.outcome.result !== 'applied') throw new Error(parts.outcome.problems.join('\n'));
    applying.push(parts.apply / raw);
    const reading = await time(() => request(path, select));
    const again = await time(() => planOf(target));
    planning.push(again / reading);
    if (process.env.VERBOSE) console.log({ raw, ...parts, reading, again });
    await target.close();
  });
}
let missed = 0;
for (const [what, value, bar] of [
  [
    `time of an apply with read-back of ${NAMESPACES * RULES} ACLs / time of one raw transaction`,
    median(applying),
    1.3,
  ],
]) {
  const met = value <= bar;
  if (!met) missed++;
  console.log(`${met ? 'met   ' : 'MISSED'}  ${value.toFixed(2).padStart(5)}  ≤ ${String(bar).padEnd(4)}  ${what}`);
}
console.log(
  `        ${median(planning).toFixed(2).padStart(5)}          time of a plan without changes / time of a raw select of the ACLs`,
);
process.exitCode = missed === 0 ? 0 : 1;
