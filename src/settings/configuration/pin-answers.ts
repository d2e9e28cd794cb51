import { isDeepStrictEqual } from 'node:util';
import { type Document, type Pair, type YAMLMap, isMap, isNode, isScalar, parseDocument } from 'yaml';
import { normalizeName } from '../../net/dns-name.js';
import { asObject } from '../../std/json.js';
import { compose } from '../../yaml/compose.js';
import { writeScalar } from '../../yaml/write-scalar.js';

/** DNS name → addresses to write. */
export type Answers = ReadonlyMap<string, readonly string[]>;

/** Part of the text, and its replacement. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const PINNED = /^[ \t]*# pinned [0-9]{4}-[0-9]{2}-[0-9]{2}/;

/**
 * Returns the text of a valid `weir.yaml` with other answers under `dns`, each with the date (YYYY-MM-DD) in a comment.
 * An existing name, in any spelling, keeps its place. All other text stays unchanged, unless `dns` is in a notation
 * without space for lines.
 */
export function pinAnswers(text: string, answers: Answers, date: string): string {
  const document = parseDocument(text);
  const present = findMap(document);
  const keys = new Map(present?.items.map((pair) => [normalizeName(keyOf(pair)), keyOf(pair)]));
  const spelt = new Map([...answers].map(([name, own]) => [keys.get(normalizeName(name)) ?? name, own]));
  const put = (into: string, map: YAMLMap | undefined): string =>
    map ? spliceInto(into, map, spelt, date) : append(into, spelt, date);
  const spliced = put(text, present);
  if (differsOnlyInAnswers(spliced, text, spelt)) return spliced;
  if (present) present.flow = false;
  for (const [name, own] of spelt) document.setIn(['dns', name], [...own]);
  const rewritten = document.toString({ lineWidth: 0 });
  const lines = put(rewritten, findMap(parseDocument(rewritten)));
  return differsOnlyInAnswers(lines, text, spelt) ? lines : rewritten;
}

function findMap(document: Document): YAMLMap | undefined {
  const dns = document.get('dns', true);
  return isMap(dns) ? dns : undefined;
}

/** Returns true if a text has the same content as another except for these answers. */
function differsOnlyInAnswers(text: string, before: string, answers: Answers): boolean {
  const [now, then] = [text, before].map((one) => asObject(compose(one).values[0]) ?? {});
  const written = Object.fromEntries([...answers].map(([name, own]) => [name, [...own]]));
  return isDeepStrictEqual(toPlain(now), toPlain({ ...then, dns: { ...asObject(then?.dns), ...written } }));
}

function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function append(text: string, answers: Answers, date: string): string {
  const lines = [...answers].map(([name, own]) => `  ${entryOf(name, own, date)}\n`);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}dns:\n${lines.join('')}`;
}

/**
 * Replaces and adds entries of a mapping. Returns the text unchanged for a mapping on one line, which has no space for
 * comments.
 */
function spliceInto(text: string, map: YAMLMap, answers: Answers, date: string): string {
  const first = map.items[0];
  if (map.flow === true || !first) return text;
  const start = startOf(first);
  const indentation = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const present = new Map(map.items.map((pair) => [keyOf(pair), pair]));
  const end = Math.max(...map.items.map((pair) => endOf(pair, text)));
  const added = [...answers].filter(([name]) => !present.has(name));
  const lead = end > 0 && text[end - 1] !== '\n' ? '\n' : '';
  const lines = added.map(([name, own]) => `${indentation}${entryOf(name, own, date)}\n`).join('');
  const splices: Splice[] = [...present].flatMap(([name, pair]) => {
    const own = answers.get(name);
    return own ? [replace(pair, entryOf(name, own, date), text)] : [];
  });
  return apply(text, lines === '' ? splices : [...splices, { start: end, end, text: lead + lines }]);
}

/** Returns the replacement of an entry on its line, with the current date before the existing comment. */
function replace(pair: Pair, entry: string, text: string): Splice {
  const end = endOf(pair, text);
  const whole = text.slice(startOf(pair), end);
  const feed = whole.endsWith('\n') ? '\n' : '';
  const value = isNode(pair.value) ? (pair.value.range?.[1] ?? end) : end;
  const rest = value < end ? text.slice(value, end).trimEnd().replace(PINNED, '').trim() : '';
  return { start: startOf(pair), end, text: `${entry}${rest === '' ? '' : ` ${rest}`}${feed}` };
}

function apply(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const splice of [...splices].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(end, splice.start), splice.text);
    end = splice.end;
  }
  return parts.join('') + text.slice(end);
}

function entryOf(name: string, addresses: readonly string[], date: string): string {
  return `${writeScalar(name, '')}: [${addresses.map((one) => writeScalar(one, '')).join(', ')}] # pinned ${date}`;
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function startOf({ key }: Pair): number {
  return isNode(key) ? (key.range?.[0] ?? 0) : 0;
}

/** Returns the offset after the line in which an entry ends. */
function endOf({ key, value }: Pair, text: string): number {
  const last = isNode(value) ? value : key;
  const end = isNode(last) ? (last.range?.[1] ?? 0) : 0;
  if (end > 0 && text[end - 1] === '\n') return end;
  const feed = text.indexOf('\n', end);
  return feed < 0 ? text.length : feed + 1;
}
