import type { Json } from '../std/json.js';

/** How the YAML files of a repository are written. */
export interface YamlStyle {
  /** Blanks before a nested field. */
  readonly indent: number;
  /** Blanks before the items of a list, beyond those of its field. */
  readonly listIndent: number;
  readonly quote: "'" | '"';
}

const DEFAULT_STYLE: YamlStyle = { indent: 2, listIndent: 2, quote: '"' };
/** Strings that every YAML reader reads as strings without quotes. */
const PLAIN = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9 ./_-]*[A-Za-z0-9]$/i;
/** Networks, which are strings because of their dots and slash. */
const NETWORK = /^\d+\.\d+\.\d+\.\d+(?:\/\d+)?$/;

/** Returns the style of the first texts that show one. */
export function detectStyle(texts: readonly string[]): YamlStyle {
  const find = <Value>(read: (lines: readonly string[]) => Value | undefined): Value | undefined => {
    for (const text of texts) {
      const value = read(text.split('\n'));
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const indent = find((lines) => findStep(lines, (line) => !line.trimStart().startsWith('-')));
  const listIndent = find((lines) => findStep(lines, (line) => line.trimStart().startsWith('- ')));
  const quote = find((lines) => /[:-] (['"])/.exec(lines.find((line) => /[:-] ['"]/.test(line)) ?? '')?.[1]);
  return {
    indent: indent === undefined || indent === 0 ? DEFAULT_STYLE.indent : indent,
    listIndent: listIndent ?? DEFAULT_STYLE.listIndent,
    quote: quote === "'" ? "'" : DEFAULT_STYLE.quote,
  };
}

/** Returns the indentation of the first line of a kind that follows a field without a value, relative to the field. */
function findStep(lines: readonly string[], isMeant: (line: string) => boolean): number | undefined {
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined || !/^ *[A-Za-z][\w./-]*:\s*$/.test(line) || next.trim() === '' || !isMeant(next)) continue;
    const step = indentOf(next) - indentOf(line);
    if (step >= 0) return step;
  }
  return undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Writes fields in block style, each line after `margin` blanks. The text ends with a line break. */
export function writeFields(fields: Readonly<Record<string, Json>>, style: YamlStyle, margin = 0): string {
  const entries = Object.entries(fields);
  return entries.map(([key, value]) => `${' '.repeat(margin)}${writeField(key, value, style, margin)}`).join('');
}

function writeField(key: string, value: Json, style: YamlStyle, margin: number): string {
  const name = writeText(key, style);
  if (Array.isArray(value) && value.length > 0) {
    const inner = margin + style.listIndent;
    return `${name}:\n${value.map((item) => `${' '.repeat(inner)}- ${writeItem(item, style, inner + 2)}`).join('')}`;
  }
  if (isNested(value)) return `${name}:\n${writeFields(value, style, margin + style.indent)}`;
  return `${name}: ${writeValue(value, style)}\n`;
}

/** Writes an item of a list. Its first line follows the dash, the others have `margin` blanks. */
export function writeItem(item: Json, style: YamlStyle, margin: number): string {
  return isNested(item) ? writeFields(item, style, margin).trimStart() : `${writeValue(item, style)}\n`;
}

function isNested(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

/** Writes a scalar, or an empty list or mapping. */
function writeValue(value: Json, style: YamlStyle): string {
  return typeof value === 'string' ? writeText(value, style) : JSON.stringify(value);
}

function writeText(text: string, { quote }: YamlStyle): string {
  if (PLAIN.test(text) || NETWORK.test(text)) return text;
  return quote === "'" && /^[ -~]*$/.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}
