import { type Chunks, type Piece, joinPieces } from '../../../../std/byte-writer.js';
import type { RowAttachment } from '../../../../model/northbound.js';
import type { RowRenderer } from '../../../../northbound/row-shape.js';
import { createSection } from '../../../../northbound/section-text.js';
import { attachmentRows } from '../../../../northbound/zone-text.js';
import { type PartItem, type RowItem, rowsIn } from './part.js';

/** Writer for parts: whole texts in sequence, and rows. */
export interface PartWriter {
  readonly write: (text: string) => Piece;
  readonly renderRow: RowRenderer;
}

/** Returns the text of a part: its head, and the sections that are not empty. Items of one section are in order. */
export function renderPart(
  items: readonly PartItem[],
  { write, renderRow }: PartWriter,
  head: Readonly<Record<string, string | readonly string[]>> = {},
): Chunks {
  const switches = items.flatMap((item) => (item.section === 'switches' ? [item.key] : []));
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
  const section = createSection(name);
  let text = '';
  for (const item of items) {
    if (item.section !== name) continue;
    if ('text' in item) text += section.before(item.table) + item.text;
    else for (const row of rowsIn(item)) text += section.before(item.table) + renderRow(item.table, row);
  }
  return text === '' ? '' : text + section.finish();
}

function attachmentText(items: readonly PartItem[], renderRow: RowRenderer): string {
  const keys = new Map<RowAttachment, string[]>();
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
