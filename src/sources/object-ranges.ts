/** A range of bytes: an object that can be parsed on its own, or text around objects. */
export interface ObjectRange {
  readonly start: number;
  readonly end: number;
  readonly isObject: boolean;
}

/** State of splitting a text. */
export interface ObjectScan {
  /** Undefined before the first line with content. */
  isJson: boolean | undefined;
  /** Spaces before the items of the current list. Undefined outside a list, -1 before its first item. */
  itemIndent: number | undefined;
}

/** A line with content: offsets of its start, of its content, and of the next line. */
interface Line {
  readonly start: number;
  readonly content: number;
  readonly next: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const DASH = 45;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

export function beginScan(): ObjectScan {
  return { isJson: undefined, itemIndent: undefined };
}

/**
 * Splits a slice that starts with a line into list items as kubectl prints them, in JSON or YAML, and the text around
 * them. Only lines and indentation count. The parser decides whether a range is an object.
 *
 * The ranges are adjacent. Unless `isLast` is set, they end before text that may continue in the next slice, which then
 * starts with that object.
 */
export function splitObjects(slice: Buffer, scan: ObjectScan, isLast: boolean): ObjectRange[] {
  const ranges: ObjectRange[] = [];
  const open = { start: 0, isObject: false };
  const cut = (end: number, opens: boolean): void => {
    if (end > open.start) ranges.push({ start: open.start, end, isObject: open.isObject });
    open.start = end;
    open.isObject = opens;
  };
  for (let at = 0; at < slice.length;) {
    const feed = slice.indexOf(LINE_FEED, at);
    if (feed < 0 && !isLast) break;
    const line = { start: at, content: skipSpaces(slice, at), next: feed < 0 ? slice.length : feed + 1 };
    at = line.next;
    if (isBlank(slice, line)) continue;
    scan.isJson ??= slice[line.content] === OPEN_BRACE;
    const edge = scan.isJson
      ? edgeInJson(slice, line, scan, open.isObject)
      : edgeInYaml(slice, line, scan, open.isObject);
    if (edge) cut(edge.at, edge.opens);
  }
  if (isLast) cut(slice.length, false);
  else if (!open.isObject) cut(slice.lastIndexOf(LINE_FEED) + 1, false);
  return ranges;
}

/** Offset at which an object starts or ends. Undefined for a line inside or outside an object. */
type Edge = { readonly at: number; readonly opens: boolean } | undefined;

function edgeInJson(slice: Buffer, line: Line, scan: ObjectScan, isObject: boolean): Edge {
  const indent = line.content - line.start;
  if (scan.itemIndent === undefined) {
    if (isText(slice, line, '"items": [')) scan.itemIndent = -1;
    return undefined;
  }
  if (isObject) {
    const isEnd = slice[line.content] === CLOSE_BRACE && indent === scan.itemIndent;
    // The comma after it is not part of the object.
    return isEnd ? { at: line.content + 1, opens: false } : undefined;
  }
  if (!isText(slice, line, '{')) return undefined;
  if (scan.itemIndent < 0) scan.itemIndent = indent;
  return indent === scan.itemIndent ? { at: line.start, opens: true } : undefined;
}

function edgeInYaml(slice: Buffer, line: Line, scan: ObjectScan, isObject: boolean): Edge {
  const indent = line.content - line.start;
  if (scan.itemIndent === undefined) {
    if (indent === 0 && isText(slice, line, 'items:')) scan.itemIndent = -1;
    return undefined;
  }
  if (isItem(slice, line) && (scan.itemIndent < 0 || indent === scan.itemIndent)) {
    scan.itemIndent = indent;
    return { at: line.start, opens: true };
  }
  if (indent > scan.itemIndent && scan.itemIndent >= 0) return undefined;
  scan.itemIndent = undefined;
  return isObject ? { at: line.start, opens: false } : undefined;
}

function isItem(slice: Buffer, { content, next }: Line): boolean {
  const behind = content + 1 < next ? slice[content + 1] : LINE_FEED;
  return slice[content] === DASH && (behind === SPACE || behind === LINE_FEED || behind === CARRIAGE_RETURN);
}

function isBlank(slice: Buffer, { content, next }: Line): boolean {
  const code = content < next ? slice[content] : LINE_FEED;
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

function skipSpaces(slice: Buffer, from: number): number {
  let at = from;
  while (slice[at] === SPACE) at++;
  return at;
}

/** Returns true if a line consists of exactly this text after its indentation. */
function isText(slice: Buffer, { content, next }: Line, text: string): boolean {
  return slice.toString('latin1', content, Math.min(next, content + text.length + 2)).trimEnd() === text;
}
