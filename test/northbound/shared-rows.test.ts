import { describe, expect, it } from 'vitest';
import type { Row, ZoneRows } from '../../src/model/northbound.js';
import { createRowChecker } from '../../src/northbound/check.js';
import { createZoneWriter, type ZoneFiles } from '../../src/northbound/render.js';
import { createRowRenderer } from '../../src/northbound/row-text.js';
import { createWrittenRows } from '../../src/northbound/written-rows.js';
import { readChunks } from '../../src/std/byte-writer.js';
import { ACL, renderZone } from './zones.js';

const acl = (index: number): Row => ({ key: `acl-${index}`, columns: { ...ACL, priority: 10_000 - index } });
const acls = Array.from({ length: 6 }, (_, index) => acl(index));
const group = (name: string, keys: readonly string[]): Row => ({ key: name, columns: { name, acls: keys } });
const groups = [group('a1', ['acl-0', 'acl-1', 'acl-2']), group('b1', ['acl-3', 'acl-4', 'acl-5'])];

function zoneWith(name: string, tables: Readonly<Record<string, readonly Row[]>>): ZoneRows {
  return { zone: name, rows: new Map(Object.entries(tables)), attachments: [], absent: new Map() };
}

/** The files of zones that are made one after the other, as a compilation does. */
function writeAll(zones: readonly ZoneRows[]): ZoneFiles[] {
  const written = createWrittenRows();
  const renderRow = createRowRenderer();
  const check = createRowChecker({ schemaVersion: '7.12.0', baseRows: 'external', sharedRows: true });
  return zones.map((zone) => {
    const writer = createZoneWriter(zone, renderRow, written);
    check(zone, writer.writeRow);
    return writer.finish();
  });
}

const texts = ({ rows, transaction }: ZoneFiles): [string, string] => [readChunks(rows), readChunks(transaction)];

describe('rows that several zones hold', () => {
  const whole = { ACL: acls, Port_Group: groups };
  const zones = {
    'the same rows': zoneWith('b', whole),
    'a row of its own between them': zoneWith('b', {
      ...whole,
      ACL: [...acls.slice(0, 3), { key: 'acl-2a', columns: ACL }, ...acls.slice(3)],
    }),
    'one row less': zoneWith('b', { ...whole, ACL: acls.slice(1), Port_Group: [group('a1', ['acl-1']), ...groups.slice(1)] }),
    'another row of the same key': zoneWith('b', { ...whole, ACL: [...acls.slice(0, 5), { key: 'acl-5', columns: ACL }] }),
    'none of a table': zoneWith('b', { ACL: acls }),
    'rows before the table': zoneWith('b', { ...whole, ACL: [{ key: 'aaa', columns: ACL }, ...acls] }),
  }; // prettier-ignore

  it.each(Object.entries(zones))('are written in a zone with %s as if it were alone', (_, zone) => {
    const first = zoneWith('a', whole);
    const files = writeAll([first, zone, first, zone]);
    expect(files.map(texts)).toEqual([first, zone, first, zone].map((each) => texts(renderZone(each))));
  });

  it('take the memory of one zone', () => {
    const first = zoneWith('a', whole);
    const [one, other] = writeAll([first, zoneWith('b', whole)]);
    const memoryOf = ({ rows, transaction }: ZoneFiles) => [...rows, ...transaction].map(({ buffer }) => buffer);
    const own = (one && other ? memoryOf(other) : []).filter((buffer) => one && !memoryOf(one).includes(buffer));
    const shared = (one && other ? memoryOf(other) : []).filter((buffer) => one && memoryOf(one).includes(buffer));
    expect({ own: own.length > 0, shared: shared.length > 0 }).toEqual({ own: true, shared: true });
  });

  it('are held against the rows of each zone that they refer to', () => {
    const check = createRowChecker({ schemaVersion: '7.12.0', baseRows: 'external', sharedRows: true });
    expect(check(zoneWith('a', whole))).toEqual([]);
    expect(check(zoneWith('b', { ...whole, ACL: acls.slice(1) })).map(({ message }) => message)).toEqual([
      "there is no row 'acl-0' in ACL",
    ]);
  });
});
