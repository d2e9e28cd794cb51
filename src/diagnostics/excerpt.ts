import { escapeCharacter, isInvisible } from './visible.js';

/** Source line as a terminal shows it, and the line below that marks a part of it. */
export interface Excerpt {
  readonly text: string;
  readonly carets: string;
}

/** Code point, escaped for a terminal if needed. */
interface Cell {
  readonly shown: string;
  /** Width in columns. */
  readonly width: number;
  /** Offset in the source line, in UTF-16 code units. */
  readonly offset: number;
}

/** Maximum columns of source text in one excerpt. */
const MAX_WIDTH = 120;
/** Columns kept before the caret if a long line is cut. */
const LEAD = 40;
/**
 * Code units that are read on either side of the caret. They suffice for `MAX_WIDTH` columns, regardless of the line's
 * length.
 */
const REACH = 4 * MAX_WIDTH;
const TAB_WIDTH = 4;
const ELLIPSIS = '…';

const COMBINING = /^[\p{Mn}\p{Me}]$/u;
/** Code points with a width of two columns: the blocks of East Asian wide and full-width characters and of emoji. */
const WIDE_BLOCKS: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

/**
 * Renders a source line with carets under `length` code units from `column` (the first is 1). Tabs become spaces,
 * invisible characters become escapes, and a long line is cut around the caret. There is always at least one caret, and
 * none after the end of the line.
 */
export function renderExcerpt(line: string, column: number, length: number): Excerpt {
  const caret = Math.min(Math.max(column - 1, 0), line.length);
  const end = Math.min(caret + Math.max(length, 1), line.length);
  const from = alignToCodePoint(line, line.length <= REACH ? 0 : Math.max(0, caret - REACH));
  const to = line.length <= REACH ? line.length : Math.min(line.length, caret + REACH);
  const cells = splitCells(line.slice(from, to), from);
  const [first, last] = chooseWindow(cells, caret);
  const before = from > 0 || first > 0 ? ELLIPSIS : '';
  const after = to < line.length || last < cells.length ? ELLIPSIS : '';
  const window = cells.slice(first, last);
  const indent = before.length + widthOf(window.filter((cell) => cell.offset < caret));
  const marked = widthOf(window.filter((cell) => cell.offset >= caret && cell.offset < end));
  return {
    text: before + window.map((cell) => cell.shown).join('') + after,
    carets: ' '.repeat(indent) + '^'.repeat(Math.max(marked, 1)),
  };
}

function alignToCodePoint(line: string, offset: number): number {
  const unit = line.charCodeAt(offset);
  return offset > 0 && unit >= 0xdc00 && unit <= 0xdfff ? offset + 1 : offset;
}

function splitCells(text: string, start: number): Cell[] {
  const cells: Cell[] = [];
  let offset = start;
  let column = 0;
  for (const character of text) {
    const shown = showCharacter(character, column);
    const width = shown === character ? widthOfCharacter(character) : shown.length;
    cells.push({ shown, width, offset });
    offset += character.length;
    column += width;
  }
  return cells;
}

function showCharacter(character: string, column: number): string {
  if (character === '\t') return ' '.repeat(TAB_WIDTH - (column % TAB_WIDTH));
  return isInvisible(character) ? escapeCharacter(character) : character;
}

function widthOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (COMBINING.test(character)) return 0;
  return WIDE_BLOCKS.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

/** Returns the first and past-the-last index of the cells to show: all of them, or as many around the caret as fit. */
function chooseWindow(cells: readonly Cell[], caret: number): [number, number] {
  const at = cells.findIndex((cell) => cell.offset >= caret);
  const start = at < 0 ? cells.length : at;
  let first = takeBackwards(cells, start, LEAD);
  let room = MAX_WIDTH - cost(cells.slice(first, start));
  let last = start;
  for (let cell = cells[last]; cell && costOf(cell) <= room; cell = cells[last]) {
    room -= costOf(cell);
    last++;
  }
  if (last === cells.length) first = takeBackwards(cells, first, room);
  return [first, last];
}

function takeBackwards(cells: readonly Cell[], from: number, columns: number): number {
  let index = from;
  let room = columns;
  for (let cell = cells[index - 1]; cell && costOf(cell) <= room; cell = cells[index - 1]) {
    room -= costOf(cell);
    index--;
  }
  return index;
}

/**
 * Returns the columns that a cell counts for. Combining marks count as one, because otherwise a line would have no
 * bound.
 */
function costOf(cell: Cell): number {
  return Math.max(cell.width, 1);
}

function cost(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + costOf(cell), 0);
}
