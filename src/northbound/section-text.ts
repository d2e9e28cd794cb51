import { quoteJson } from '../std/json-text.js';

/** What stands between the rows of a section of tables: an object of tables, and in them rows by key. */
export interface SectionText {
  /** Before the next row: of another table what ends the last one and begins the new, else a comma. */
  readonly before: (table: string) => string;
  readonly finish: () => string;
}

/** Starts a section. Tables come one after the other. */
export function createSection(name: string): SectionText {
  let current: string | undefined;
  return {
    before: (table) => {
      if (table === current) return ',';
      const head = current === undefined ? `  "${name}": {` : '\n    },';
      current = table;
      return `${head}\n    ${quoteJson(table)}: {`;
    },
    finish: () => (current === undefined ? `  "${name}": {}` : '\n    }\n  }'),
  };
}

/** Returns a row as a member of its table, behind what stands before it. */
export function memberText(key: string, text: string): string {
  return `\n      ${quoteJson(key)}: ${text}`;
}

/** The same, for a key with nothing to escape. */
export function plainMemberText(key: string, text: string): string {
  return `\n      "${key}": ${text}`;
}

/** Bytes of that, for a text of so many bytes. */
export function memberBytes(key: string, bytes: number): number {
  return AROUND_KEY + key.length + bytes;
}

const AROUND_KEY = memberText('', '').length;
