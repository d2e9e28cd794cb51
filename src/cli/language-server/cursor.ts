/** The context of a cursor in block YAML, which may be incomplete. */
export interface Cursor {
  /** Names of fields and indexes of lists, from the document to the mapping or list item that the line is in. */
  readonly path: readonly string[];
  /** The name of the field that the line has. */
  readonly name?: string;
  /** If true, the cursor is in the value of that field. */
  readonly isValue: boolean;
  /** The text of the name or value before the cursor. */
  readonly written: string;
  /** The start column of this text, in UTF-16 code units from 0. */
  readonly start: number;
  /** The first line of the document, and the one after its last, from 0. */
  readonly document: { readonly first: number; readonly end: number };
}

/** A token at a column of a line: a field name, or the dash of a list item. */
interface Token {
  readonly column: number;
  readonly name: string | undefined;
}

/** A line: its dashes from the left, and then what follows them. */
interface Line {
  readonly dashes: readonly number[];
  readonly column: number;
  readonly name?: string;
  /** The column of the colon after the name. */
  readonly colon?: number;
}

/** Maximum length of a line in characters. Longer lines get no help. */
const LONGEST_LINE = 1000;
const MAX_LINES = 20_000;

/**
 * Returns the place of a cursor, by the indentation of the lines above it. Returns undefined in comments and beyond the
 * limits.
 */
export function readCursor(lines: readonly string[], at: number, column: number): Cursor | undefined {
  const text = lines[at] ?? '';
  if (text.length > LONGEST_LINE || text.trimStart().startsWith('#')) return undefined;
  const document = documentAt(lines, at);
  const line = readLine(text);
  const isBlank = text.trim() === '';
  const isValue = line.colon !== undefined && column > line.colon;
  const content = isBlank ? column : line.column;
  const value = text.slice(line.colon === undefined ? content : line.colon + 1, column);
  const start = isValue ? column - lastWord(value).length : Math.min(content, column);
  const own = [...line.dashes.map((dash): Token => ({ column: dash, name: undefined })), { column: content, name: '' }];
  return {
    path: pathTo(own, lines, document.first, at),
    ...(line.name === undefined ? {} : { name: line.name }),
    isValue,
    written: text.slice(start, column),
    start,
    document,
  };
}

/** Returns the last word of a text, also in flow style. */
function lastWord(text: string): string {
  const before = Math.max(...[' ', '\t', '[', '{', ',', '"', "'"].map((character) => text.lastIndexOf(character)));
  return text.slice(before + 1);
}

/** Returns the path to the last token of a line. Walks left and upwards: each less indented token is a parent. */
function pathTo(own: readonly Token[], lines: readonly string[], first: number, at: number): string[] {
  const path: string[] = [];
  let inside = own.at(-1) ?? { column: 0, name: '' };
  let index = 0;
  const visit = (token: Token): void => {
    const isDash = token.name === undefined;
    if (inside.name === undefined && isDash && token.column === inside.column) index++;
    else if (token.column < inside.column || (inside.name === undefined && !isDash && token.column === inside.column)) {
      if (inside.name === undefined) path.push(String(index));
      if (token.name !== undefined) path.push(token.name);
      index = 0;
      inside = token;
    }
  };
  for (const token of own.slice(0, -1).reverse()) visit(token);
  const last = Math.max(first, at - MAX_LINES);
  for (let above = at - 1; above >= last && (inside.column > 0 || inside.name === undefined); above--) {
    for (const token of tokensOf(lines[above] ?? '')) visit(token);
  }
  if (inside.name === undefined) path.push(String(index));
  return path.reverse();
}

/** Returns the tokens of a line, from the right. */
function tokensOf(text: string): Token[] {
  if (text.length > LONGEST_LINE || text.trim() === '' || text.trimStart().startsWith('#')) return [];
  const { dashes, column, name } = readLine(text);
  const items = dashes.map((dash): Token => ({ column: dash, name: undefined })).reverse();
  return name === undefined ? items : [{ column, name }, ...items];
}

function readLine(text: string): Line {
  const dashes: number[] = [];
  let column = 0;
  for (;;) {
    while (text[column] === ' ') column++;
    if (text[column] !== '-' || !(text[column + 1] ?? ' ').startsWith(' ')) break;
    dashes.push(column++);
  }
  const quote = text[column];
  const isQuoted = quote === '"' || quote === "'";
  const closing = isQuoted ? text.indexOf(quote, column + 1) : -1;
  if (isQuoted && closing < 0) return { dashes, column };
  const colon = /:(?:\s|$)/.exec(text.slice(isQuoted ? closing + 1 : column))?.index;
  if (colon === undefined || quote === '{' || quote === '[') return { dashes, column };
  const end = (isQuoted ? closing + 1 : column) + colon;
  const name = isQuoted ? text.slice(column + 1, closing) : text.slice(column, end).trimEnd();
  return { dashes, column, name, colon: end };
}

function documentAt(lines: readonly string[], at: number): Cursor['document'] {
  let first = at;
  while (first > 0 && at - first < MAX_LINES && !(lines[first] ?? '').startsWith('---')) first--;
  if ((lines[first] ?? '').startsWith('---')) first++;
  let end = Math.max(at + 1, first);
  while (end < lines.length && end - at < MAX_LINES && !(lines[end] ?? '').startsWith('---')) end++;
  return { first, end };
}
