import type { Manifest } from '../model/manifest.js';
import { type Json, type JsonObject, asList, asObject, isObject } from '../std/json.js';
import { sortedJson } from '../std/json-text.js';
import { compose } from '../yaml/compose.js';
import { writeSpec } from './edit-files.js';
import { type YamlStyle, writeItem } from './yaml-style.js';

/** An insertion into a list of an object, or the removal of an item. */
export interface ListEdit {
  /** Fields and positions from the object to the list: `['spec', 'ingress', 0, 'from']`. */
  readonly path: readonly (string | number)[];
  readonly index: number;
  /** The new item. If unset, the item at the index is removed. */
  readonly value?: Json;
}

/** Returns an object with an edit. Missing lists are added. */
export function editObject(object: JsonObject, { path, index, value }: ListEdit): JsonObject {
  const change = (node: Json | undefined, [part, ...rest]: readonly (string | number)[]): Json => {
    if (part === undefined) {
      const items = asList(node);
      return value === undefined ? items.toSpliced(index, 1) : items.toSpliced(index, 0, value);
    }
    if (typeof part === 'number') {
      const items = asList(node);
      return items.with(part, change(items[part], rest));
    }
    const fields = asObject(node) ?? {};
    return { ...fields, [part]: change(fields[part], rest) };
  };
  const edited = change(object, path);
  return isObject(edited) ? edited : object;
}

/**
 * Returns the text of the file of an object with an edit. In block style, only the lines of the item change. Otherwise,
 * the spec is written again.
 */
export function editText(manifest: Manifest, edit: ListEdit, style: YamlStyle): string {
  const { object, origin } = manifest;
  const { file, start, end } = origin;
  const text = file.text.slice(start, end);
  const meant = editObject(object, edit);
  const edited = editLines(text, edit, style);
  const isRight = edited !== undefined && sortedJson(compose(edited).values[0]) === sortedJson(meant);
  const result = isRight ? edited : writeSpec(text, manifest, asObject(meant.spec) ?? {}, style);
  return file.text.slice(0, start) + result + file.text.slice(end);
}

/** Lines of a node, and the column of its fields or dashes. */
interface Block {
  readonly first: number;
  readonly end: number;
  readonly column: number;
}

/** Returns the text with the lines of an item inserted or removed. Returns undefined if the list is not in block style. */
function editLines(text: string, { path, index, value }: ListEdit, style: YamlStyle): string | undefined {
  const lines = text.split('\n');
  const list = path.reduce<Block | undefined>((block, part) => block && descend(lines, block, part), whole(lines));
  const items = list && itemsOf(lines, list);
  const [first] = items ?? [];
  if (!list || !items || !first) return undefined;
  const item = items[index];
  if (value === undefined) {
    if (!item || items.length === 1) return undefined;
    return lines.toSpliced(item.first, item.end - item.first).join('\n');
  }
  const at = item?.first ?? items.at(-1)?.end ?? list.end;
  const margin = ' '.repeat(list.column);
  const written = `${margin}- ${writeItem(value, style, list.column + 2)}`.trimEnd().split('\n');
  return lines.toSpliced(at, 0, ...written).join('\n');
}

function whole(lines: readonly string[]): Block {
  return { first: 0, end: lines.length, column: 0 };
}

function descend(lines: readonly string[], block: Block, part: string | number): Block | undefined {
  if (typeof part === 'number') {
    const item = itemsOf(lines, block)[part];
    return item && { ...item, column: block.column + 2 };
  }
  for (let line = block.first; line < block.end; line++) {
    const found = columnOf(lines, line, block);
    if (found !== block.column || lines[line]?.slice(found).trimEnd() !== `${part}:`) continue;
    return blockBelow(lines, line + 1, block);
  }
  return undefined;
}

/** Returns the block below a field. The dashes of a list can be in the column of the field. */
function blockBelow(lines: readonly string[], start: number, { end, column }: Block): Block | undefined {
  const first = nextLine(lines, start, end);
  const own = first === undefined ? undefined : indentOf(lines[first] ?? '');
  if (first === undefined || own === undefined) return undefined;
  const isList = lines[first]?.slice(own).startsWith('- ') === true;
  if (own < column || (own === column && !isList)) return undefined;
  let last = first;
  for (let line = first; line < end; line++) {
    const text = lines[line] ?? '';
    if (isBlank(text)) continue;
    const indent = indentOf(text);
    if (indent < own || (indent === own && isList && !text.slice(own).startsWith('-'))) break;
    last = line;
  }
  return { first, end: last + 1, column: own };
}

/** Returns the items of a list in block style. Comments before an item belong to it. */
function itemsOf(
  lines: readonly string[],
  { first, end, column }: Block,
): { readonly first: number; readonly end: number }[] {
  const starts: number[] = [];
  for (let line = first; line < end; line++) {
    if (lines[line]?.startsWith(`${' '.repeat(column)}-`) === true)
      starts.push(withComments(lines, line, first, column));
  }
  return starts.map((start, index) => ({ first: start, end: starts[index + 1] ?? end }));
}

function withComments(lines: readonly string[], line: number, first: number, column: number): number {
  let start = line;
  while (start > first && lines[start - 1]?.startsWith(`${' '.repeat(column)}#`) === true) start--;
  return start;
}

/** Returns the column of the first field in a line. The first line of an item begins with its dash. */
function columnOf(lines: readonly string[], line: number, { first, column }: Block): number {
  const text = lines[line] ?? '';
  const dash = text.slice(column - 2, column) === '- ' && indentOf(text) === column - 2;
  return dash && line >= first ? column : indentOf(text);
}

function nextLine(lines: readonly string[], start: number, end: number): number | undefined {
  for (let line = start; line < end; line++) if (!isBlank(lines[line] ?? '')) return line;
  return undefined;
}

function isBlank(line: string): boolean {
  return /^\s*(?:#.*)?$/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
