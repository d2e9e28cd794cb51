import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { checkMatch } from '../../src/northbound/match/match.js';
import { symbols } from '../../src/northbound/match/symbols.js';
import { sampleOf } from '../rig/random.js';
import { matches } from './match-generator.js';
import { HAND_PICKED } from './match-samples.js';
import { startDatabase, whyNoOvsdb, whyNoTool } from './scratch-ovsdb.js';

const SCHEMA = '/usr/share/ovn/ovn-sb.ovsschema';
const reason = whyNoOvsdb(SCHEMA) ?? whyNoTool('ovn-trace');

const names = {
  hasAddressSet: (name: string) => name === 'as4' || name === 'as6' || name === 'empty',
  hasPortGroup: (name: string) => name === 'pg',
  addressBits: (name: string) => ({ as4: 32, as6: 128, empty: 0 })[name],
};

/** Every symbol on its own, negated, in order, cut, and with constants as wide as it and one bit wider. */
function probesOf(name: string, bits: number): string[] {
  if (bits === 0) return [name, `!${name}`, `${name} == "x"`, `${name} != "x"`, `${name} < "x"`, `${name}[0] == 1`];
  const widest = `0x${((1n << BigInt(bits)) - 1n).toString(16)}`;
  const wider = `0x${(1n << BigInt(bits)).toString(16)}`;
  const whole = `${name}[0..${bits - 1}] == 1`;
  const probes = [name, `!${name}`, `${name} == 1`, `${name} == 0`, `${name} != 1`, `${name} != 0`, `${name} > 0`];
  return [
    ...probes,
    `${name}[0] == 1`,
    whole,
    `${name}[0..${bits}] == 1`,
    `${name} == ${widest}`,
    `${name} == ${wider}`,
  ];
}

/** Loads the matches as logical flows and returns those that ovn-trace cannot parse. */
async function refusedByOvn(candidates: readonly string[]): Promise<Set<string>> {
  const database = await startDatabase(SCHEMA);
  try {
    const results = await database.transact(JSON.stringify(['OVN_Southbound', ...topology, ...candidates.map(flow)]));
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
    const trace = spawnSync('ovn-trace', [`--db=${database.address}`, 'sw', 'inport == "x"'], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    expect(trace.status).toBe(0);
    return new Set(candidates.filter((match) => trace.stderr.includes(`|WARN|${match}: parsing expression failed`)));
  } finally {
    database.close();
  }
}

const datapath = ['named-uuid', 'sw'];
const externalIds = ['map', [['logical-switch', '7d9a3c1e-5b0f-4c57-9b1c-0c8d8d4f2a61'], ['name', 'sw']]]; // prettier-ignore
const topology = [
  insert('Datapath_Binding', { tunnel_key: 1, external_ids: externalIds }, 'sw'),
  insert('Port_Binding', { tunnel_key: 1, datapath, logical_port: 'x' }),
  insert('Address_Set', { name: 'as4', addresses: ['set', ['10.0.0.1', '10.1.0.0/16']] }),
  insert('Address_Set', { name: 'as6', addresses: 'fd00::1' }),
  insert('Address_Set', { name: 'empty' }),
  // Releases differ in whether ovn-northd's prefix, the datapath's key, is a must.
  insert('Port_Group', { name: 'pg', ports: 'x' }),
  insert('Port_Group', { name: '1_pg', ports: 'x' }),
];

function insert(table: string, row: object, uuidName?: string): object {
  return { op: 'insert', table, row, ...(uuidName === undefined ? {} : { 'uuid-name': uuidName }) };
}

function flow(match: string, index: number): object {
  const row = { pipeline: 'ingress', table_id: 0, priority: index % 65536, match, actions: 'next;' };
  return insert('Logical_Flow', { logical_datapath: datapath, ...row });
}

describe('the match checker', () => {
  it.skipIf(reason !== undefined)(`takes exactly what OVN takes (${reason ?? 'compared with ovn-trace'})`, async () => {
    const probes = [...symbols.values()].flatMap(({ name, bits }) => probesOf(name, bits));
    const generated = sampleOf(matches, 800);
    const candidates = [...new Set(['1', ...HAND_PICKED, ...probes, ...generated])];
    const refused = await refusedByOvn(candidates);
    const differences = candidates.flatMap((match) => {
      const problem = checkMatch(match, names);
      if ((problem !== undefined) === refused.has(match)) return [];
      return [{ match, ovn: refused.has(match) ? 'refused' : 'accepted', weir: problem?.message ?? 'accepted' }];
    });
    expect(differences).toEqual([]);
    expect(refused.size).toBeGreaterThan(100);
    expect(candidates.length - refused.size).toBeGreaterThan(100);
  });
});
