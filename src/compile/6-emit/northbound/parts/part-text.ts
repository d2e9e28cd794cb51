import type { RowRenderer, ShapedRow } from '../../../../northbound/row-shape.js';
import { createSection } from '../../../../northbound/section-text.js';
import { attachmentRows } from '../../../../northbound/zone-text.js';
import { type Chunks, type Piece, joinPieces } from '../../../../std/byte-writer.js';
import { inOrder } from '../../../../std/in-order.js';
import { sortByName } from '../../../../std/sort-by-name.js';
import { byKey } from '../keys.js';
import { type AttachmentPlace, type BlockItem, type PartItem, type RowItem, rowsIn } from './part.js';

/** Writer for parts: whole texts in sequence, and rows. */
export interface PartWriter {
  readonly write: (text: string) => Piece;
  readonly renderRow: RowRenderer;
}

/** Returns the text of a part: its head, and the sections that are not empty. */
export function renderPart(
  items: readonly PartItem[],
  { write, renderRow }: PartWriter,
  head: Readonly<Record<string, string | readonly string[]>> = {},
): Chunks {
  const switches = items.flatMap((item) => (item.section === 'switches' ? [item.key] : [])).sort();
  const lists = { ...head, ...(switches.length > 0 ? { switches } : {}) };
  const sections = [
    ...Object.entries(lists).map(([name, value]) => `  "${name}": ${renderList(value)}`),
    rowsText('rows', items, renderRow),
    attachmentText(items, renderRow),
    rowsText('absent', items, renderRow),
  ];
  // One text for each part: many short ones would cost as many calls, and work for the garbage collector. `join` would
  // copy it.
  let text = '{';
  for (const section of sections) if (section !== '') text += `${text === '{' ? '' : ','}\n${section}`;
  return joinPieces([write(`${text}\n}\n`)]);
}

function renderList(value: string | readonly string[]): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

function rowsText(name: RowItem['section'], items: readonly PartItem[], renderRow: RowRenderer): string {
  const tables = new Map<string, (ShapedRow | RowItem | BlockItem)[]>();
  for (const item of items) {
    if (item.section !== name) continue;
    let own = tables.get(item.table);
    if (!own) tables.set(item.table, (own = []));
    if ('bytes' in item) for (const row of rowsIn(item)) own.push(row);
    else own.push(item);
  }
  const section = createSection(name);
  let text = '';
  for (const [table, own] of sortByName(tables)) {
    for (const one of inOrder(own, byKey))
      text += section.before(table) + ('section' in one ? one.text : renderRow(table, one));
  }
  return text === '' ? '' : text + section.finish();
}

function attachmentText(items: readonly PartItem[], renderRow: RowRenderer): string {
  const keys = new Map<AttachmentPlace, string[]>();
  for (const item of items) {
    if (item.section !== 'attachments') continue;
    const known = keys.get(item.to);
    if (known) known.push(...item.keys);
    else keys.set(item.to, [...item.keys]);
  }
  if (keys.size === 0) return '';
  const attachments = [...keys].map(([to, references]) => ({ ...to, references }));
  const section = createSection('attachments');
  let text = '';
  for (const [table, rows] of attachmentRows(attachments)) {
    for (const row of rows) text += section.before(table) + renderRow(table, row);
  }
  return text + section.finish();
}
