import { type Chunks, type Piece, joinPieces } from '../../../../std/byte-writer.js';
import type { Attachment } from '../../../../model/northbound.js';
import type { RowRenderer } from '../../../../northbound/row-text.js';
import { createSection, memberText } from '../../../../northbound/section-text.js';
import { attachmentRows } from '../../../../northbound/zone-text.js';
import type { PartItem, RowItem } from './part.js';

/** What writes parts: texts that come one behind the other, and rows. */
export interface PartWriter {
  readonly write: (text: string) => Piece;
  readonly renderRow: RowRenderer;
}

/** The text of a part: its head, and the sections that hold something. Items of one section are in order. */
export function renderPart(
  items: readonly PartItem[],
  { write, renderRow }: PartWriter,
  head: Readonly<Record<string, string | readonly string[]>> = {},
): Chunks {
  const switches = items.flatMap(({ section, key }) => (section === 'switches' ? [key] : []));
  const lists = { ...head, ...(switches.length > 0 ? { switches } : {}) };
  const sections = [
    ...Object.entries(lists).map(([name, value]) => [write(`  "${name}": ${renderList(value)}`)]),
    rowPieces('rows', items, write),
    [write(attachmentText(items, renderRow))],
    rowPieces('absent', items, write),
  ].filter((pieces) => pieces.some(({ start, end }) => end > start));
  const separated = sections.flatMap((pieces, index) => [write(index === 0 ? '{\n' : ',\n'), ...pieces]);
  return joinPieces([...(separated.length === 0 ? [write('{')] : separated), write('\n}\n')]);
}

function renderList(value: string | readonly string[]): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

function rowPieces(name: RowItem['section'], items: readonly PartItem[], write: PartWriter['write']): Piece[] {
  const pieces: Piece[] = [];
  const section = createSection(name);
  for (const item of items) {
    if (item.section !== name) continue;
    const before = section.before(item.table);
    const { slab, start, end } = item.piece;
    // A comma is there already.
    if (before === ',') pieces.push(item.piece);
    else pieces.push(write(before), { slab, start: start + 1, end });
  }
  return pieces.length === 0 ? [] : [...pieces, write(section.finish())];
}

/** The text of a row for `RowItem.piece`. */
export function rowText(key: string, text: string): string {
  return `,${memberText(key, text)}`;
}

function attachmentText(items: readonly PartItem[], renderRow: RowRenderer): string {
  const keys = new Map<Attachment, string[]>();
  for (const item of items) {
    if (item.section !== 'attachments') continue;
    const known = keys.get(item.to);
    if (known) known.push(item.key);
    else keys.set(item.to, [item.key]);
  }
  if (keys.size === 0) return '';
  const attachments = [...keys].map(([to, references]) => ({ ...to, references }));
  const section = createSection('attachments');
  let text = '';
  for (const [table, rows] of attachmentRows(attachments)) {
    for (const row of rows) text += section.before(table) + memberText(row.key, renderRow(table, row));
  }
  return text + section.finish();
}
