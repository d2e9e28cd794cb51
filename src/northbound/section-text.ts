import { quoteJson } from '../std/json-text.js';

/** Formats the text between the rows of a section: an object of tables, with rows by key. */
export interface SectionText {
  /** Returns the text before the next row: a comma, or the end of the last table and the start of a new one. */
  readonly before: (table: string) => string;
  readonly finish: () => string;
}

/** Starts a section. The rows of a table must be consecutive. */
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
