import { expect, it } from 'vitest';
import { type Fields, PACKETS, predicates, predicatesOf } from '../northbound/predicate-packets.js';
import { startDatabases } from '../rig/databases.js';
import { type Json, call } from '../rig/json-rpc.js';
import { type Tracer, startTracer } from '../rig/trace.js';
import { openWorkspace } from '../rig/workspace.js';
import { describeEachRelease, showingLogs } from './releases.js';

/** Number of predicates in the pipeline of a switch, one in each table. */
const TABLES = 20;
const switches = Array.from({ length: Math.ceil(predicates.length / TABLES) }, (_, index) =>
  predicates.slice(index * TABLES, (index + 1) * TABLES),
);

function insert(table: string, row: Record<string, Json>, uuidName?: string): Json {
  return { op: 'insert', table, row, ...(uuidName === undefined ? {} : { 'uuid-name': uuidName }) };
}

/** Southbound rows of a switch with one predicate in each table, which passes all packets on. */
function rowsOfSwitch(names: readonly string[], index: number): Json[] {
  const name = `sw${index}`;
  const ids: Json = [['logical-switch', `7d9a3c1e-5b0f-4c57-9b1c-0c8d8d4f2a6${index}`], ['name', name]]; // prettier-ignore
  const datapath: Json = ['named-uuid', name];
  const flow = (table_id: number, priority: number, match: string): Json =>
    insert('Logical_Flow', {
      ...{ logical_datapath: datapath, pipeline: 'ingress', actions: 'next;' },
      ...{ table_id, priority, match },
    });
  return [
    insert('Datapath_Binding', { tunnel_key: index + 1, external_ids: ['map', ids] }, name),
    insert('Port_Binding', { tunnel_key: 1, datapath, logical_port: `x${index}` }),
    ...names.flatMap((match, table) => [flow(table, 1, match), flow(table, 0, '1')]),
  ];
}

async function predicatesInOvn(tracer: Tracer, fields: Fields): Promise<string[]> {
  const microflow = Object.entries(fields).map(([field, value]) => `${field} == ${value}`);
  const found: string[] = [];
  for (const [index, names] of switches.entries()) {
    const { text } = await tracer.trace(`sw${index}`, [`inport == "x${index}"`, ...microflow].join(' && '));
    found.push(...names.filter((_, table) => new RegExp(`^ ?${table}\\. .*, priority 1,`, 'm').test(text)));
  }
  return found;
}

/** Predicates that OVN before 24.09 defines without the condition that the destination is a group. */
const WITHOUT_GROUP = ['igmp', 'mldv1'];

describeEachRelease('the predicates of a match', (release) => {
  it('are those of Weir for each packet', async () => {
    const workspace = openWorkspace();
    try {
      await showingLogs(workspace, async () => {
        const databases = await startDatabases(workspace, release, 'global', '["OVN_Northbound"]');
        const rows = switches.flatMap((names, index) => rowsOfSwitch(names, index));
        const results = await call(databases.remote.slice('unix:'.length), 'transact', ['OVN_Southbound', ...rows]);
        expect(JSON.stringify(results)).not.toContain('"error"');
        const tracer = await startTracer(workspace, release, databases);
        const isCompared = (name: string): boolean => release.version >= '24.09' || !WITHOUT_GROUP.includes(name);
        for (const [name, fields] of PACKETS) {
          const inOvn = await predicatesInOvn(tracer, fields);
          expect(inOvn.filter(isCompared), name).toEqual(predicatesOf(fields).filter(isCompared));
        }
        expect(tracer.warnings()).toEqual([]);
      });
    } finally {
      workspace.close();
    }
  });
});
