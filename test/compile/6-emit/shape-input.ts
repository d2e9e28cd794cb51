import fc from 'fast-check';
import { expect } from 'vitest';
import { interpret } from '../../../src/compile/compile.js';
import { prepare } from '../../../src/compile/prepare.js';
import { emitClusterRows } from '../../../src/compile/6-emit/zone-rows.js';
import type { Configuration } from '../../../src/model/configuration.js';
import type { NorthboundRows, OwnRows, Row } from '../../../src/model/northbound.js';
import { isShaped } from '../../../src/northbound/row-shape.js';
import { createColumnsRenderer } from '../../../src/northbound/row-text.js';

const number = (max: number) => fc.nat({ max });
export const ipv4 = fc.tuple(number(255), number(255), number(255), number(255)).map((octets) => octets.join('.'));
const group = number(0xffff).map((value) => value.toString(16));
export const ipv6 = fc.oneof(
  fc.tuple(group, group, group, group, group, group, group, group).map((groups) => groups.join(':')),
  fc.tuple(group, group).map(([first, last]) => `${first.toUpperCase()}::${last}`),
  ipv4.map((tail) => `::ffff:${tail}`),
  fc.constant('::'),
);
/** Networks in all notations, and some that are none. */
export const cidr = fc.oneof(
  fc.tuple(ipv4, number(33)).map(([address, length]) => `${address}/${length}`),
  fc.tuple(ipv6, number(129)).map(([address, length]) => `${address}/${length}`),
  fc.constantFrom('0.0.0.0/0', '::/0', '10.128.0.0/12', 'fd01::/32', '010.0.0.0/8', '10.0.0.0/08'),
);
export const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);

/** The rows that are made of objects, whatever is found of these. */
export function rowsOfObjects(
  objects: readonly object[],
  configuration: Configuration,
): { readonly shared: NorthboundRows; readonly ownOf: (zone: string) => OwnRows } {
  const ignore = (): void => undefined;
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const input = { configuration, files: [{ path: 'all.yaml', text }] };
  const prepared = prepare(input, ignore, ignore);
  const { intents } = interpret(prepared, input);
  const { shared, ownOf } = emitClusterRows({ intents, cluster: prepared.context.cluster, configuration }, ignore);
  return { shared: shared.rows, ownOf: (zone) => ownOf(zone).rows };
}

/** Expects that the text of each row of a shape is that of its columns, and as long as it says. Returns these rows. */
export function expectTexts(table: string, rows: readonly Row[]): readonly Row[] {
  const renderColumns = createColumnsRenderer();
  const shaped = rows.filter(isShaped);
  for (const { columns, text, bytes } of shaped) {
    expect(text).toBe(renderColumns(table, columns));
    expect(bytes).toBe(Buffer.byteLength(text));
  }
  return shaped;
}

/** Returns rows that are checked one by one, because no shape vouches for them. */
export function withoutShapes<Rows extends NorthboundRows>(rows: Rows): Rows {
  const tables = [...rows.rows].map(([table, list]): [string, readonly Row[]] => [
    table,
    list.map(({ key, columns }) => ({ key, columns })),
  ]);
  return { ...rows, rows: new Map(tables) };
}
