/** Bytes that belong together: an object that can be read by itself, or what stands around objects. */
export interface ObjectRange {
  readonly start: number;
  readonly end: number;
  readonly isObject: boolean;
}

/** How far a text has been taken apart. */
export interface ObjectScan {
  /** Undefined before the first line that has any content. */
  isJson: boolean | undefined;
  /** Spaces before the items of the list that the text is in; undefined outside of one, -1 before its first item. */
  itemIndent: number | undefined;
}

/** A line with content: where it starts, where its content does, and if the next one starts. */
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
 * Takes a slice apart that starts with a line: the items of lists as kubectl prints them, in JSON or YAML, and what stands
 * around them. Only lines and their indentation count: whether a range is an object is for whoever parses it. The ranges lie side
 * by side; what may go on in the next slice is left to it, with the object that it starts with, unless this one `isLast`.
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

/** Where an object begins or ends, or undefined for a line that is inside of one, or outside. */
type Edge = { readonly at: number; readonly opens: boolean } | undefined;

function edgeInJson(slice: Buffer, line: Line, scan: ObjectScan, isObject: boolean): Edge {
  const indent = line.content - line.start;
  if (scan.itemIndent === undefined) {
    if (isText(slice, line, '"items": [')) scan.itemIndent = -1;
    return undefined;
  }
  if (isObject) {
    const isEnd = slice[line.content] === CLOSE_BRACE && indent === scan.itemIndent;
    // The comma behind it is no part of the object.
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

/** Returns true if a line has just this text behind its spaces. */
function isText(slice: Buffer, { content, next }: Line, text: string): boolean {
  return slice.toString('latin1', content, Math.min(next, content + text.length + 2)).trimEnd() === text;
}
